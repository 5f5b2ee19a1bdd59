// Review: findings of the rules → findings as they are told.
#pragma once

#include <string_view>
#include <vector>

#include "analyzer/config/config.h"
#include "analyzer/model/finding.h"
#include "analyzer/rules/rule.h"

namespace flagcensus {

// Whether the configuration turns `rule` off.
bool IsDisabled(const Config& config, std::string_view rule);

// One cause is told once, many findings of one kind that are not the project's own are told
// together, severities are the configuration's; then sorted by FindingLess.
void Review(const RuleInput& input, const Config& config, std::vector<Finding>& findings);

}  // namespace flagcensus
