// Pages that are checked alone ─→ the names in the code around them.
//
//   flagcensus catalog docs/env.md   ─→ the names that the repository of docs/ accesses
#pragma once

#include "analyzer/base/budget.h"
#include "analyzer/config/config.h"
#include "analyzer/config/project_options.h"
#include "analyzer/documents/known_names.h"

namespace flagcensus {

// The names that the code of the repository in options.root accesses, if the pages that the options
// name are in it; empty if it is not a repository. Costs a scan of it.
KnownNames NamesAround(const ProjectOptions& options, const Config& config, RunBudget& budget);

}  // namespace flagcensus
