// Misnamed: names with a mistake that no other name shows: a slip in the project's prefix, and a
// message that names a variable wrongly. Part of likely-typo.
//
//   os.environ["KERNAL_HOME"], four more names begin with KERNEL_  ─→ a finding with KERNEL_HOME
#pragma once

#include <vector>

#include "analyzer/model/finding.h"
#include "analyzer/rules/rule.h"

namespace flagcensus {

// Does not report a variable that `findings` already reports as a likely typo.
void FindMisnamed(const RuleInput& input, std::vector<Finding>& findings);

}  // namespace flagcensus
