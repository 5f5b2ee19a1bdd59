// Evidence: what more than one rule asks of flags, so that all give one answer.
#include "analyzer/rules/evidence.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "analyzer/base/shorten.h"
#include "analyzer/base/text.h"
#include "analyzer/model/secrets.h"
#include "analyzer/project/scope.h"
#include "analyzer/rules/patterns.h"
#include "analyzer/tree/glob.h"

namespace flagcensus {

std::vector<const Access*> SourceAccesses(const Flag& flag) {
  std::vector<const Access*> out;
  for (const FlagAccess& access : flag.accesses) {
    if (access.access->scope == Scope::kSrc) out.push_back(access.access);
  }
  return out;
}

namespace {

// Whether a family's entry describes its members. It does not if it is the project's whole prefix,
// or if its text is a reference ("see the manual").
bool DocumentsMembers(const Flag& family, const Ownership& ownership) {
  const std::string_view stem = std::string_view(family.name).substr(0, family.name.find('*'));
  const OwnPrefix* const own = OwnPrefixOf(ownership, stem);
  const bool whole = stem.size() + 1 == family.name.size();  // not APP_*_PATH
  if (whole && own != nullptr && own->by <= OwnBy::kPages && own->prefix == stem) return false;
  constexpr size_t kShort = 80;  // bytes of a text that only refers to another
  return std::any_of(family.entries.begin(), family.entries.end(), [](const Entry* entry) {
    const std::string text = ToLower(entry->description);
    return !(text.size() < kShort && (text.starts_with("see ") || text.starts_with("refer ")));
  });
}

// The flags without an entry for themselves or for a family, not listed as internal, for which
// wanted(flag) is true.
template <typename Wanted>
std::vector<const Flag*> WithoutEntry(const RuleInput& input, Wanted wanted) {
  std::vector<const Flag*> families = PatternFlags(input.flags);
  std::erase_if(families,
                [&](const Flag* flag) { return !DocumentsMembers(*flag, input.ownership); });
  Globs internal;
  for (const InternalFlag& row : input.internal) internal.Add(row.name);
  std::vector<const Flag*> out;
  for (const Flag& flag : input.flags) {
    if (!flag.entries.empty() || !flag.sub_flags.empty() || IsPattern(flag.name)) continue;
    if (!wanted(flag) || internal.Matches(flag.name)) continue;
    const bool member = std::any_of(families.begin(), families.end(), [&](const Flag* family) {
      return Covers(family->name, flag.name);
    });
    if (!member) out.push_back(&flag);
  }
  return out;
}

}  // namespace

std::vector<const Flag*> UndocumentedFlags(const RuleInput& input) {
  return WithoutEntry(input, [](const Flag& flag) { return !SourceAccesses(flag).empty(); });
}

std::vector<const Flag*> FlagsOfInstallation(const RuleInput& input) {
  return WithoutEntry(input, [](const Flag& flag) {
    return SourceAccesses(flag).empty() && !ReadsOfInstallation(flag).empty();
  });
}

// Reads and tests in scripts that install the package.
std::vector<Place> ReadsOfInstallation(const Flag& flag) {
  std::vector<Place> out;
  for (const FlagAccess& one : flag.accesses) {
    const bool read = one.access->op == AccessOp::kRead || one.access->op == AccessOp::kTest;
    if (read && one.access->scope == Scope::kScript && IsInstallScript(one.access->place.file)) {
      out.push_back(one.access->place);
    }
  }
  return out;
}

std::map<std::string_view, Place> DeadNames(const std::vector<Flag>& flags) {
  const size_t least = 6;  // names of a list; fewer are read one by one
  std::map<Place, std::vector<const Flag*>> lists;
  for (const Flag& flag : flags) {
    if (IsPattern(flag.name)) continue;
    std::set<Place> own;
    for (const Access* access : SourceAccesses(flag)) own.insert(access->place);
    // Grouped by place: accesses at one place come from a list or a loop.
    for (const Place& place : own) lists[place].push_back(&flag);
  }
  std::erase_if(lists, [&](const auto& list) { return list.second.size() < least; });
  const auto elsewhere = [&](const Flag& flag) {
    return !flag.light.empty() ||
           std::any_of(flag.accesses.begin(), flag.accesses.end(),
                       [&](const FlagAccess& one) { return !lists.contains(one.access->place); });
  };
  // Spelled at its read or write, not composed by a wrapper that the list also uses.
  const auto spelled = [&](const Flag& flag) {
    const std::vector<const Access*> accesses = SourceAccesses(flag);
    return std::any_of(accesses.begin(), accesses.end(), [&](const Access* access) {
      return access->chain.empty() && !lists.contains(access->place);
    });
  };
  std::map<std::string_view, Place> out;
  for (const auto& [place, names] : lists) {
    const auto used = static_cast<size_t>(std::count_if(
        names.begin(), names.end(), [&](const Flag* flag) { return spelled(*flag); }));
    // Four of five: in such a list a name that nothing else uses is an exception, not the rule.
    if (used * 5 < names.size() * 4) continue;
    for (const Flag* flag : names) {
      if (!elsewhere(*flag)) out.emplace(flag->name, place);
    }
  }
  return out;
}

std::string_view LeadingWord(std::string_view name) { return name.substr(0, name.find('_', 1)); }

bool AreLinked(const Flag& a, const Flag& b) {
  const auto stands_in = [](const Flag& inner, const Flag& outer) {
    return std::any_of(inner.accesses.begin(), inner.accesses.end(), [&](const FlagAccess& access) {
      return access.access->use.fallback_of == outer.name;
    });
  };
  return stands_in(a, b) || stands_in(b, a);
}

bool IsWrite(AccessOp op) {
  return op == AccessOp::kWrite || op == AccessOp::kSetDefault || op == AccessOp::kAppend ||
         op == AccessOp::kDelete;
}

std::vector<Place> PlacesOf(const std::vector<const Access*>& accesses) {
  std::vector<Place> out;
  for (const Access* access : accesses) out.push_back(access->place);
  return out;
}

std::vector<Place> PlacesOf(const std::vector<const Entry*>& entries) {
  std::vector<Place> out;
  for (const Entry* entry : entries) out.push_back(entry->place);
  return out;
}

std::string ToText(const Place& place) {
  return place.line == 0 ? place.file : fmt::format("{}:{}", place.file, place.line);
}

std::string ToText(const std::vector<Place>& places) {
  if (places.empty()) return {};
  if (places.size() == 1) return ToText(places.front());
  return fmt::format("{} and {} more place{}", ToText(places.front()), places.size() - 1,
                     places.size() == 2 ? "" : "s");
}

std::string ListNames(const std::vector<std::string>& names) {
  constexpr size_t kShown = 5;
  // One more name costs no more than "and 1 more".
  const size_t shown = names.size() > kShown + 1 ? kShown : names.size();
  std::string out = Join({names.begin(), names.begin() + static_cast<ptrdiff_t>(shown)}, ", ");
  if (shown < names.size()) out += fmt::format(" and {} more", names.size() - shown);
  return out;
}

std::string ShowValue(std::string_view name, std::string_view value) {
  constexpr size_t kShown = 80;  // bytes; a message is one sentence, however long the value
  if (value.empty()) return "\"\"";
  return Shorten(MaskSecrets(value, name), kShown);
}

Finding MakeFinding(std::string_view rule, std::string_view name, Severity severity,
                    Confidence confidence) {
  Finding out;
  out.rule = rule;
  out.name = name;
  out.severity = severity;
  out.confidence = confidence;
  out.fingerprint = Fingerprint({rule, name});
  return out;
}

void SetValues(Finding& finding, std::optional<std::string> documented,
               std::optional<std::string> actual) {
  finding.documented = std::move(documented);
  finding.actual = std::move(actual);
  // A credential must not be guessed from a fingerprint, either.
  const std::string page = MaskSecrets(finding.documented.value_or(std::string()), finding.name);
  const std::string code = MaskSecrets(finding.actual.value_or(std::string()), finding.name);
  finding.fingerprint = Fingerprint({finding.rule, finding.name, page, code});
}

const Entry* EntryWithClaim(const std::vector<const Entry*>& entries, std::string_view claim) {
  for (const Entry* entry : entries) {
    if (entry->HasClaim(claim)) return entry;
  }
  return nullptr;
}

}  // namespace flagcensus
