// Renamed: documented names that are gone, with their current names, and names that are set and
// read under two spellings. Findings of likely-typo.
#pragma once

#include <vector>

#include "analyzer/rules/rule.h"

namespace flagcensus {

// Adds to `findings`; skips names that a finding of likely-typo there is about.
void FindRenamed(const RuleInput& input, std::vector<Finding>& findings);

}  // namespace flagcensus
