// a documented name that nothing (or only a test) reads ─→ the name that is read in its place
//
// Near alone is enough for a letter, a short form and another order. Of names with a different word
// the documented default must be the one of the read, and a value that few variables have. In each
// case only where there is one such name, and where that has no other it may be meant for.
#include "analyzer/rules/renamed.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "analyzer/base/text.h"
#include "analyzer/rules/evidence.h"
#include "analyzer/rules/near_names.h"
#include "analyzer/rules/patterns.h"
#include "analyzer/rules/placeholders.h"
#include "analyzer/values/spellings.h"
#include "analyzer/values/values.h"
#include "analyzer/values/words.h"

namespace flagcensus {
namespace {

// Letters of a name; shorter names differ by one letter too often.
constexpr size_t kShortestRenamed = 8;

bool IsRead(const Access& access) {
  return access.op == AccessOp::kRead || access.op == AccessOp::kTest;
}

bool IsReadInSources(const Flag& flag) {
  const std::vector<const Access*> accesses = SourceAccesses(flag);
  return std::any_of(accesses.begin(), accesses.end(),
                     [](const Access* access) { return IsRead(*access); });
}

// Whether it is documented and accessed by tests only, if at all.
bool IsGone(const Flag& flag) {
  const bool tests =
      std::all_of(flag.accesses.begin(), flag.accesses.end(),
                  [](const FlagAccess& access) { return access.access->scope == Scope::kTest; });
  if (!tests || !flag.seen_elsewhere.empty() || !flag.light.empty()) return false;
  return std::any_of(flag.entries.begin(), flag.entries.end(),
                     [](const Entry* entry) { return entry->IsListed(); }) &&
         EntryWithClaim(flag.entries, "removed") == nullptr &&
         EntryWithClaim(flag.entries, "docstring-only") == nullptr &&
         EntryWithClaim(flag.entries, "not-consumed") == nullptr;
}

// Whether a value occurs with too many variables to identify one of them.
bool IsCommon(const std::string& value) {
  constexpr size_t kStating = 3;
  const std::string lower = ToLower(value);
  return value.size() < kStating || IsOnWord(lower) || IsOffWord(lower) || IsShownForUnset(value);
}

// Whether a page states for `gone` the same default that the sources read `now` with.
bool HasDefaultOf(const Flag& gone, const Flag& now) {
  for (const Entry* entry : gone.entries) {
    if (entry->default_kind != DocumentedDefault::kLiteral || !entry->default_text) continue;
    const std::string stated(Unquote(*entry->default_text));
    if (IsCommon(stated)) continue;
    for (const Access* access : SourceAccesses(now)) {
      if (access->default_text && access->default_kind == DefaultKind::kLiteral &&
          *access->default_text == stated) {
        return true;
      }
    }
  }
  return false;
}

bool ShareAPage(const Flag& a, const Flag& b) {
  return std::any_of(a.entries.begin(), a.entries.end(), [&](const Entry* one) {
    return std::any_of(b.entries.begin(), b.entries.end(),
                       [&](const Entry* other) { return one->place.file == other->place.file; });
  });
}

// Names by kind, and how often each word occurs in a name of the tree.
struct Names {
  NearNames gone;          // documented and accessed by no source
  NearNames undocumented;  // read, and on no page
  NearNames documented;    // read, and on a page
  NearNames read;          // read, set by nothing and on no page
  NearNames set;           // set by the sources and read by nothing
  std::vector<const Flag*> all_gone, all_set;
  std::map<std::string, int, std::less<>> uses;

  bool HasOften(const std::string& word) const {
    const auto found = uses.find(word);
    return found != uses.end() && found->second > 1;
  }
  // A word that other names contain, too, is not a misspelling: `near.own`, if it differs by one
  // letter.
  bool AreWords(const NearNames::Near& near) const {
    if (near.own.empty()) return false;
    return HasOften(near.own) && (near.how == Nearness::kLetter || HasOften(near.other));
  }
};

bool IsSetByNobody(const Flag& flag) {
  const bool written = std::any_of(flag.accesses.begin(), flag.accesses.end(),
                                   [](const auto& one) { return IsWrite(one.access->op); });
  const bool light = std::any_of(flag.light.begin(), flag.light.end(),
                                 [](const auto& one) { return one.op == AccessOp::kWrite; });
  return !written && !light;
}

// Whether the sources set it and nothing reads it.
bool IsSetForNobody(const Flag& flag) {
  const std::vector<const Access*> sources = SourceAccesses(flag);
  return !sources.empty() && flag.entries.empty() && flag.light.empty() &&
         std::all_of(sources.begin(), sources.end(),
                     [](const Access* one) {
                       return one->op == AccessOp::kWrite || one->op == AccessOp::kSetDefault;
                     }) &&
         std::none_of(flag.accesses.begin(), flag.accesses.end(),
                      [](const FlagAccess& one) { return IsRead(*one.access); });
}

// Sorts the flags into these kinds; third-party names are in none of them.
Names NamesOf(const RuleInput& input) {
  Names out;
  std::set<const Flag*> undocumented;
  for (const Flag* flag : UndocumentedFlags(input)) undocumented.insert(flag);
  for (const Flag& flag : input.flags) {
    if (IsPattern(flag.name)) continue;
    if (!flag.accesses.empty() || !flag.entries.empty()) {
      for (const std::string_view word : Split(flag.name, '_')) ++out.uses[std::string(word)];
    }
    if (flag.name.size() < kShortestRenamed) continue;
    if (OwnerOf(input.ownership, flag.name) != nullptr) continue;
    if (IsGone(flag)) {
      out.gone.Add(flag);
      out.all_gone.push_back(&flag);
    }
    if (IsSetForNobody(flag)) {
      out.set.Add(flag);
      out.all_set.push_back(&flag);
    }
    if (!IsReadInSources(flag)) continue;
    if (undocumented.contains(&flag)) out.undocumented.Add(flag);
    if (!flag.entries.empty()) out.documented.Add(flag);
    if (undocumented.contains(&flag) && IsSetByNobody(flag)) out.read.Add(flag);
  }
  return out;
}

// Whether `near.flag` may be the current name of `gone`. A different word alone is not enough: then
// the default must be the same.
bool MayBeRenamed(const Flag& gone, const NearNames::Near& near, const Names& names) {
  if (AreLinked(gone, *near.flag)) return false;
  if (near.how == Nearness::kWord) return HasDefaultOf(gone, *near.flag);
  return !names.AreWords(near);
}

// The one flag of `among` that `flag` may be a misspelling of, if no other flag of `back` may be
// one of it; otherwise nullptr. Both directions must be unique because a wrong suggestion is worse
// than none.
template <typename May>
const Flag* OnlyNear(const Flag& flag, const NearNames& among, const NearNames& back, May may) {
  const Flag* out = nullptr;
  for (const NearNames::Near& near : among.Find(flag.name)) {
    if (!may(flag, near)) continue;
    if (out != nullptr) return nullptr;
    out = near.flag;
  }
  if (out == nullptr) return nullptr;
  for (NearNames::Near near : back.Find(out->name)) {
    if (near.flag == &flag) continue;
    const Flag& other = *near.flag;
    near.flag = out;
    std::swap(near.own, near.other);
    if (may(other, near)) return nullptr;
  }
  return out;
}

void ReportGone(const Flag& gone, const Flag& now, std::vector<Finding>& findings) {
  Finding out = MakeFinding("likely-typo", gone.name, Severity::kWarning, Confidence::kMedium);
  out.suggestion = now.name;
  out.at_page = true;
  out.doc = PlacesOf(gone.entries);
  out.code = PlacesOf(SourceAccesses(now));
  const char* const lost = gone.accesses.empty() ? "never read" : "read only by tests";
  const std::string known = now.entries.empty()
                                ? std::string(", which no page documents,")
                                : ", documented at " + ToText(now.entries.front()->place) + ",";
  out.message =
      fmt::format("{} is documented at {} but {}, while {}{} is read at {}", gone.name,
                  ToText(out.doc.front()), lost, now.name, known, ToText(out.code.front()));
  out.remedy = fmt::format("did you mean {}?", now.name);
  findings.push_back(std::move(out));
}

// The places of a name that only sentences and examples contain, but no list on a page and no file
// that could use it.
std::vector<const Entry*> MentionsOf(const Flag& flag) {
  const bool used = !flag.accesses.empty() || !flag.seen_elsewhere.empty() || !flag.light.empty() ||
                    flag.is_macro || flag.declared_as;
  const bool listed = std::any_of(flag.entries.begin(), flag.entries.end(),
                                  [](const Entry* entry) { return entry->IsListed(); });
  if (used || listed) return {};
  std::vector<const Entry*> out = flag.entries;
  out.insert(out.end(), flag.mentions.begin(), flag.mentions.end());
  return out;
}

// The documented variable that a sentence misspells: it differs by one letter in one word and is
// documented on the same page. nullptr if there is none, or several.
const Flag* MeantBy(const Flag& mention, const std::string& page,
                    const std::vector<const Flag*>& documented) {
  constexpr size_t kMinLetters = 3;  // of the word
  const Flag* out = nullptr;
  const std::vector<std::string_view> own = Split(mention.name, '_');
  for (const Flag* flag : documented) {
    if (flag->name.size() + 1 < mention.name.size() ||
        mention.name.size() + 1 < flag->name.size()) {
      continue;
    }
    const std::vector<std::string_view> words = Split(flag->name, '_');
    if (words.size() != own.size() || words.size() < 2) continue;
    const auto differs = std::mismatch(own.begin(), own.end(), words.begin());
    if (differs.first == own.end() ||
        !std::equal(differs.first + 1, own.end(), differs.second + 1)) {
      continue;
    }
    const std::string_view a = *differs.first;
    const std::string_view b = *differs.second;
    if (std::min(a.size(), b.size()) < kMinLetters || HasDigit(a) || HasDigit(b)) continue;
    if (a[0] != b[0] || a.starts_with(b) || b.starts_with(a) || EditDistance(a, b, 1) != 1)
      continue;
    const bool together =
        std::any_of(flag->entries.begin(), flag->entries.end(),
                    [&](const Entry* entry) { return entry->place.file == page; });
    if (!together) continue;
    if (out != nullptr) return nullptr;
    out = flag;
  }
  return out;
}

void ReportMention(const Flag& mention, const std::vector<const Entry*>& places, const Flag& meant,
                   std::vector<Finding>& findings) {
  Finding out = MakeFinding("likely-typo", mention.name, Severity::kWarning, Confidence::kMedium);
  out.suggestion = meant.name;
  out.at_page = true;
  out.doc = PlacesOf(places);
  out.code = PlacesOf(SourceAccesses(meant));
  out.message =
      fmt::format("{} is named at {}, but nothing reads it, while {} is read at {}", mention.name,
                  ToText(out.doc.front()), meant.name, ToText(out.code.front()));
  out.remedy = fmt::format("did you mean {}?", meant.name);
  findings.push_back(std::move(out));
}

// The misspelled word must not be a word of other variables.
void FindMisspelledMentions(const RuleInput& input, const Names& names,
                            std::vector<Finding>& findings) {
  std::map<std::string_view, std::vector<const Flag*>> documented;  // by the first word
  for (const Flag& flag : input.flags) {
    if (!flag.entries.empty() && IsReadInSources(flag) && !IsPattern(flag.name)) {
      documented[LeadingWord(flag.name)].push_back(&flag);
    }
  }
  for (const Flag& flag : input.flags) {
    const std::vector<const Entry*> places = MentionsOf(flag);
    if (places.empty() || OwnerOf(input.ownership, flag.name) != nullptr) continue;
    const auto family = documented.find(LeadingWord(flag.name));
    if (family == documented.end()) continue;
    const Flag* const meant = MeantBy(flag, places.front()->place.file, family->second);
    if (meant == nullptr) continue;
    const std::vector<std::string_view> own = Split(flag.name, '_');
    const std::vector<std::string_view> words = Split(meant->name, '_');
    const auto differs = std::mismatch(own.begin(), own.end(), words.begin());
    if (names.HasOften(std::string(*differs.first))) continue;
    ReportMention(flag, places, *meant, findings);
  }
}

void ReportSet(const Flag& set, const Flag& read, std::vector<Finding>& findings) {
  Finding out = MakeFinding("likely-typo", read.name, Severity::kWarning, Confidence::kMedium);
  out.suggestion = set.name;
  out.code = {SourceAccesses(read).front()->place, SourceAccesses(set).front()->place};
  out.highlight.about = AboutText::kTwoReads;
  out.message = fmt::format(
      "{} is read at {}, but nothing sets it, and {} is set at {}, but nothing reads it", read.name,
      ToText(out.code.front()), set.name, ToText(out.code.back()));
  out.remedy = "use the same name in both places";
  findings.push_back(std::move(out));
}

}  // namespace

void FindRenamed(const RuleInput& input, std::vector<Finding>& findings) {
  std::set<std::string> stated;
  const auto tell = [&](const Finding& finding) {
    stated.insert(finding.name);
    if (finding.suggestion) stated.insert(*finding.suggestion);
  };
  for (const Finding& finding : findings) {
    if (finding.rule == "likely-typo") tell(finding);
  }
  const Names names = NamesOf(input);
  const auto renamed = [&](const Flag& gone, const NearNames::Near& near) {
    return MayBeRenamed(gone, near, names);
  };
  const auto elsewhere = [&](const Flag& gone, const NearNames::Near& near) {
    return !ShareAPage(gone, *near.flag) && MayBeRenamed(gone, near, names);
  };
  const auto misnamed = [&](const Flag&, const NearNames::Near& near) {
    return near.how != Nearness::kWord && !names.AreWords(near);
  };
  // From strong to weak evidence: names without a page, names on another page, mentions in
  // sentences, and names that are set but not read. A name is reported once.
  for (const Flag* flag : names.all_gone) {
    if (stated.contains(flag->name)) continue;
    const Flag* now = OnlyNear(*flag, names.undocumented, names.gone, renamed);
    if (now == nullptr) now = OnlyNear(*flag, names.documented, names.gone, elsewhere);
    if (now == nullptr || stated.contains(now->name)) continue;
    ReportGone(*flag, *now, findings);
    tell(findings.back());
  }
  FindMisspelledMentions(input, names, findings);
  for (const Flag* flag : names.all_set) {
    const Flag* read = OnlyNear(*flag, names.read, names.set, misnamed);
    if (read == nullptr || stated.contains(read->name) || stated.contains(flag->name)) continue;
    ReportSet(*flag, *read, findings);
    tell(findings.back());
  }
}

}  // namespace flagcensus
