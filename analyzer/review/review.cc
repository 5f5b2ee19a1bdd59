// findings ─→ explained ones lowered ─→ the configuration's severities ─→ accepted ones taken out
// ─→ groups ─→ explained ─→ sorted
#include "analyzer/review/review.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "analyzer/review/by_path.h"
#include "analyzer/review/families.h"
#include "analyzer/rules/evidence.h"

namespace flagcensus {
namespace {

constexpr size_t kMany = 10;  // findings of one kind, above which they are reported together

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

// A variable whose value nothing uses needs no documentation but a decision: `undocumented` next to
// `declared-not-consumed` gives advice against advice.
void Lower(std::vector<Finding>& findings) {
  ForEachExplained(findings, [](const Finding& by, Finding& other, const Explained& how) {
    if (how.lowered && by.severity != Severity::kInfo) other.severity = Severity::kInfo;
  });
}

// What is said twice of one cause is shown once, unless that would hide what deserves more.
void Explain(std::vector<Finding>& findings) {
  ForEachExplained(findings, [](const Finding& by, Finding& other, const Explained&) {
    if (!other.explained_by.empty() || other.severity > by.severity) return;
    other.explained_by = by.rule;
    other.explained_name = by.name;
  });
}

std::string PrefixOf(std::string_view name) {
  const size_t end = name.find('_', 1);
  return end == std::string_view::npos ? std::string() : std::string(name.substr(0, end + 1));
}

std::string FolderOf(const Finding& finding) {
  if (finding.code.empty()) return {};
  const std::string& file = finding.code.front().file;
  const size_t slash = file.rfind('/');
  return slash == std::string::npos ? std::string() : file.substr(0, slash + 1);
}

// Several findings of one rule as one, which holds all names and the first place of each.
Finding Together(const std::vector<const Finding*>& members, const std::string& what,
                 const std::string& key) {
  Finding out = *members.front();
  out.name.clear();
  out.names.clear();
  out.code.clear();
  out.doc.clear();
  out.documented = out.actual = out.suggestion = std::nullopt;
  for (const Finding* member : members) {
    out.names.push_back(member->name);
    if (!member->code.empty()) out.code.push_back(member->code.front());
    if (!member->doc.empty()) out.doc.push_back(member->doc.front());
    out.confidence = std::min(out.confidence, member->confidence);
  }
  std::sort(out.names.begin(), out.names.end());
  out.fingerprint = Fingerprint({out.rule, key});
  out.message = fmt::format("{} variables {} are {}: {}", out.names.size(), what, out.rule,
                            ListNames(out.names));
  out.remedy = "decide on them as a group";
  return out;
}

using Key = std::pair<std::string, std::string>;  // rule, prefix or directory

// Replaces the warnings that `key_of` gives one key, if they are many, by one finding.
template <typename KeyOf, typename What>
void Group(std::vector<Finding>& findings, KeyOf key_of, What what) {
  std::map<Key, std::vector<size_t>> groups;
  for (size_t i = 0; i < findings.size(); ++i) {
    const Finding& finding = findings[i];
    if (finding.severity == Severity::kInfo || finding.name.empty()) continue;
    const std::string key = key_of(finding);
    if (!key.empty()) groups[{finding.rule, key}].push_back(i);
  }
  std::set<size_t> gone;
  std::vector<Finding> made;
  for (const auto& [key, members] : groups) {
    if (members.size() <= kMany) continue;
    std::vector<const Finding*> all;
    for (const size_t i : members) all.push_back(&findings[i]);
    made.push_back(Together(all, what(key.second), key.second));
    gone.insert(members.begin(), members.end());
  }
  std::vector<Finding> out;
  for (size_t i = 0; i < findings.size(); ++i) {
    if (!gone.contains(i)) out.push_back(std::move(findings[i]));
  }
  std::move(made.begin(), made.end(), std::back_inserter(out));
  findings = std::move(out);
}

// A rule itself lowers what it is not sure of to info; that is kept, whatever the rule's severity.
// What is said of part of the tree comes before what is said of a rule.
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

// What the review itself finds is lowered by nothing that is not sure, so that any severity holds.
void SetOwnSeverities(const Config& config, std::vector<Finding>& findings) {
  for (Finding& finding : findings) {
    const Rule* const rule = FindRule(finding.rule);
    if (rule == nullptr || rule->check != nullptr) continue;
    for (const auto& [name, severity] : config.severities) {
      if (finding.rule == name) finding.severity = severity;
    }
  }
}

void GroupOthers(const Ownership& ownership, std::vector<Finding>& findings) {
  const auto is_own = [&](std::string_view name) { return IsSurelyOwn(ownership, name); };
  Group(
      findings,
      [&](const Finding& finding) {
        return is_own(finding.name) ? std::string() : PrefixOf(finding.name);
      },
      [](const std::string& prefix) { return "that begin with " + prefix; });
  Group(
      findings,
      [&](const Finding& finding) {
        return is_own(finding.name) ? std::string() : FolderOf(finding);
      },
      [](const std::string& folder) { return "in " + folder; });
}

}  // namespace

bool IsDisabled(const Config& config, std::string_view rule) {
  return std::find(config.disabled_rules.begin(), config.disabled_rules.end(), rule) !=
         config.disabled_rules.end();
}

Accepted Review(const RuleInput& input, const Config& config, const Acceptance& acceptance,
                bool together, std::vector<Finding>& findings) {
  const PathSeverities by_path(config);
  by_path.DropOff(findings);
  DropFamilyMembers(config, input.flags, findings);
  Lower(findings);
  SetSeverities(config, by_path, findings);
  const Accepted accepted = Accept(acceptance, config, findings);
  SetOwnSeverities(config, findings);
  if (together) GroupOthers(input.ownership, findings);
  Explain(findings);
  std::sort(findings.begin(), findings.end(), FindingLess);
  return accepted;
}

}  // namespace flagcensus
