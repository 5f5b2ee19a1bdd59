// flags ─→ findings, as the configuration wants them
#include <algorithm>
#include <iterator>

#include "analyzer/base/text.h"
#include "analyzer/pipeline/pipeline.h"
#include "analyzer/project/glob.h"
#include "analyzer/rules/rule.h"

namespace flagcensus {
namespace {

bool IsDisabled(const Config& config, std::string_view rule) {
  return std::find(config.disabled_rules.begin(), config.disabled_rules.end(), rule) !=
         config.disabled_rules.end();
}

// Names on the internal list need no documentation, nor what explains why they have none;
// everything else is still said about them.
void DropInternal(const Config& config, std::vector<Finding>& findings) {
  std::vector<Glob> internal;
  for (const InternalFlag& flag : config.internal) internal.emplace_back(flag.name);
  std::erase_if(findings, [&](const Finding& finding) {
    const bool about_pages = finding.rule == "undocumented" || finding.rule == "likely-typo" ||
                             finding.rule == "undocumented-alias";
    return about_pages && std::any_of(internal.begin(), internal.end(),
                                      [&](const Glob& glob) { return glob.Matches(finding.name); });
  });
}

// A rule itself lowers what it is not sure of to info; that is kept, whatever the rule's severity.
void SetSeverities(const Config& config, std::vector<Finding>& findings) {
  for (Finding& finding : findings) {
    for (const auto& [rule, severity] : config.severities) {
      if (finding.rule == rule && finding.severity != Severity::kInfo) finding.severity = severity;
    }
  }
}

}  // namespace

bool IsUnresolved(const Access& access) {
  return !access.name && access.op != AccessOp::kBulk && !access.by_parameter &&
         access.scope != Scope::kDocstring;
}

std::vector<const Access*> UnresolvedInSources(const Census& census, const Config& config) {
  std::vector<Glob> allowed;
  for (const AllowedExpression& row : config.unresolved) allowed.emplace_back(row.expression);
  std::vector<const Access*> out;
  for (const Access& access : census.accesses) {
    if (access.scope != Scope::kSrc || !IsUnresolved(access)) continue;
    const bool is_allowed = std::any_of(allowed.begin(), allowed.end(), [&](const Glob& glob) {
      return glob.Matches(access.name_expression);
    });
    if (!is_allowed) out.push_back(&access);
  }
  return out;
}

std::vector<Finding> FindDrift(const std::vector<Flag>& flags, const Census& census,
                               const Config& config) {
  const RuleInput input{flags, config.own_prefixes, UnresolvedInSources(census, config)};
  std::vector<Finding> findings;
  for (const Rule& rule : Rules()) {
    if (!IsDisabled(config, rule.name)) rule.check(input, findings);
  }
  DropInternal(config, findings);
  SetSeverities(config, findings);
  std::sort(findings.begin(), findings.end(), FindingLess);
  return findings;
}

}  // namespace flagcensus
