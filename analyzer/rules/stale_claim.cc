// stale-claim: the code contradicts a remark on the page
//
// ## What it does
// Checks what a page says apart from the default: that a variable was removed, is not consumed, appears
// only in docstrings, is an alias of another, is read in certain files, or is deprecated in favour of
// another; that its parts are separated by commas, if the code splits it at colons; in its text,
// another default than the one that its entry and the code have; or some values, of which the code
// compares the variable with one more.
//
// ## Why it matters
// Such a remark says that a variable is not to be used. If it is outdated, they avoid a variable that
// works, or use one that does nothing.
//
// ## Example
//     | `APP_WORKERS` | `4` | Declared but not currently consumed. |
//
// and
//
//     pool = Pool(int(os.environ.get("APP_WORKERS", "4")))
//
//     APP_WORKERS is documented as unused, but its value is used at app/pool.py:1
//
// ## Not reported
// - a removed or deprecated variable that the code only tests, for example to print a warning, and
//   one with a value that the page describes as removed (`NAME=old`);
// - deprecated and internal variables that are read, which is no contradiction;
// - a "files" column, if one of the listed files reads the variable or calls the function that
//   does;
// - an alias if one file reads both names;
// - separators, if one read splits the value as documented, or no call that splits it is visible;
// - values, if the entry has fewer than two of those that the code compares the variable with;
// - claims about variables that nothing accesses: `unused` reports those.
//
// ## Fix
// Remove the remark, or the code that contradicts it.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "analyzer/base/text.h"
#include "analyzer/evidence/separators.h"
#include "analyzer/rules/evidence.h"
#include "analyzer/rules/links.h"
#include "analyzer/rules/patterns.h"
#include "analyzer/rules/rule.h"
#include "analyzer/values/values.h"
#include "analyzer/values/words.h"

namespace flagcensus {
namespace {

using Flags = std::map<std::string_view, const Flag*>;

// Whether the read uses the value, rather than only testing whether there is one.
bool TakesValue(const Access& access) {
  return access.op == AccessOp::kRead && !access.use.any_true;
}

void Report(const Flag& flag, const Entry& entry, std::string documented, std::string actual,
            std::vector<Place> code, Confidence confidence, const std::string& text,
            std::vector<Finding>& findings) {
  Finding out = MakeFinding("stale-claim", flag.name, Severity::kWarning, confidence);
  SetValues(out, std::move(documented), std::move(actual));
  out.code = std::move(code);
  out.doc = {entry.place};
  out.highlight.about = AboutText::kClaim;
  out.message = fmt::format("{} {}", flag.name, text);
  out.remedy = fmt::format("correct {}, or the code", ToText(entry.place));
  findings.push_back(std::move(out));
}

// A test without use of the value may warn about the removed name, so only reads count.
bool CheckRemoved(const Flag& flag, const Entry& entry, std::vector<Finding>& findings) {
  if (entry.value) return false;  // `NAME=old`: a value was removed
  std::vector<const Access*> reads = SourceAccesses(flag);
  std::erase_if(reads, [](const Access* access) { return !TakesValue(*access); });
  if (reads.empty()) return false;
  const std::vector<Place> places = PlacesOf(reads);
  Report(flag, entry, "removed", "read", places, Confidence::kHigh,
         fmt::format("is documented as removed but read at {}", ToText(places)), findings);
  return true;
}

bool CheckDocstringOnly(const Flag& flag, const Entry& entry, std::vector<Finding>& findings) {
  const std::vector<Place> places = PlacesOf(SourceAccesses(flag));
  if (places.empty()) return false;
  Report(flag, entry, "docstring-only", "touched", places, Confidence::kHigh,
         fmt::format("is documented as appearing only in docstrings but accessed at {}",
                     ToText(places)),
         findings);
  return true;
}

// Whether the value of a read is used: bound to a name that is used, or part of an expression.
bool IsConsumed(const FlagAccess& read) {
  const Access& access = *read.access;
  if (access.scope != Scope::kSrc || access.op != AccessOp::kRead) return false;
  if (access.evidence.by_declarator || access.use.fallback_of) return false;
  if (read.consumption.kind == Consumption::Kind::kUsed) return true;
  return read.consumption.kind == Consumption::Kind::kUnknown &&
         (access.bound_kind == BoundKind::kNone || access.bound_kind == BoundKind::kLocal);
}

bool CheckNotConsumed(const Flag& flag, const Entry& entry, std::vector<Finding>& findings) {
  // A deprecated name is often still tested, to warn about it.
  const bool leaving = entry.HasClaim("deprecated") || entry.HasClaim("removed");
  std::vector<Place> places;
  bool sure = false;
  for (const FlagAccess& read : flag.accesses) {
    if (!IsConsumed(read) || (leaving && !TakesValue(*read.access))) continue;
    places.push_back(read.access->place);
    sure = sure || read.consumption.kind == Consumption::Kind::kUsed;
  }
  if (places.empty()) return false;
  Report(flag, entry, "not-consumed", "used", places,
         sure ? Confidence::kHigh : Confidence::kMedium,
         fmt::format("is documented as unused, but its value is used at {}", ToText(places)),
         findings);
  return true;
}

// The files in scope src that access a variable.
std::set<std::string> FilesOf(const Flag& flag) {
  std::set<std::string> out;
  for (const Access* access : SourceAccesses(flag)) out.insert(access->place.file);
  return out;
}

bool CheckAlias(const Flag& flag, const Entry& entry, const std::string& target, const Flags& flags,
                const std::vector<const Flag*>& patterns, std::vector<Finding>& findings) {
  // "Same as X, for Y" compares two variables.
  if (ToLower(entry.description).find("same as") != std::string::npos) return false;
  const std::set<std::string> own = FilesOf(flag);
  if (own.empty()) return false;
  // A computed name may be the target.
  const bool computed = std::any_of(patterns.begin(), patterns.end(), [&](const Flag* pattern) {
    return Covers(pattern->name, target);
  });
  if (computed) return false;
  const auto found = flags.find(target);
  const std::vector<Place> places = PlacesOf(SourceAccesses(flag));
  if (found == flags.end() || found->second->accesses.empty()) {
    Report(flag, entry, "alias-of:" + target, "read alone", places, Confidence::kMedium,
           fmt::format("is documented as an alias of {}, which nothing reads; {} is read at {}",
                       target, flag.name, ToText(places)),
           findings);
    return true;
  }
  const Flag& other = *found->second;
  const std::set<std::string> others = FilesOf(other);
  const bool together = std::any_of(own.begin(), own.end(),
                                    [&](const std::string& file) { return others.contains(file); });
  if (others.empty() || together || AreLinked(flag, other)) return false;
  Report(flag, entry, "alias-of:" + target, "read apart", places, Confidence::kMedium,
         fmt::format("is documented as an alias of {}, but they are read separately, at {} and {}",
                     target, ToText(places), ToText(PlacesOf(SourceAccesses(other)))),
         findings);
  return true;
}

// Whether `path` is the file that a page calls `named`, by its whole path or the end of it.
bool IsFile(std::string_view path, std::string_view named) {
  if (named.starts_with("./")) named.remove_prefix(2);
  return path == named || (path.ends_with(named) && path[path.size() - named.size() - 1] == '/');
}

// Reports an entry if the page has a column of files that read it, and none of them does.
bool CheckReadIn(const Flag& flag, const Entry& entry, std::vector<Finding>& findings) {
  constexpr std::string_view kReadIn = "read-in:";
  std::vector<std::string> files;
  for (const std::string& claim : entry.claims) {
    if (claim.starts_with(kReadIn)) files.push_back(claim.substr(kReadIn.size()));
  }
  if (files.empty()) return false;
  const std::vector<const Access*> accesses = SourceAccesses(flag);
  if (accesses.empty()) return false;
  const auto named = [&](const Place& place) {
    return std::any_of(files.begin(), files.end(),
                       [&](const std::string& file) { return IsFile(place.file, file); });
  };
  for (const FlagAccess& one : flag.accesses) {
    const Access& access = *one.access;
    if (named(access.place) || std::any_of(access.chain.begin(), access.chain.end(), named)) {
      return false;
    }
  }
  if (std::any_of(flag.seen_elsewhere.begin(), flag.seen_elsewhere.end(), named)) return false;
  const std::vector<Place> places = PlacesOf(accesses);
  Report(flag, entry, "read-in:" + files.front(), places.front().file, places, Confidence::kMedium,
         fmt::format("is documented as read in {} but read at {}", Join(files, " and "),
                     ToText(places)),
         findings);
  return true;
}

// Reports a variable that is deprecated in favour of one that the code reads only if this one is
// not set.
bool CheckDeprecated(const Flag& flag, const Entry& entry, const std::vector<Link>& links,
                     const Flags& flags, std::vector<Finding>& findings) {
  for (const Link& link : links) {
    if (link.first != flag.name) continue;
    const auto other = flags.find(link.second);
    const bool named = HasWord(entry.description, link.second);
    if (other == flags.end() || other->second->entries.empty() || !named) continue;
    if (EntryWithClaim(other->second->entries, "deprecated") != nullptr) continue;
    const Access* read = ReadInFile(flag, link.access->place.file);
    if (read == nullptr) continue;
    Report(flag, entry, "deprecated", "preferred", {read->place, link.access->place},
           Confidence::kMedium,
           fmt::format("is documented as deprecated in favour of {} but read first at {}",
                       link.second, ToText(read->place)),
           findings);
    return true;
  }
  return false;
}

std::string NameOfSeparator(char separator) {
  switch (separator) {
    case ',':
      return "commas";
    case ':':
      return "colons";
    case ';':
      return "semicolons";
    default:
      return "spaces";
  }
}

// Reports "comma-separated" if every read splits the value at another character.
bool CheckSeparator(const Flag& flag, const Entry& entry, std::vector<Finding>& findings) {
  const char noted = SeparatorIn(entry.description);
  if (noted == 0 || flag.splits.empty()) return false;
  const bool differs = std::all_of(
      flag.splits.begin(), flag.splits.end(),
      [&](const ValueSplit& split) { return split.at.find(noted) == std::string::npos; });
  if (!differs) return false;
  const ValueSplit& split = flag.splits.front();
  Report(
      flag, entry, NameOfSeparator(noted), NameOfSeparator(split.at.front()), {split.place},
      Confidence::kMedium,
      fmt::format("is documented as separated by {}, but its value is split at {} at {}",
                  NameOfSeparator(noted), NameOfSeparator(split.at.front()), ToText(split.place)),
      findings);
  return true;
}

// The number in "This value defaults to 16MB.", if the sentence ends there; "" if the text has no
// such number, or several.
std::string DefaultInSentence(std::string_view text) {
  constexpr std::string_view kWords = "defaults to ";
  const std::string lower = ToLower(text);
  const size_t at = lower.find(kWords);
  if (at == std::string::npos || lower.find("default", at + 1) != std::string::npos) return {};
  const std::string_view rest = text.substr(at + kWords.size());
  const size_t end = EndOfRun(rest, 0, [](char c) { return IsAlnum(c) || c == ' '; });
  const bool ends = end == rest.size() || rest.substr(end, 2) == ". " || rest.substr(end) == ".";
  // A longer text is not a number with a unit.
  constexpr size_t kLongest = 12;
  const std::string_view value = Trim(rest.substr(0, end));
  if (!ends || value.empty() || value.size() > kLongest || !IsDigit(value[0])) return {};
  return std::string(value);
}

// The default in "(default: auto)"; "" if the text has none, or several.
std::string ParenthesizedDefault(std::string_view text) {
  constexpr std::string_view kOpen = "(default: ";
  const std::string lower = ToLower(text);
  const size_t at = lower.find(kOpen);
  if (at == std::string::npos || lower.find(kOpen, at + 1) != std::string::npos) return {};
  const size_t begin = at + kOpen.size();
  const size_t end = text.find(')', begin);
  if (end == std::string_view::npos) return {};
  const std::string_view value = Unquote(Trim(text.substr(begin, end - begin)));
  return value.find(' ') == std::string_view::npos ? std::string(value) : std::string();
}

// Reports a text that states a different default from the entry's own field, which is the code's
// default.
bool CheckTwoDefaults(const Flag& flag, const Entry& entry, std::vector<Finding>& findings) {
  if (entry.default_kind != DocumentedDefault::kLiteral || !entry.default_text) return false;
  std::string noted = ParenthesizedDefault(entry.description);
  if (noted.empty()) noted = DefaultInSentence(entry.description);
  if (noted.empty()) return false;
  std::vector<const Access*> reads = SourceAccesses(flag);
  std::erase_if(reads, [](const Access* access) {
    return access->op != AccessOp::kRead || access->default_kind != DefaultKind::kLiteral;
  });
  const auto compare = [&](std::string_view value, const Access* read) {
    return CompareLiterals(value, read->default_text.value_or(std::string()), read->type,
                           read->use.truthy);
  };
  const bool wrong =
      !reads.empty() && std::all_of(reads.begin(), reads.end(), [&](const Access* read) {
        return compare(noted, read) == Verdict::kDiffer &&
               compare(*entry.default_text, read) == Verdict::kEqual;
      });
  if (!wrong) return false;
  const std::string actual = ShowValue(flag.name, *entry.default_text);
  Report(flag, entry, noted, *entry.default_text, PlacesOf(reads), Confidence::kMedium,
         fmt::format("is documented with two defaults, {} and {}; the code uses {}",
                     ShowValue(flag.name, noted), actual, actual),
         findings);
  return true;
}

// Whether `lower` contains the value as a word, in any case; "fast" in "fast-path" is a different
// word.
bool HasValue(std::string_view lower, std::string_view value) {
  const std::string word = ToLower(value);
  const auto divides = [](char c) { return IsIdentifierByte(c) || c == '-'; };
  for (size_t at = lower.find(word); at != std::string_view::npos; at = lower.find(word, at + 1)) {
    const size_t end = at + word.size();
    if (at > 0 && divides(lower[at - 1])) continue;
    if (end >= lower.size() || !divides(lower[end])) return true;
  }
  return false;
}

// Reports an entry that lists values but lacks one that the code compares the variable with.
bool CheckValues(const Flag& flag, const Entry& entry, const RuleInput& input,
                 std::vector<Finding>& findings) {
  constexpr size_t kListed = 2;
  // The text of a sample does not repeat the value that its line sets.
  const bool sample =
      !entry.IsListed() || entry.how == EntryHow::kBlock || entry.how == EntryHow::kDotenv;
  if (input.compared == nullptr || sample) return false;
  const auto compared = input.compared->find(flag.name);
  if (compared == input.compared->end()) return false;
  const std::string text = ToLower(entry.description + " " + entry.default_text.value_or(""));
  std::vector<std::string> listed;
  std::vector<std::string> missing;
  std::vector<Place> places;
  for (const ComparedValue& one : compared->second) {
    if (HasValue(text, one.value)) {
      listed.push_back(one.value);
    } else {
      missing.push_back(one.value);
      places.push_back(one.place);
    }
  }
  // At least two listed values, and not more missing than listed: otherwise the words are in the
  // text by chance, or the page describes only some values on purpose.
  if (listed.size() < kListed || missing.empty() || missing.size() > listed.size()) return false;
  Report(
      flag, entry, Join(listed, ", "), Join(missing, ", "), places, Confidence::kMedium,
      fmt::format("is documented with the values {}, but the code compares it with {}, too, at {}",
                  ListNames(listed), ListNames(missing), ToText(places)),
      findings);
  return true;
}

void CheckStaleClaim(const RuleInput& input, std::vector<Finding>& findings) {
  constexpr std::string_view kAlias = "alias-of:";
  Flags flags;
  for (const Flag& flag : input.flags) flags.emplace(flag.name, &flag);
  std::vector<const Flag*> patterns = PatternFlags(input.flags);
  std::erase_if(patterns, [](const Flag* flag) { return flag->accesses.empty(); });
  const std::vector<Link> links = LinksOf(input);
  for (const Flag& flag : input.flags) {
    for (const Entry* entry : flag.entries) {
      const auto claims = [&](std::string_view claim) { return entry->HasClaim(claim); };
      // One finding for each variable: the explicit claims first, then what the description
      // implies.
      bool reported = false;
      if (claims("docstring-only")) {
        reported = CheckDocstringOnly(flag, *entry, findings);
      } else if (claims("removed")) {
        reported = CheckRemoved(flag, *entry, findings);
      } else if (claims("not-consumed")) {
        reported = CheckNotConsumed(flag, *entry, findings);
      } else if (claims("deprecated")) {
        reported = CheckDeprecated(flag, *entry, links, flags, findings);
      }
      for (const std::string& claim : entry->claims) {
        if (reported || !claim.starts_with(kAlias)) continue;
        reported = CheckAlias(flag, *entry, claim.substr(kAlias.size()), flags, patterns, findings);
      }
      if (!reported) reported = CheckReadIn(flag, *entry, findings);
      if (!reported) reported = CheckSeparator(flag, *entry, findings);
      if (!reported) reported = CheckTwoDefaults(flag, *entry, findings);
      if (!reported) reported = CheckValues(flag, *entry, input, findings);
      if (reported) break;
    }
  }
}

}  // namespace

extern constexpr Rule kStaleClaimRule = {
    .rank = 50,
    .name = "stale-claim",
    .summary = "the code contradicts a remark on the page",
    .remedy = "correct the page, or the code",
    .check = CheckStaleClaim,
};

}  // namespace flagcensus
