// Unresolved: accesses of the sources to variables whose names are not known.
#pragma once

#include <vector>

#include "analyzer/model/inventory.h"
#include "analyzer/rules/rule.h"

namespace flagcensus {

// Accesses of unknown names that hide no documented variable, a row for each expression and file.
// The others are findings of the rule `unresolved-name`.
std::vector<InventoryRow> UnresolvedRows(const RuleInput& input);

}  // namespace flagcensus
