// Which words are names, and what each occurrence looks like.
//
//   "Set `$APP_HOME` to `ON`, see app::APP_X and --APP_Y."
//       APP_HOME        marked, dollar
//       ON              skipped: a value that something is set to
//       APP_X, APP_Y    skipped: a member of a C++ scope, an option
#include "analyzer/documents/known_names.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <map>
#include <optional>
#include <utility>

#include "analyzer/base/characters.h"
#include "analyzer/base/text.h"
#include "analyzer/documents/cues.h"
#include "analyzer/documents/marked_text.h"
#include "analyzer/pages/names.h"
#include "analyzer/pages/vocabulary.h"

namespace flagcensus {
namespace {

// More names at the beginning of one text than 32, or longer ones than 128 bytes, are data.
constexpr size_t kMaxLeads = 32;
constexpr size_t kMaxNameBytes = 128;

bool IsWordStart(char c) { return IsAlpha(c) || c == '_'; }

// Not names in spite of their shape: FF00A0 is a colour, NOTE and NA are words.
bool IsNoShape(std::string_view name) {
  return ShapeOf(name) == NameShape::kNone || IsCommonWord(name) || ContainsPlaceholder(name);
}

// Capitals, digits and underscores, beginning with a letter; several parts or one word.
// "APP_X", "_APP", "DEBUG" ─→ true; "App_X", "A", "APP_", "1_A" ─→ false
bool IsCapitals(std::string_view name) {
  const size_t first = name.find_first_not_of('_');
  if (first == std::string_view::npos || !IsUpper(name[first]) || name.ends_with('_')) return false;
  if (name.size() < 2) return false;
  return std::all_of(name.begin(), name.end(),
                     [](char c) { return IsUpper(c) || IsDigit(c) || c == '_'; });
}

// Without lower-case letters, and with a capital: APP_1, but not 1_000.
bool IsUpperWord(std::string_view word) {
  bool any = false;
  for (const char c : word) {
    if (IsLower(c)) return false;
    any = any || IsUpper(c);
  }
  return any;
}

std::string_view WordAt(std::string_view text, size_t at) {
  if (at >= text.size() || !IsWordStart(text[at])) return {};
  return text.substr(at, EndOfRun(text, at, IsIdentifierByte) - at);
}

// Whether a span is open at `at` that begins shortly before it.
bool InSpan(std::string_view text, size_t at) {
  // A name is near the beginning of its span; a longer span is a command, in which it is an
  // argument.
  constexpr size_t kFar = 60;
  const size_t from = at > kFar ? at - kFar : 0;
  for (size_t i = at; i > from; --i) {
    if (text[i - 1] == kEnd) return false;
    if (text[i - 1] == kSpan || text[i - 1] == kVariable) return true;
  }
  return false;
}

// Whether the word is the variable part of a name: <TOOL>_PATH, [TOOL]_PATH, {TOOL}_PATH.
bool IsPlaceholderBefore(std::string_view text, size_t begin, size_t end) {
  const char before = begin > 0 ? text[begin - 1] : ' ';
  const std::string_view after = text.substr(std::min(end, text.size()), 2);
  return (before == '[' && after == "]_") || (before == '<' && after == ">_") ||
         (before == '{' && after == "}_");
}

// "{{APP_X}}", "{{#APP_X}}": a template inserts a value there.
bool IsFilledIn(std::string_view text, size_t begin, size_t end) {
  constexpr std::string_view kSections = "#/^&>";
  std::string_view before = text.substr(0, begin);
  while (before.ends_with(' ')) before.remove_suffix(1);
  if (!before.empty() && kSections.find(before.back()) != kSections.npos) before.remove_suffix(1);
  const size_t behind = text.find_first_not_of(' ', end);
  return before.ends_with("{{") && behind != std::string_view::npos &&
         text.substr(behind).starts_with("}}");
}

// Whether the word is part of something that is not a variable: a path, an option, a call, a
// member. For a name that the code accesses only the first tests apply: other syntax around it is
// rare.
bool IsPartOfOther(std::string_view text, size_t begin, size_t end, bool accessed) {
  const char before = begin > 0 ? text[begin - 1] : ' ';
  const char after = end < text.size() ? text[end] : ' ';
  if (before == '-' || IsPlaceholderBefore(text, begin, end)) return true;
  if (IsFilledIn(text, begin, end)) return true;
  // The placeholder of a name: APP_<OPTION>, APP_[OPTION].
  const bool opened = before == '[' || before == '<' || before == '{';
  if (opened && begin >= 2 && text[begin - 2] == '_') return true;
  if (opened && begin >= 3 && text[begin - 2] == '$' && text[begin - 3] == '_') return true;
  if (begin >= 2 && (text.substr(begin - 2, 2) == "::" || text.substr(begin - 2, 2) == "->"))
    return true;
  if (accessed) return false;
  // The value that a variable is set to: "set `APP_X` to `ON`".
  static constexpr char kBehind[] = {kEnd, ' ', 't', 'o', ' '};
  const std::string_view ahead = text.substr(0, begin > 0 ? begin - 1 : 0);
  const bool behind_to = (before == kSpan || before == kVariable) &&
                         ahead.ends_with(std::string_view(kBehind, sizeof kBehind));
  if (behind_to && IsCustomaryValue(text.substr(begin, end - begin))) return true;
  if (before == '.' || before == '@' || before == '/') return true;
  if (after == '(' && before != kSpan && before != kVariable) return true;
  return after == '*' && before != '*';
}

}  // namespace

KnownNames::KnownNames(const Census& census) {
  const auto known = std::make_shared<Known>();
  std::set<std::string> sources;
  for (const Access& access : census.accesses) {
    // Names of one letter, patterns (APP_*) and names with other characters are found in texts by
    // other means or not at all.
    if (!access.name || access.name->size() < 2 || !IsWordStart(access.name->front())) continue;
    if (!std::all_of(access.name->begin(), access.name->end(), IsIdentifierByte)) continue;
    // Tests and vendored code may use any name; a page of the project seldom describes those.
    const bool aside = access.scope == Scope::kTest || access.scope == Scope::kVendored ||
                       access.scope == Scope::kDocstring;
    (aside ? known->of_tests : known->accessed).insert(*access.name);
    if (access.scope == Scope::kSrc) sources.insert(*access.name);
  }
  std::erase_if(known->of_tests,
                [&](const std::string& name) { return known->accessed.contains(name); });
  for (const std::string& name : known->accessed) known->tiers[name] = NameTier::kAccessed;
  for (const std::string& name : known->of_tests) known->tiers[name] = NameTier::kOfTests;
  std::map<std::string_view, int> count;
  // Only names that the sources access make a family. Two are enough: one name may share its first
  // word with anything (MAX_ of MAX_SIZE).
  for (const std::string& name : sources) {
    const std::string_view family = FamilyOf(name);
    if (family.empty()) continue;
    known->prefixes.emplace(family);
    if (++count[family] == 2) known->families.emplace(family);
  }
  known_ = known;
}

// APP_PORT ─→ APP_; _APP_PORT ─→ _APP_; PORT, A_PORT, app_port ─→ ""
std::string_view KnownNames::FamilyOf(std::string_view name) {
  if (!IsUpperWord(name)) return {};
  const size_t begin = name.find_first_not_of('_');
  if (begin == std::string_view::npos) return {};
  const size_t end = name.find('_', begin);
  return end == std::string_view::npos || end - begin < 2 ? std::string_view()
                                                          : name.substr(0, end + 1);
}

// With APP_HOST and APP_PORT accessed in the sources, and T_X in tests:
//
//   APP_PORT  ─→  kAccessed         APP_NEW  ─→  kRelated
//   T_X       ─→  kOfTests          OTHER_X  ─→  kLooksLike       Other  ─→  kNone
NameTier KnownNames::TierOf(std::string_view name) const {
  const auto known = known_->tiers.find(name);
  // The order of the tests: a family of the sources outweighs that only tests access the name.
  if (known != known_->tiers.end() && known->second == NameTier::kAccessed) return known->second;
  const bool own = IsFamily(name);
  if (!own && known != known_->tiers.end()) return known->second;
  if (name.size() > kMaxNameBytes || !IsCapitals(name) || IsNoShape(name)) return NameTier::kNone;
  return own || IsPageFamily(name) ? NameTier::kRelated : NameTier::kLooksLike;
}

bool KnownNames::IsPageFamily(std::string_view name) const {
  const std::string_view family = FamilyOf(name);
  return !family.empty() && page_families_.contains(family);
}

bool KnownNames::IsFamily(std::string_view name) const {
  const std::string_view family = FamilyOf(name);
  return !family.empty() && known_->families.contains(family);
}

bool KnownNames::HasSibling(std::string_view name) const {
  const std::string_view family = FamilyOf(name);
  return !family.empty() && known_->prefixes.contains(family);
}

KnownNames KnownNames::WithPageFamilies(std::set<std::string, std::less<>> families) const {
  KnownNames out = *this;
  out.page_families_ = std::move(families);
  return out;
}

KnownNames::Key KnownNames::KeyOfAll() const {
  const auto list = [](const auto& set) {
    return std::vector<std::string>(set.begin(), set.end());
  };
  return {list(known_->accessed), list(known_->of_tests), list(known_->families),
          list(known_->prefixes)};
}

// A family is known by the words that begin with it.
WordSearch KnownNames::ChangedWords(const Key& a, const Key& b) {
  std::set<std::pair<std::string, WordShape>> out;
  const auto add = [&](const std::vector<std::string>& x, const std::vector<std::string>& y,
                       WordShape shape) {
    std::vector<std::string> changed;
    std::set_symmetric_difference(x.begin(), x.end(), y.begin(), y.end(),
                                  std::back_inserter(changed));
    for (std::string& word : changed) out.emplace(std::move(word), shape);
  };
  add(a.accessed, b.accessed, {});
  add(a.of_tests, b.of_tests, {});
  add(a.families, b.families, {.any_case = false, .prefix = true});
  add(a.prefixes, b.prefixes, {.any_case = false, .prefix = true});
  return WordSearch::Of(out);
}

// Variables that every system or CI sets. A text that names one is seldom about the program.
bool IsCommonToAll(std::string_view name) {
  static constexpr std::array<std::string_view, 8> kNames = {"HOME",  "PATH", "USER", "PWD",
                                                             "SHELL", "CI",   "LANG", "TERM"};
  return std::find(kNames.begin(), kNames.end(), name) != kNames.end();
}

bool IsOwnedByNobody(std::string_view name) {
  static const PhraseList& kNames = Phrases("everybodys");
  return std::find(kNames.begin(), kNames.end(), name) != kNames.end();
}

// In the order of the text. A name in lower case counts only if the code accesses it.
std::vector<Occurrence> FindOccurrences(std::string_view text, const KnownNames& names) {
  std::vector<Occurrence> out;
  for (size_t at = 0; at < text.size();) {
    if (!IsIdentifierByte(text[at])) {
      ++at;
      continue;
    }
    const size_t end = EndOfRun(text, at, IsIdentifierByte);
    const std::string_view word = text.substr(at, end - at);
    const size_t begin = at;
    at = end;
    if (word.size() < 2 || !IsWordStart(word.front())) continue;
    const NameTier tier = names.TierOf(word);
    const bool accessed = tier == NameTier::kAccessed;
    if (tier == NameTier::kNone || (!accessed && !IsUpperWord(word))) continue;
    if (IsPartOfOther(text, begin, end, accessed)) continue;
    // Three bytes before and after cover "${", "%", a mark and "==".
    const std::string_view before =
        text.substr(begin > 3 ? begin - 3 : 0, std::min<size_t>(begin, 3));
    std::string_view after = text.substr(end, 3);
    Occurrence one{.name = std::string(word), .tier = tier, .begin = begin, .end = end};
    std::string_view bare = before;
    while (bare.ends_with('$') || bare.ends_with('{')) bare.remove_suffix(1);
    one.called = bare.ends_with(kVariable);
    one.dollar = before.ends_with('$') || before.ends_with("${") ||
                 (before.ends_with('%') && after.starts_with('%'));
    const char last = bare.empty() ? ' ' : bare.back();
    one.marked = last == kSpan || last == kVariable || last == '`' || last == '"' || last == '\'' ||
                 InSpan(text, begin);
    if (after.starts_with(kEnd)) after.remove_prefix(1);
    one.assigned = after.starts_with('=') && !after.starts_with("==");
    std::string_view tail = text.substr(end, 3);
    if (tail.starts_with('}') || tail.starts_with('%')) tail.remove_prefix(1);
    one.path =
        one.dollar && (tail.starts_with('/') || tail.starts_with('\\') || tail.starts_with(":-"));
    out.push_back(std::move(one));
  }
  return out;
}

// The names with which a text begins, and where they end.
//
//   "`APP_A`, `APP_B=1`: the folders"   ─→  {APP_A, APP_B}
//   "app.conf is read", "See APP_A"     ─→  {}
LeadNames FindLeadNames(std::string_view text, const KnownNames& names) {
  LeadNames out;
  size_t at = 0;
  while (out.names.size() < kMaxLeads) {
    const size_t word_at = at + MatchLength(Cue::kLeadSkip, text.substr(at));
    const std::string_view word = WordAt(text, word_at);
    if (word.size() < 2 || names.TierOf(word) == NameTier::kNone) break;
    const size_t end = word_at + word.size();
    const std::string_view after = text.substr(end, 2);
    // "app.conf" and "app(1)" are a file and a manual page; "APP_HOME/bin" is a path.
    if (after.size() == 2 && (after[0] == '.' || after[0] == '(') && IsAlnum(after[1])) break;
    if (word_at > 0 && text[word_at - 1] == '-') break;
    if (IsPlaceholderBefore(text, word_at, end)) break;
    if (out.names.empty() && MatchLength(Cue::kPathAfter, text.substr(end)) > 0) break;
    out.names.emplace_back(word);
    at = end;
    at += MatchLength(Cue::kLeadValue, text.substr(at));
    at += MatchLength(Cue::kLeadClose, text.substr(at));
    out.end = at;
    size_t next = MatchLength(Cue::kLeadNext, text.substr(at));
    if (next == 0 && at == end && text.substr(at).starts_with(' ')) {
      // "APP_X APP_Y": a cell with nothing between its names.
      const std::string_view other = WordAt(text, at + 1);
      if (other.find('_') != std::string_view::npos && names.IsAccessed(other)) next = 1;
    }
    if (next == 0) break;
    at += next;
  }
  return out;
}

}  // namespace flagcensus
