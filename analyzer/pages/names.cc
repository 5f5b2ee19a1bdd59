// Words → the shape of a name, and the names that stand anywhere in a text.
#include "analyzer/pages/names.h"

#include <algorithm>

#include "analyzer/base/characters.h"
#include "analyzer/base/text.h"
#include "analyzer/pages/vocabulary.h"

namespace flagcensus {
namespace {

constexpr size_t kMaxName = 128;

// A colour, FFA500, or what stands where there is no name.
bool IsNoName(std::string_view name) {
  static const PhraseList& kWords = Phrases("no_names");
  if (kWords.Holds(name)) return true;
  constexpr size_t kDigits = 6;
  return name.size() == kDigits &&
         std::all_of(name.begin(), name.end(),
                     [](char c) { return IsHexDigit(c) && !IsLower(c); }) &&
         std::any_of(name.begin(), name.end(), IsDigit);
}

}  // namespace

NameShape ShapeOf(std::string_view name) {
  if (name.size() < 2 || name.size() > kMaxName) return NameShape::kNone;
  bool upper = false;
  bool lower = false;
  bool underscore = false;
  for (const char c : name) {
    if (!IsIdentifierByte(c) && c != '*') return NameShape::kNone;
    upper = upper || IsUpper(c);
    lower = lower || IsLower(c);
    underscore = underscore || (c == '_' && &c != &name.front());
  }
  if (IsDigit(name[0]) || (!upper && !lower) || IsNoName(name)) return NameShape::kNone;
  if (upper && !lower) return underscore ? NameShape::kStrong : NameShape::kWeak;
  if (!upper) return NameShape::kLower;
  return NameShape::kMixed;
}

// "APP_FOO_URL", "FOO": the page says that the part stands for others. A bar is a thing, too, in
// longer names: DISABLE_PROGRESS_BAR. A run of X stands for any word: APP_XXX.
bool ContainsPlaceholder(std::string_view name) {
  const std::vector<std::string_view> parts = Split(name, '_');
  constexpr size_t kFew = 2;
  return std::any_of(parts.begin(), parts.end(), [&](std::string_view part) {
    constexpr size_t kRun = 3;
    const bool run = part.size() >= kRun && part.find_first_not_of('X') == std::string_view::npos;
    return run || part == "FOO" || part == "BAZ" || part == "FOOBAR" ||
           (part == "BAR" && parts.size() <= kFew);
  });
}

bool IsCommonWord(std::string_view word) {
  static const PhraseList& kWords = Phrases("common_words");
  return kWords.Holds(word);
}

bool IsCustomaryValue(std::string_view word) {
  static const PhraseList& kWords = Phrases("customary_values");
  return kWords.Holds(word);
}

std::vector<NameAt> NamesIn(const Prose& prose) {
  std::vector<NameAt> names;
  const std::string_view text = prose.text;
  for (size_t at = 0; at < text.size();) {
    if (!IsIdentifierByte(text[at])) {
      ++at;
      continue;
    }
    size_t end = at;
    while (end < text.size() && (IsIdentifierByte(text[end]) || text[end] == '*')) ++end;
    const std::string_view word = text.substr(at, end - at);
    const bool role = (prose.styles[at] & Prose::kRole) != 0;
    if (!role && !HasUpper(word)) {  // no name, whatever is around it
      at = end;
      continue;
    }
    const char before = at > 0 ? text[at - 1] : ' ';
    const char after = end < text.size() ? text[end] : ' ';
    const char beyond = end + 1 < text.size() ? text[end + 1] : ' ';
    const bool sigil = before == '$' || (before == '{' && at > 1 && text[at - 2] == '$');
    const bool assigned = after == '=' && beyond != '=' && prose.IsCode(at);
    const auto is_whole = [&] {
      return prose.IsCode(at) && prose.CodeBegin(at) == at && prose.CodeEnd(at) == end;
    };
    const bool part = before == '-' || before == '.' || before == '/' || before == '@' ||
                      after == '(' || (after == '.' && IsIdentifierByte(beyond)) ||
                      (after == '-' && IsIdentifierByte(beyond)) || (after == ':' && beyond == ':');
    const NameShape shape = ShapeOf(word);
    bool name = false;
    if (shape == NameShape::kStrong) {
      name = !part || sigil;
    } else if (shape == NameShape::kWeak) {
      name = sigil || role || (assigned && before != '-') ||
             (word.size() > 3 && is_whole() && !IsCommonWord(word) && !IsCustomaryValue(word));
    } else if (shape == NameShape::kMixed) {
      name = sigil || role;
    } else if (shape == NameShape::kLower) {
      name = role;
    }
    if (name) names.push_back({std::string(word), at});
    at = end;
  }
  return names;
}

}  // namespace flagcensus
