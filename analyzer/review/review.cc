// findings ─→ explained ones lowered ─→ groups ─→ the configuration's severities ─→ sorted
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

constexpr size_t kMany = 10;  // findings of one kind, above which they are told together

// A variable whose value nothing uses needs no documentation but a decision: `undocumented` beside
// `declared-not-consumed` gives advice against advice.
void Explain(std::vector<Finding>& findings) {
  std::set<std::string_view> dead;
  for (const Finding& finding : findings) {
    if (finding.rule == "declared-not-consumed" && finding.severity != Severity::kInfo) {
      dead.insert(finding.name);
    }
  }
  for (Finding& finding : findings) {
    if (finding.rule != "undocumented" || !dead.contains(finding.name)) continue;
    finding.severity = Severity::kInfo;
    finding.explained_by = "declared-not-consumed";
  }
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
  out.message = fmt::format("{} variables {} are {}: {}: decide on them as a whole",
                            out.names.size(), what, out.rule, ListNames(out.names));
  return out;
}

using Key = std::pair<std::string, std::string>;  // rule, prefix or folder

// Replaces the warnings that `key_of` gives one key, where they are many, by one finding.
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

}  // namespace

bool IsDisabled(const Config& config, std::string_view rule) {
  return std::find(config.disabled_rules.begin(), config.disabled_rules.end(), rule) !=
         config.disabled_rules.end();
}

void Review(const RuleInput& input, const Config& config, std::vector<Finding>& findings) {
  const PathSeverities by_path(config);
  by_path.DropOff(findings);
  DropFamilyMembers(config, input.flags, findings);
  Explain(findings);
  const auto is_own = [&](std::string_view name) { return IsSurelyOwn(input.ownership, name); };
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
      [](const std::string& folder) { return "of " + folder; });
  SetSeverities(config, by_path, findings);
  std::sort(findings.begin(), findings.end(), FindingLess);
}

}  // namespace flagcensus
