// Findings of one rule that have one cause ─→ one finding with all their names and places.
//
//   for name in ("APP_A", "APP_B"):     # one line reads both, no page has either:
//       os.environ.get(name)            # 2 variables that app.py:2 names are undocumented: ...
#pragma once

#include <vector>

#include "analyzer/model/finding.h"
#include "analyzer/rules/rule.h"

namespace flagcensus {

// Replaces findings of one rule and severity that have one cause by one. Causes are: variables of
// one line; variables guarded by one build option; a file with few documented variables; a family
// without documented members; many third-party variables of one prefix or directory.
void GroupCauses(const RuleInput& input, std::vector<Finding>& findings);

}  // namespace flagcensus
