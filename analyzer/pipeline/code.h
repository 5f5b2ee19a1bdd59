// The tree ─→ the accesses of its code, resolved.
//
//   app.py: os.environ.get("APP_PORT", "80")   ─→ Access: APP_PORT, read, default 80
#pragma once

#include "analyzer/base/budget.h"
#include "analyzer/config/config.h"
#include "analyzer/config/project_options.h"
#include "analyzer/model/census.h"
#include "analyzer/tree/tree.h"

namespace flagcensus {

// The code side: the results from tokens and Python's syntax, then those of libclang.
Census ReadCode(const Tree& tree, const ProjectOptions& options, const Config& config,
                RunBudget& budget);

}  // namespace flagcensus
