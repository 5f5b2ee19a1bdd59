// Unresolved: accesses of the sources to variables with unknown names.
//
//   os.environ[key] with any key   ─→ a row of the inventory, or a finding of unresolved-name
#pragma once

#include <vector>

#include "analyzer/model/inventory.h"
#include "analyzer/rules/rule.h"

namespace flagcensus {

// Accesses of unknown names that hide no documented variable, a row for each expression and file.
// The others are findings of the rule `unresolved-name`.
std::vector<InventoryRow> UnresolvedRows(const RuleInput& input);

}  // namespace flagcensus
