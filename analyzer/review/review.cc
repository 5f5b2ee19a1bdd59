// findings ─→ explained ones lowered ─→ the configuration's severities ─→ accepted ones removed ─→
// explained ─→ groups ─→ sorted
//
// The order matters: what is accepted is neither shown as an explanation nor counted in a group.
#include "analyzer/review/review.h"

#include <algorithm>
#include <map>
#include <utility>

#include "analyzer/review/by_path.h"
#include "analyzer/review/causes.h"
#include "analyzer/review/families.h"

namespace flagcensus {
namespace {

using RuleAndName = std::pair<std::string_view, std::string_view>;

// The first finding of each rule about each variable. It points into `findings`.
std::map<RuleAndName, Finding*> ByRuleAndName(std::vector<Finding>& findings) {
  std::map<RuleAndName, Finding*> out;
  for (Finding& finding : findings) {
    if (!finding.name.empty()) out.emplace(RuleAndName(finding.rule, finding.name), &finding);
  }
  return out;
}

// Calls found(finding, what it explains, how) for each pair of findings with one cause.
template <typename Found>
void ForEachExplained(std::vector<Finding>& findings, Found found) {
  const std::map<RuleAndName, Finding*> by_rule_and_name = ByRuleAndName(findings);
  for (Finding& finding : findings) {
    const Rule* const rule = FindRule(finding.rule);
    if (rule == nullptr) continue;
    for (const Explained& explained : rule->explains) {
      if (explained.suggested && !finding.suggestion) continue;
      const std::string& name = explained.suggested ? *finding.suggestion : finding.name;
      const auto other = by_rule_and_name.find({explained.rule, name});
      if (other != by_rule_and_name.end()) found(finding, *other->second, explained);
    }
  }
}

// A variable with an unused value needs a decision, not documentation: `undocumented` next to
// `declared-not-consumed` would be contradictory advice.
void Lower(std::vector<Finding>& findings) {
  ForEachExplained(findings, [](const Finding& by, Finding& other, const Explained& how) {
    if (how.lowered && by.severity != Severity::kInfo) other.severity = Severity::kInfo;
  });
}

// A second finding with the same cause is shown with the first, unless it is more severe.
void Explain(std::vector<Finding>& findings) {
  ForEachExplained(findings, [](const Finding& by, Finding& other, const Explained&) {
    if (!other.explained.rule.empty() || other.severity > by.severity) return;
    other.explained = {by.rule, by.name};
  });
}

// A rule itself lowers uncertain findings to info; they stay info, independent of the rule's
// severity. A setting for part of the tree has precedence over one for a rule.
void SetSeverities(const Config& config, const PathSeverities& by_path,
                   std::vector<Finding>& findings) {
  for (Finding& finding : findings) {
    if (finding.severity == Severity::kInfo) continue;
    if (const std::optional<Severity> severity = by_path.Of(finding)) {
      finding.severity = *severity;
      continue;
    }
    for (const auto& [rule, severity] : config.severities) {
      if (finding.rule == rule) finding.severity = severity;
    }
  }
}

// Findings of the review itself are never lowered because of doubt, so the configured severity
// always applies.
void SetOwnSeverities(const Config& config, std::vector<Finding>& findings) {
  for (Finding& finding : findings) {
    const Rule* const rule = FindRule(finding.rule);
    if (rule == nullptr || rule->check != nullptr) continue;
    for (const auto& [name, severity] : config.severities) {
      if (finding.rule == name) finding.severity = severity;
    }
  }
}

}  // namespace

bool IsDisabled(const Config& config, std::string_view rule) {
  return std::find(config.disabled_rules.begin(), config.disabled_rules.end(), rule) !=
         config.disabled_rules.end();
}

Accepted Review(const RuleInput& input, const Config& config, const Acceptance& acceptance,
                bool together, std::vector<Finding>& findings) {
  // What is turned off comes first, so it explains and groups nothing.
  const PathSeverities by_path(config);
  by_path.DropOff(findings);
  DropFamilyMembers(config, input.flags, findings);
  Lower(findings);
  SetSeverities(config, by_path, findings);
  const Accepted accepted = Accept(acceptance, config, findings);
  SetOwnSeverities(config, findings);
  Explain(findings);
  if (together) GroupCauses(input, findings);
  std::sort(findings.begin(), findings.end(), FindingLess);
  return accepted;
}

}  // namespace flagcensus
