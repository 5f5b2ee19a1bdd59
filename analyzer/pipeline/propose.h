// Rows of [[accessor]] and [[object]] that a project might add.
#pragma once

#include <vector>

#include "analyzer/base/budget.h"
#include "analyzer/config/config.h"
#include "analyzer/config/options.h"
#include "analyzer/config/proposed_row.h"
#include "analyzer/model/census.h"
#include "analyzer/model/flag.h"
#include "analyzer/tree/tree.h"

namespace flagcensus {

// For functions from outside the tree that read variables by their names and by what they are
// given; those that add most come first. `census` and `flags` (sorted by name) are of the same
// tree. Costs a parse of the files that speak of settings, and a second census where any function
// comes into question.
std::vector<ProposedRow> ProposeRows(const Tree& tree, const Options& options, const Config& config,
                                     const Census& census, const std::vector<Flag>& flags,
                                     RunBudget& budget);

}  // namespace flagcensus
