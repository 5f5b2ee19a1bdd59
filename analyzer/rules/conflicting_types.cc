// conflicting-types: two reads of one variable disagree about which values turn it off
//
// ## What it does
// Reports a variable that one read in the project's own sources parses as a boolean, so that `0` is
// off, while another read only tests whether it has a value, so that `0` is on. Likewise two reads that
// list the words for on, if only one of them has `1` or `true`.
//
// ## Why it matters
// Setting the variable to `0` switches one half of the program off and the other half on.
//
// ## Example
//     # app/server.py
//     https_only = os.environ.get("APP_HTTPS_ONLY", "0") in ("1", "true")
//     # app/links.py
//     if os.environ.get("APP_HTTPS_ONLY"):
//
// gives:
//
//     APP_HTTPS_ONLY=0 means on at app/links.py:2, where any value counts as true, but off at
//     app/server.py:2
//
// ## Not reported
// - a test of whether the variable is set, before the same function parses its value;
// - `"APP_X" in os.environ` and similar tests, and null checks in C, which often test whether the
//   user made a choice rather than which one;
// - reads next to each other in one file, and reads in different `#if` branches;
// - reads in a loop over several variables, and wrappers whose callers only test whether they
//   returned anything: the wrapper may recognise words that mean "off";
// - switches for tests by their name, and variables that no page documents and that the configuration of
//   the manual sets;
// - a variable that the program sets to an unknown value or to a word that means "off", and
//   third-party names (`CI`, `NO_COLOR`).
//
// ## Fix
// Read the variable in one place, or through one function that parses booleans.
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <iterator>
#include <set>
#include <utility>

#include "analyzer/base/text.h"
#include "analyzer/evidence/phrases.h"
#include "analyzer/rules/evidence.h"
#include "analyzer/rules/patterns.h"
#include "analyzer/rules/rule.h"
#include "analyzer/rules/shared_places.h"
#include "analyzer/values/spellings.h"

namespace flagcensus {
namespace {

bool HasZero(const std::vector<std::string>& words) {
  return std::find(words.begin(), words.end(), "0") != words.end();
}

// Whether "0" is off for `read`; a list of words for on without "0" says so, too.
bool IsOffWithZero(const Access& read) {
  if (read.use.any_true || read.op != AccessOp::kRead) return false;
  return HasZero(read.use.falsy) || (!read.use.truthy.empty() && !HasZero(read.use.truthy));
}

// Whether any value that is set is on. A wrapper may return a different value, and in C a test for
// null may only ask for the presence.
bool IsOnWithZero(const Access& read) {
  if (IsC(read.language) || read.op != AccessOp::kRead || !read.chain.empty()) return false;
  return read.use.any_true && read.use.truthy.empty() && read.use.falsy.empty();
}

// Whether the program may replace what the user set with a different value.
bool IsReplaced(const std::vector<const Access*>& accesses) {
  return std::any_of(accesses.begin(), accesses.end(), [](const Access* access) {
    return IsWrite(access->op) && (!access->value || !IsOnWord(ToLower(*access->value)));
  });
}

// Whether only the project's own runs set it: its name is that of a switch for tests, or the
// configuration of its manual sets it and no page documents it.
bool IsForOwnRuns(const Flag& flag) {
  if (HasNameWord("internal", "test-words", flag.name)) return true;
  return flag.entries.empty() &&
         std::any_of(flag.accesses.begin(), flag.accesses.end(), [](const FlagAccess& one) {
           return one.access->scope == Scope::kDocs && IsWrite(one.access->op);
         });
}

// Whether the two may be parts of one decision. Eight lines: further apart, the second read is
// usually in another statement or function.
bool AreTogether(const Access& a, const Access& b) {
  constexpr int kSideBySide = 8;  // lines
  if (a.place.file != b.place.file) return a.condition != b.condition;
  return a.evidence.function == b.evidence.function || a.condition != b.condition ||
         std::abs(a.place.line - b.place.line) <= kSideBySide;
}

// A read that treats any value as on, and one that treats "0" as off; null if all agree.
std::pair<const Access*, const Access*> Clashing(const std::vector<const Access*>& reads,
                                                 const std::set<Place>& shared) {
  std::vector<const Access*> off;
  std::copy_if(reads.begin(), reads.end(), std::back_inserter(off), [&](const Access* read) {
    return IsOffWithZero(*read) && !shared.contains(read->place);
  });
  if (off.empty()) return {nullptr, nullptr};
  for (const Access* read : reads) {
    if (!IsOnWithZero(*read)) continue;
    const bool guard = std::any_of(off.begin(), off.end(),
                                   [&](const Access* other) { return AreTogether(*read, *other); });
    if (!guard) return {read, off.front()};
  }
  return {nullptr, nullptr};
}

// A word for on, and two reads of which only one accepts it; "" if they agree.
struct Divided {
  std::string word;
  const Access* takes = nullptr;
  const Access* refuses = nullptr;
};

// Only reads that list their words for on state what they accept. A word that neither lists is not
// compared.
Divided DividedBy(const std::vector<const Access*>& reads, const std::set<Place>& shared) {
  std::vector<const Access*> listing;
  std::copy_if(reads.begin(), reads.end(), std::back_inserter(listing), [&](const Access* read) {
    return read->op == AccessOp::kRead && !read->use.any_true && !read->use.truthy.empty() &&
           read->use.falsy.empty() && !shared.contains(read->place) && !IsC(read->language);
  });
  const auto has = [](const Access& read, std::string_view word) {
    return std::find(read.use.truthy.begin(), read.use.truthy.end(), word) != read.use.truthy.end();
  };
  // The two words that users try first.
  for (const std::string_view word : {"1", "true"}) {
    for (const Access* takes : listing) {
      if (!has(*takes, word)) continue;
      for (const Access* refuses : listing) {
        const bool off = !has(*refuses, word) &&
                         std::all_of(refuses->use.truthy.begin(), refuses->use.truthy.end(),
                                     [](const std::string& one) { return IsOnWord(one); });
        if (off && !AreTogether(*takes, *refuses)) return {std::string(word), takes, refuses};
      }
    }
  }
  return {};
}

Finding MakeConflict(const Flag& flag, const Access& first, const Access& second) {
  Finding out =
      MakeFinding("conflicting-types", flag.name, Severity::kWarning, Confidence::kMedium);
  out.code = {first.place, second.place};
  out.highlight.about = AboutText::kTwoReads;
  out.doc = PlacesOf(flag.entries);
  out.remedy = "parse it with the same function in both places";
  return out;
}

void CheckConflictingTypes(const RuleInput& input, std::vector<Finding>& findings) {
  const std::set<Place> shared = SharedPlaces(input.flags);
  for (const Flag& flag : input.flags) {
    if (IsPattern(flag.name) || OwnerOf(input.ownership, flag.name) != nullptr) continue;
    // The stronger contradiction first: 0 is on in one place and off in another.
    const std::vector<const Access*> accesses = SourceAccesses(flag);
    if (IsReplaced(accesses) || IsForOwnRuns(flag)) continue;
    const auto [on, off] = Clashing(accesses, shared);
    if (on != nullptr) {
      Finding out = MakeConflict(flag, *on, *off);
      out.message =
          fmt::format("{}=0 means on at {}, where any value counts as true, but off at {}",
                      flag.name, ToText(on->place), ToText(off->place));
      findings.push_back(std::move(out));
      continue;
    }
    const Divided divided = DividedBy(accesses, shared);
    if (divided.word.empty()) continue;
    Finding out = MakeConflict(flag, *divided.takes, *divided.refuses);
    out.message =
        fmt::format("{}={} means on at {}, but off at {}, where only {} counts as true", flag.name,
                    divided.word, ToText(divided.takes->place), ToText(divided.refuses->place),
                    Join(divided.refuses->use.truthy, ", "));
    findings.push_back(std::move(out));
  }
}

}  // namespace

extern constexpr Rule kConflictingTypesRule = {
    .rank = 90,
    .name = "conflicting-types",
    .summary = "two reads of one variable disagree about which values turn it off",
    .remedy = "read it through one function",
    .check = CheckConflictingTypes,
};

}  // namespace flagcensus
