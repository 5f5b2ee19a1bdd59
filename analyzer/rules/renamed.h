// Renamed: documented names that are gone and what they are called now, and names that are set here
// and read there under two spellings. Findings of likely-typo.
#pragma once

#include <vector>

#include "analyzer/rules/rule.h"

namespace flagcensus {

// Adds to `findings`; names that a finding of likely-typo there is about are left out.
void FindRenamed(const RuleInput& input, std::vector<Finding>& findings);

}  // namespace flagcensus
