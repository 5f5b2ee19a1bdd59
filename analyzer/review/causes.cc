// findings ─→ key of their cause ─→ one finding for each key that has enough of them
//
//   undocumented: APP_A at app.py:2:5, APP_B at app.py:2:5    key "app.py:2\n5"
//     ─→ "2 variables that app.py:2 names are undocumented: APP_A, APP_B"
//
// Suppressions and the baseline apply to each variable before this; --fix uses the members.
#include "analyzer/review/causes.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <iterator>
#include <map>
#include <set>
#include <tuple>
#include <utility>

#include "analyzer/base/text.h"
#include "analyzer/rules/entry_pages.h"
#include "analyzer/rules/evidence.h"
#include "analyzer/rules/own_prefixes.h"
#include "analyzer/rules/patterns.h"

namespace flagcensus {
namespace {

// One kind of cause: what its findings share, how many make a group, and how its text begins.
struct Cause {
  size_t least;
  bool warnings;                                            // only findings above severity info
  std::function<std::string(const Finding&)> key_of;        // "" if it has another cause
  std::function<std::string(const std::string& key)> what;  // "that app.py:12 names"
};

// "APP_" of APP_HOME, "_APP_" of _APP_HOME; "" of a single word.
std::string FirstPrefix(std::string_view name) {
  const size_t end = name.find('_', 1);
  return end == std::string_view::npos ? std::string() : std::string(name.substr(0, end + 1));
}

std::string FolderOf(const Finding& finding) {
  if (finding.code.empty()) return {};
  const std::string& file = finding.code.front().file;
  const size_t slash = file.rfind('/');
  return slash == std::string::npos ? std::string() : file.substr(0, slash + 1);
}

// The common beginning of several names of the project: APP_LOG_ of APP_LOG_LEVEL, if APP_ is the
// project's own prefix.
std::string FamilyOf(const Ownership& ownership, std::string_view name) {
  const OwnPrefix* const own = OwnPrefixOf(ownership, name);
  const size_t begin = own == nullptr || own->prefix.size() >= name.size() ? 0 : own->prefix.size();
  const size_t end = name.find('_', std::max<size_t>(begin, 1));
  return end == std::string_view::npos ? std::string() : std::string(name.substr(0, end + 1));
}

// Appends the first place of each member, then the others: reports show the first ones.
// A group of many variables would otherwise show the places of its first members only.
void AppendPlaces(const std::vector<Finding>& members, std::vector<Place> Finding::* side,
                  std::vector<Place>* out) {
  for (const Finding& member : members) {
    if (!(member.*side).empty()) out->push_back((member.*side).front());
  }
  for (const Finding& member : members) {
    for (size_t i = 1; i < (member.*side).size(); ++i) out->push_back((member.*side)[i]);
  }
}

// Makes one finding of several of one rule, with all names and places.
Finding Together(std::vector<Finding> members, const Cause& cause, const std::string& key,
                 const EntryPages& pages) {
  const auto by_score = [](const Finding& a, const Finding& b) { return ScoreOf(a) < ScoreOf(b); };
  // The most important member provides the severity and the rest; the least certain one the
  // confidence.
  Finding out = *std::max_element(members.begin(), members.end(), by_score);
  out.name.clear();
  out.names.clear();
  out.code.clear();
  out.doc.clear();
  out.documented = out.actual = out.suggestion = std::nullopt;
  out.reason.clear();
  std::sort(members.begin(), members.end(),
            [](const Finding& a, const Finding& b) { return a.name < b.name; });
  AppendPlaces(members, &Finding::code, &out.code);
  AppendPlaces(members, &Finding::doc, &out.doc);
  for (const Finding& member : members) {
    out.names.push_back(member.name);
    out.confidence = std::min(out.confidence, member.confidence);
  }
  out.names.erase(std::unique(out.names.begin(), out.names.end()), out.names.end());
  out.fingerprint = Fingerprint({out.rule, "group", out.names.front()});
  out.message = fmt::format("{} variables {} are {}: {}", out.names.size(), cause.what(key),
                            out.rule, ListNames(out.names));
  if (out.rule == "undocumented") {
    out.remedy = fmt::format("add them to {}, or list them as internal in flagcensus.toml",
                             pages.For(out.names.front()));
  } else {
    out.remedy = fmt::format("remove them from {}, or say there what reads them",
                             out.doc.empty() ? "the page" : out.doc.front().file);
  }
  out.members = std::move(members);
  return out;
}

using ExplainingName = std::pair<std::string, std::string>;

// The findings that are shown with others of the same cause.
std::set<ExplainingName> Explaining(const std::vector<Finding>& findings) {
  std::set<ExplainingName> out;
  for (const Finding& finding : findings) {
    if (!finding.explained.rule.empty()) {
      out.emplace(finding.explained.rule, finding.explained.name);
    }
  }
  return out;
}

// Replaces the findings with one key by `cause`, if there are enough. Findings that are shown below
// others are not counted.
void Group(std::vector<Finding>& findings, const std::set<ExplainingName>& explaining,
           const Cause& cause, const EntryPages& pages) {
  using Key = std::tuple<std::string, Severity, std::string>;  // rule, severity, key
  std::map<Key, std::vector<size_t>> groups;
  for (size_t i = 0; i < findings.size(); ++i) {
    const Finding& finding = findings[i];
    if (finding.name.empty() || (cause.warnings && finding.severity == Severity::kInfo)) continue;
    if (!finding.explained.rule.empty() || explaining.contains({finding.rule, finding.name})) {
      continue;
    }
    std::string key = cause.key_of(finding);
    if (!key.empty()) groups[{finding.rule, finding.severity, std::move(key)}].push_back(i);
  }
  std::set<size_t> gone;
  std::vector<Finding> made;
  for (const auto& [key, indices] : groups) {
    if (indices.size() < cause.least) continue;
    std::vector<Finding> members;
    for (const size_t i : indices) members.push_back(findings[i]);
    made.push_back(Together(std::move(members), cause, std::get<2>(key), pages));
    gone.insert(indices.begin(), indices.end());
  }
  if (gone.empty()) return;
  std::vector<Finding> out;
  for (size_t i = 0; i < findings.size(); ++i) {
    if (!gone.contains(i)) out.push_back(std::move(findings[i]));
  }
  std::move(made.begin(), made.end(), std::back_inserter(out));
  findings = std::move(out);
}

// What sources use and pages document, by file and by family.
class Siblings {
 public:
  explicit Siblings(const RuleInput& input) : input_(input) {
    for (const Flag& flag : input.flags) {
      if (IsPattern(flag.name)) continue;
      const std::vector<const Access*> accesses = SourceAccesses(flag);
      by_name_.emplace(flag.name, &flag);
      if (accesses.empty()) continue;
      const std::string family = FamilyOf(input.ownership, flag.name);
      used_.insert(family);
      if (flag.entries.empty()) continue;
      documented_.insert(family);
      for (const Access* access : accesses) ++of_files_[access->place.file].documented;
    }
  }

  // Counts an undocumented variable for its file.
  void Count(const Finding& finding) {
    if (finding.rule == "undocumented" && !finding.code.empty()) {
      ++of_files_[finding.code.front().file].undocumented;
    }
  }

  // The file of an undocumented variable if pages document few of the variables that it accesses: a
  // whole section is missing. Up to a fifth of them may be documented.
  std::string FileOf(const Finding& finding) const {
    constexpr size_t kTimes = 4;
    if (finding.rule != "undocumented" || finding.code.empty()) return {};
    const std::string& file = finding.code.front().file;
    const auto counts = of_files_.find(file);
    if (counts == of_files_.end()) return file;
    return counts->second.documented * kTimes > counts->second.undocumented ? std::string() : file;
  }

  // The family of an undocumented variable if no member is documented; of an unused one if sources
  // use no member.
  std::string FamilyOfFinding(const Finding& finding) const {
    std::string family = FamilyOf(input_.ownership, finding.name);
    const auto& others = finding.rule == "unused" ? used_ : documented_;
    return others.contains(family) ? std::string() : family;
  }

  // The preprocessor condition around every access of the variable; "" if they differ or if there
  // is none.
  // The negation of an option, or two options, are shown as they are written.
  std::string ConditionOf(const Finding& finding) const {
    const auto flag = by_name_.find(finding.name);
    if (finding.rule != "undocumented" || flag == by_name_.end()) return {};
    std::string out;
    for (const Access* access : SourceAccesses(*flag->second)) {
      if (!access->condition || (!out.empty() && out != *access->condition)) return {};
      out = *access->condition;
    }
    // "defined(WITH_OVEN)" is the option WITH_OVEN.
    constexpr std::string_view kDefined = "defined(";
    if (out.starts_with(kDefined) && out.find(')') + 1 == out.size()) {
      out = out.substr(kDefined.size(), out.size() - kDefined.size() - 1);
    }
    return out;
  }

 private:
  const RuleInput& input_;
  std::map<std::string_view, const Flag*> by_name_;
  std::set<std::string, std::less<>> documented_, used_;
  struct FileCounts {
    size_t documented = 0;
    size_t undocumented = 0;
  };
  std::map<std::string, FileCounts, std::less<>> of_files_;
};

// Whether the finding says no more than its rule and name; a group would hide a value or a
// suggestion.
bool IsPlain(const Finding& finding) {
  return (finding.rule == "undocumented" || finding.rule == "unused") && finding.reason.empty() &&
         !finding.suggestion;
}

constexpr char kColumn = '\n';  // between a line and its column in a key

// On a page the line, because it documents all names of a row. In code the expression, because two
// calls on a line are two causes.
std::string LineOf(const Finding& finding) {
  const Place* const place = MainPlace(finding);
  if (place == nullptr || place->line == 0) return {};
  const bool page = finding.code.empty() || finding.at_page;
  return ToText(*place) + kColumn + (page ? std::string() : std::to_string(place->column));
}

std::vector<Cause> Causes(const Ownership& ownership, const Siblings& siblings) {
  // Two from one line are certainly one cause. Eleven of a prefix are more than a report should
  // list one by one.
  constexpr size_t kLine = 2;    // variables of one line
  constexpr size_t kOption = 3;  // of one build option
  constexpr size_t kMany = 11;   // of one file, family or directory
  const auto plain = [](auto key_of) {
    return [key_of](const Finding& finding) {
      return IsPlain(finding) ? key_of(finding) : std::string();
    };
  };
  const auto of_others = [&](auto key_of) {
    return [&ownership, key_of](const Finding& finding) {
      return IsSurelyOwn(ownership, finding.name) ? std::string() : key_of(finding);
    };
  };
  const auto begins = [](const std::string& key) { return "that begin with " + key; };
  const auto within = [](const std::string& key) { return "in " + key; };
  // In this order: a finding that one cause groups is not available to the next.
  return {
      {kLine, false, plain(LineOf),
       [](const std::string& key) {
         return "that " + key.substr(0, key.find(kColumn)) + " names";
       }},
      {kOption, false, plain([&](const Finding& one) { return siblings.ConditionOf(one); }),
       [](const std::string& key) { return "that only builds with " + key + " read"; }},
      {kMany, false, plain([&](const Finding& one) { return siblings.FileOf(one); }), within},
      {kMany, false, plain([&](const Finding& one) { return siblings.FamilyOfFinding(one); }),
       begins},
      {kMany, true, of_others([](const Finding& one) { return FirstPrefix(one.name); }), begins},
      {kMany, true, of_others(FolderOf), within},
  };
}

}  // namespace

// Each cause groups what the causes before it did not group.
void GroupCauses(const RuleInput& input, std::vector<Finding>& findings) {
  Siblings siblings(input);
  for (const Finding& finding : findings) siblings.Count(finding);
  const std::set<ExplainingName> explaining = Explaining(findings);
  const EntryPages pages(input.flags);
  for (const Cause& cause : Causes(input.ownership, siblings)) {
    Group(findings, explaining, cause, pages);
  }
}

}  // namespace flagcensus
