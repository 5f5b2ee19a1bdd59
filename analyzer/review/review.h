// Review: findings of the rules → findings as they are told.
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

// Severities are the configuration's; what the project accepts is taken out; one cause is told
// once, and, where `together`, many findings of one kind that are not the project's own are told
// together; then sorted by FindingLess.
Accepted Review(const RuleInput& input, const Config& config, const Acceptance& acceptance,
                bool together, std::vector<Finding>& findings);

}  // namespace flagcensus
