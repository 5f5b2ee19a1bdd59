// Review: findings of the rules → findings as reported.
//
//   unused APP_PROT, likely-typo APP_PROT (for APP_PORT)  ─→ the second, which explains the first
//   undocumented APP_A, undocumented APP_B, read by one line  ─→ one finding with both names
#pragma once

#include <string_view>
#include <vector>

#include "analyzer/config/config.h"
#include "analyzer/model/finding.h"
#include "analyzer/review/accept.h"
#include "analyzer/rules/rule.h"

namespace flagcensus {

// Whether the configuration turns `rule` off.
bool IsDisabled(const Config& config, std::string_view rule);

// Applies the severities of the configuration, removes accepted findings, reports one cause once
// and, if `together`, groups many findings of one kind that are about third-party variables; then
// sorts by FindingLess.
Accepted Review(const RuleInput& input, const Config& config, const Acceptance& acceptance,
                bool together, std::vector<Finding>& findings);

}  // namespace flagcensus
