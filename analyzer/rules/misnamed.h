// Misnamed: names whose mistake no other name shows: a slip in the project's prefix, and a message
// that names a variable wrongly. Part of likely-typo.
#pragma once

#include <vector>

#include "analyzer/model/finding.h"
#include "analyzer/rules/rule.h"

namespace flagcensus {

// Reports no variable that `findings` reports already as a likely typo.
void FindMisnamed(const RuleInput& input, std::vector<Finding>& findings);

}  // namespace flagcensus
