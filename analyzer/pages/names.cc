// Words → the shape of a name; a text → the names that occur anywhere in it.
#include "analyzer/pages/names.h"

#include <algorithm>

#include "analyzer/base/characters.h"
#include "analyzer/base/text.h"
#include "analyzer/pages/vocabulary.h"

namespace flagcensus {
namespace {

// Real names are shorter than half of this; longer words are keys, hashes and encoded data.
constexpr size_t kMaxName = 128;

// A colour such as FFA500, or a word in place of a name, such as TBD. Six upper-case hexadecimal
// digits with at least one decimal digit are a colour; a variable of that form is missed.
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

// Not a name: what begins with a digit, has no letter, or has bytes other than those of identifiers
// and '*'. A leading underscore does not make a name kStrong, since "_DEBUG" is a macro more often
// than a variable.
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

// "APP_FOO_URL", "FOO": the page shows a pattern of names. "BAR" is also an English word in longer
// names, DISABLE_PROGRESS_BAR, and only counts in names of up to two parts. A part of three or more
// X is a placeholder for any word: APP_XXX.
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

// Names by the context of each word:
//
//   APP_HOME      by its shape, unless it is part of a path, an option or a call: --APP_HOME, A_B()
//   DEBUG         with $ or a role; in code with '=', or alone in its code span if it has more than
//                 three letters and is neither a common word nor a common value
//   MyApp_HOME    only with $ or a role, because it is also the form of a class or type
//   http_proxy    only with a role, because it is also the form of a function
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
    if (!role && !HasUpper(word)) {  // a lower-case name needs a role
      at = end;
      continue;
    }
    const char before = at > 0 ? text[at - 1] : ' ';
    const char after = end < text.size() ? text[end] : ' ';
    const char beyond = end + 1 < text.size() ? text[end + 1] : ' ';
    // $NAME and ${NAME}. "==" is a comparison in code, not an assignment.
    const bool sigil = before == '$' || (before == '{' && at > 1 && text[at - 2] == '$');
    const bool assigned = after == '=' && beyond != '=' && prose.IsCode(at);
    const auto is_whole = [&] {
      return prose.IsCode(at) && prose.CodeBegin(at) == at && prose.CodeEnd(at) == end;
    };
    // The word is part of something larger: --NAME, a.NAME, dir/NAME, @NAME, NAME(), NAME::x.
    const bool part = before == '-' || before == '.' || before == '/' || before == '@' ||
                      after == '(' || (after == '.' && IsIdentifierByte(beyond)) ||
                      (after == '-' && IsIdentifierByte(beyond)) || (after == ':' && beyond == ':');
    // The shape decides how much more evidence is needed.
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
