// Proposed [[accessor]] and [[object]] entries for a project.
//
//   settings = conf.lookup_env("APP_PORT"), and the same with APP_HOST and APP_KEY
//   ─→ {callee: "conf.lookup_env", name: "[0]", language: "python"}
#pragma once

#include <vector>

#include "analyzer/base/budget.h"
#include "analyzer/base/result.h"
#include "analyzer/config/config.h"
#include "analyzer/config/project_options.h"
#include "analyzer/config/proposed_row.h"
#include "analyzer/model/census.h"
#include "analyzer/model/flag.h"
#include "analyzer/tree/tree.h"

namespace flagcensus {

// Proposes entries for functions from outside the tree that read variables, judged by their names
// and arguments; the entries that add most come first. `census` and `flags` (sorted by name) are of
// the same tree. Costs a parse of the files that mention settings, and a second census if there is
// any candidate.
Result<std::vector<ProposedRow>> ProposeRows(const Tree& tree, const ProjectOptions& options,
                                             const Config& config, const Census& census,
                                             const std::vector<Flag>& flags, RunBudget& budget);

}  // namespace flagcensus
