// Findings of one rule that have one cause ─→ one finding with all their names and places.
//
//   for name in ("APP_A", "APP_B"):     # one line reads both, no page has either:
//       os.environ.get(name)            # 2 variables that app.py:2 names are undocumented: ...
#pragma once

#include <vector>

#include "analyzer/model/finding.h"
#include "analyzer/rules/rule.h"

namespace flagcensus {

// Replaces findings of one rule and severity that have one cause by one: variables of one line,
// variables that one build option guards, a file of which pages document few, a family of which they
// document none, and many third-party variables of one prefix or directory.
void GroupCauses(const RuleInput& input, std::vector<Finding>& findings);

}  // namespace flagcensus
