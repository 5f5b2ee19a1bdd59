// Unresolved: accesses of the sources to variables whose names are not known.
#pragma once

#include <vector>

#include "analyzer/model/inventory.h"
#include "analyzer/rules/rule.h"

namespace flagcensus {

// Those that hide no documented variable, one row for an expression and file; the others are
// findings of the rule `unresolved-name`.
std::vector<InventoryRow> UnresolvedRows(const RuleInput& input);

}  // namespace flagcensus
