// Renamed: documented names that are gone, with their current names, and names that are set and
// read under two spellings. Findings of likely-typo.
#pragma once

#include <vector>

#include "analyzer/rules/rule.h"

namespace flagcensus {

// Adds to `findings`; skips names in findings of likely-typo there.
void FindRenamed(const RuleInput& input, std::vector<Finding>& findings);

}  // namespace flagcensus
