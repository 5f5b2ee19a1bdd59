// likely-typo: a name looks like a misspelling of another variable
//
// ## What it does
// Finds undocumented names that closely resemble a documented variable that is never read: they
// differ from it by one letter or two swapped letters in a single word, by a missing `_`, in long
// names by a missing word, or by a prefix that the page lacks.
// A name that occurs only once is also compared with variables that occur more often. The finding
// accompanies the `undocumented` (and `unused`) finding that it explains; the text report merges them.
//
// Also reports:
//
// - a documented variable that is no longer read, or only by a test, if one undocumented name is
//   the same except for an abbreviated word (`DIR`, `DIRECTORY`) or the order of its words, or
//   differs in one word and has the documented default;
// - two pages that spell one variable differently, if the program reads one of the spellings;
// - an undocumented name that lacks a letter inside a word of another one, if two files read them
//   (`MAX_PATH`, `MAX_PATCH`);
// - an undocumented name whose first word is a slip of the project's own prefix (`APPLICTION_`,
//   `APPLICATION_`), if many more variables begin with the latter;
// - a message next to a read that names another variable, which does not exist;
// - a name in a sentence or an example on a page, if it is one letter off from a variable that the page
//   documents and the program reads, and occurs nowhere else;
// - a variable that the program sets under one name and reads under another
//   (`APP_SERVER_NSPACE`, `APP_SERVER_NAMESPACE`), if nothing reads the first or sets the second.
//
// ## Why it matters
// Users set the documented name and nothing happens, or half of the program reads another name.
//
// ## Example
//     | `APP_TIMEOUT_SECONDS` | `30` | time to wait |
//
// and
//
//     os.environ.get("APP_TIMEUOT_SECONDS", "30")
//
//     APP_TIMEUOT_SECONDS is read but not documented, while APP_TIMEOUT_SECONDS, documented at
//     env.md:1, is never read: did you mean APP_TIMEOUT_SECONDS?
//
// ## Not reported
// - members of a series or a pair: `X_1` and `X_2`, `CPU` and `GPU`, `REQUANTIZE` and `DEQUANTIZE`;
// - words that other names in the project also contain;
// - a name with several candidates;
// - a plural and its singular, if both are read;
// - a name that is read if the other is not set, or in the same place: code that reads both
//   spellings does so on purpose;
// - short words and names, and third-party names.
//
// ## Fix
// Correct the name, in code or on the page. If both are intended, document the second.
#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "analyzer/base/text.h"
#include "analyzer/rules/evidence.h"
#include "analyzer/rules/misnamed.h"
#include "analyzer/rules/near_names.h"
#include "analyzer/rules/patterns.h"
#include "analyzer/rules/renamed.h"
#include "analyzer/rules/rule.h"

namespace flagcensus {
namespace {

// Letters of a name; shorter names differ by one letter too often.
constexpr size_t kShortestTypo = 8;

using Words = std::vector<std::string_view>;

bool IsBeginning(std::string_view a, std::string_view b) {
  return a.starts_with(b) || b.starts_with(a);
}

// Names by all their words but one, so only those with one differing word are compared; and,
// with another key, without any '_'.
class Neighbours {
 public:
  void Add(const Flag& flag) {
    const Words words = Split(flag.name, '_');
    for (size_t i = 0; i < words.size(); ++i) by_key_[Key(words, i)].push_back({&flag, words[i]});
    by_key_[ReplaceAll(flag.name, "_", "")].push_back({&flag, {}});
    // A name that is neither documented nor accessed is not evidence for its words.
    const bool known = !flag.accesses.empty() || !flag.entries.empty();
    for (size_t i = 0; known && words.size() > 1 && i < words.size(); ++i) ++uses_[words[i]];
    by_name_.emplace(flag.name, &flag);
  }

  struct Near {
    const Flag* flag;
    std::string_view own, other;  // the words that differ; empty if only a '_' is missing
  };
  std::vector<Near> Find(const std::string& name) const {
    std::vector<Near> out;
    const Words words = Split(name, '_');
    for (size_t i = 0; words.size() > 1 && i < words.size(); ++i) {
      for (const auto& [flag, word] : At(Key(words, i))) {
        if (IsSlip(words[i], word, words.size())) out.push_back({flag, words[i], word});
      }
    }
    for (const auto& [flag, word] : At(ReplaceAll(name, "_", ""))) {
      if (flag->name != name && word.empty()) out.push_back({flag, {}, {}});
    }
    return out;
  }
  // Names of many words that are this one without one of its words.
  std::vector<const Flag*> Shorter(const std::string& name) const {
    std::vector<const Flag*> out;
    const Words words = Split(name, '_');
    for (size_t skipped = 1; words.size() > kMinTypedWords && skipped + 1 < words.size(); ++skipped) {
      std::string rest;
      for (size_t i = 0; i < words.size(); ++i) {
        if (i != skipped) rest.append(rest.empty() ? "" : "_").append(words[i]);
      }
      const auto found = by_name_.find(rest);
      if (found != by_name_.end()) out.push_back(found->second);
    }
    return out;
  }
  // The name without its first word, if two words remain.
  const Flag* WithoutPrefix(const std::string& name) const {
    const size_t rest = name.find('_') + 1;
    if (rest == 0 || name.find('_', rest) == std::string::npos) return nullptr;
    const auto found = by_name_.find(name.substr(rest));
    return found == by_name_.end() ? nullptr : found->second;
  }
  // The number of names that contain the word.
  int Uses(std::string_view word) const {
    const auto found = uses_.find(word);
    return found == uses_.end() ? 0 : found->second;
  }

 private:
  using Row = std::vector<std::pair<const Flag*, std::string_view>>;

  static std::string Key(const Words& words, size_t skipped) {
    std::string key;
    for (size_t i = 0; i < words.size(); ++i) {
      key += i == skipped ? std::string_view("*") : words[i];
      key += '_';
    }
    return key;
  }
  const Row& At(const std::string& key) const {
    static const Row kNone;
    constexpr size_t kSeries = 60;  // names with one differing word; more are a series
    const auto found = by_key_.find(key);
    return found == by_key_.end() || found->second.size() > kSeries ? kNone : found->second;
  }

  std::map<std::string, Row> by_key_;
  std::map<std::string, const Flag*> by_name_;
  std::map<std::string_view, int> uses_;
};

// Whether it is a documented variable that nothing accesses, so the undocumented name may be a
// misspelling of it.
bool IsWaiting(const Flag& flag) {
  return flag.accesses.empty() && !flag.entries.empty() && flag.seen_elsewhere.empty() &&
         EntryWithClaim(flag.entries, "removed") == nullptr &&
         EntryWithClaim(flag.entries, "docstring-only") == nullptr;
}

// The same for a name without the prefix on the page: it may occur in files that compose the longer
// one of it.
bool IsWaitingFor(const Flag& page, const Flag& read) {
  if (!page.accesses.empty() || page.entries.empty() || !page.light.empty()) return false;
  if (EntryWithClaim(page.entries, "removed") != nullptr ||
      EntryWithClaim(page.entries, "docstring-only") != nullptr) {
    return false;
  }
  return std::all_of(
      page.seen_elsewhere.begin(), page.seen_elsewhere.end(), [&](const Place& place) {
        return std::any_of(read.accesses.begin(), read.accesses.end(),
                           [&](const auto& one) { return one.access->place.file == place.file; });
      });
}

// Whether `other` is so much better established than `flag` that the latter must be the typo.
bool IsKnownBetter(const Flag& flag, const Flag& other) {
  constexpr size_t kPlaces = 2;
  // A name that another language reads or sets, too, does not occur only there.
  if (flag.accesses.size() != 1 || other.accesses.empty() || !flag.light.empty()) return false;
  return !other.entries.empty() || other.accesses.size() > kPlaces;
}

// Whether two files read the two names, and `flag` has one letter less. Code that knows both
// spellings reads them next to each other.
bool AreSpeltApart(const Flag& flag, const Flag& other, const Neighbours::Near& near) {
  const std::vector<const Access*> ours = SourceAccesses(flag);
  if (flag.accesses.size() != 1 || ours.empty() || !HasLostLetter(near.own, near.other))
    return false;
  const std::vector<const Access*> theirs = SourceAccesses(other);
  return !theirs.empty() && std::all_of(theirs.begin(), theirs.end(), [&](const Access* access) {
    return access->place.file != ours.front()->place.file;
  });
}

// Whether one place reads both names.
bool AreReadTogether(const Flag& flag, const Flag& other) {
  return std::any_of(flag.accesses.begin(), flag.accesses.end(), [&](const auto& one) {
    return std::any_of(other.accesses.begin(), other.accesses.end(),
                       [&](const auto& two) { return one.access->place == two.access->place; });
  });
}

std::string DidYouMean(const Flag& meant) { return fmt::format("did you mean {}?", meant.name); }

// The typo is on the page, in a name that the code reads in several places.
void ReportPage(const Flag& page, const Flag& read, std::vector<Finding>& findings) {
  Finding out = MakeFinding("likely-typo", page.name, Severity::kWarning, Confidence::kMedium);
  out.suggestion = read.name;
  out.code = PlacesOf(SourceAccesses(read));
  out.doc = PlacesOf(page.entries);
  out.at_page = true;
  out.message = fmt::format(
      "{} is documented at {} but never read, while {}, which no page "
      "documents, is read at {}",
      page.name, ToText(out.doc.front()), read.name, ToText(out.code.front()));
  out.remedy = DidYouMean(read);
  findings.push_back(std::move(out));
}

void Report(const Flag& flag, const Flag& meant, std::vector<Finding>& findings) {
  const bool waiting = IsWaiting(meant);
  Finding out = MakeFinding("likely-typo", flag.name, Severity::kWarning,
                            waiting ? Confidence::kHigh : Confidence::kMedium);
  out.suggestion = meant.name;
  out.code = PlacesOf(SourceAccesses(flag));
  out.doc = PlacesOf(meant.entries);
  if (waiting) {
    out.message =
        fmt::format("{} is read but not documented, while {}, documented at {}, is never read",
                    flag.name, meant.name, ToText(out.doc.front()));
  } else {
    const Place& place = meant.accesses.front().access->place;
    out.message =
        fmt::format("{} occurs only at {}, while {} is read at {}", flag.name,
                    ToText(flag.accesses.front().access->place), meant.name, ToText(place));
  }
  out.remedy = DidYouMean(meant);
  findings.push_back(std::move(out));
}

void CheckLikelyTypo(const RuleInput& input, std::vector<Finding>& findings) {
  Neighbours neighbours;
  for (const Flag& flag : input.flags) {
    if (!IsPattern(flag.name)) neighbours.Add(flag);
  }
  for (const Flag* flag : UndocumentedFlags(input)) {
    if (flag->name.size() < kShortestTypo || OwnerOf(input.ownership, flag->name) != nullptr)
      continue;
    const Flag* meant = nullptr;
    bool page = false;  // the typo is on the page
    int found = 0;
    for (const Neighbours::Near& near : neighbours.Find(flag->name)) {
      if (AreLinked(*flag, *near.flag) || AreReadTogether(*flag, *near.flag))
        continue;  // both are intended
      if (OwnerOf(input.ownership, near.flag->name) != nullptr) continue;
      // A word in other names is not a typo; of two short words, the one on the page may be the
      // typo.
      const bool joined = near.own.empty();
      const bool brief = !joined && std::max(near.own.size(), near.other.size()) < kMinTypedWord;
      const std::string_view slip = brief ? near.other : near.own;
      if (!joined && neighbours.Uses(slip) > 1) continue;
      // A plural or an added ending is a different name rather than a typo.
      const bool plural = IsBeginning(near.own, near.other);
      const bool stated = joined && !near.flag->entries.empty();
      const bool better =
          (stated || !plural) && !brief && IsKnownBetter(*flag, *near.flag) && (!joined || stated);
      const bool apart = AreSpeltApart(*flag, *near.flag, near);
      if (!IsWaiting(*near.flag) && !better && !apart) continue;
      meant = near.flag;
      page = brief && !apart && SourceAccesses(*flag).size() > 1;
      ++found;
    }
    for (const Flag* shorter : neighbours.Shorter(flag->name)) {
      if (!IsWaiting(*shorter) || AreLinked(*flag, *shorter)) continue;
      if (shorter != meant) ++found;
      meant = shorter;
    }
    const Flag* bare = neighbours.WithoutPrefix(flag->name);
    if (found == 0 && bare != nullptr && IsWaitingFor(*bare, *flag) &&
        !SourceAccesses(*flag).empty()) {
      ReportPage(*bare, *flag, findings);
      continue;
    }
    if (found != 1) continue;  // of several candidates, the intended one is unknown
    page ? ReportPage(*meant, *flag, findings) : Report(*flag, *meant, findings);
  }
  FindRenamed(input, findings);
  FindMisnamed(input, findings);
}

constexpr Explained kTypoExplains[] = {
    {"undocumented"}, {"unused", true}, {"unused"}, {"undocumented", true}};

}  // namespace

extern constexpr Rule kLikelyTypoRule = {
    .rank = 60,
    .name = "likely-typo",
    .summary = "a name looks like a misspelling of another variable",
    .remedy = "correct the name that is wrong",
    .check = CheckLikelyTypo,
    .explains = kTypoExplains,
};

}  // namespace flagcensus
