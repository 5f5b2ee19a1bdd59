// A clause → a default: one value, unset, or words.
//
// A value set apart by code or quotes is one; of bare words a number, a switch word, a path and a
// word alone. What offers several values ("`a` or `b`", "4 on TPU and 8 on GPU") or goes on in a
// way that a value does not is prose.
#include "analyzer/catalog/default_clause.h"

#include <algorithm>
#include <iterator>

#include "analyzer/base/text.h"
#include "analyzer/catalog/words.h"
#include "analyzer/documents/stated_default.h"
#include "analyzer/pages/names.h"
#include "analyzer/pages/vocabulary.h"

namespace flagcensus {

constexpr size_t kMaxProse = 200;

DefaultText LiteralDefault(std::string text) {
  return {DocumentedDefault::kLiteral, WithoutRemark(std::move(text))};
}
DefaultText UnsetDefault() { return {DocumentedDefault::kNone, std::nullopt}; }

DefaultText ProseDefault(std::string_view text) {
  text = Trim(text);
  while (!text.empty() && (text.back() == '.' || text.back() == ',' || text.back() == ':')) {
    text.remove_suffix(1);
  }
  if (text.empty()) return {};
  std::string words(text.substr(0, kMaxProse));
  std::replace(words.begin(), words.end(), '\n', ' ');
  return {DocumentedDefault::kProse, std::move(words)};
}

// Words for which no value of their own stands in code: the program finds it out.
bool IsComputedWord(std::string_view lower) {
  static const PhraseList& kWords = Phrases("computed");
  return std::find(kWords.begin(), kWords.end(), lower) != kWords.end();
}

// A noun behind a number in whose unit the variable itself is written.
bool IsUnitWord(std::string_view lower) {
  static const PhraseList& kWords = Phrases("units");
  return std::find(kWords.begin(), kWords.end(), lower) != kWords.end();
}

bool IsGatheringWord(std::string_view lower) {
  static const PhraseList& kWords = Phrases("default_gathers");
  return std::find(kWords.begin(), kWords.end(), lower) != kWords.end();
}

// Whether `rest` is ", b, c": two or more single words that go on with a list of them.
static bool GoesOnAsList(std::string_view rest) {
  const std::vector<std::string_view> parts = Split(rest.substr(1), ',');
  return parts.size() > 1 && std::all_of(parts.begin(), parts.end(), [](std::string_view part) {
           part = Trim(part);
           return !part.empty() && part.find_first_of(" \n") == std::string_view::npos;
         });
}

// Whether `prose` from `from` to `end` offers another value instead: "or `b`", "on TPU and 8 on
// GPU".
bool OffersAnother(const Prose& prose, size_t from, size_t end, std::string_view name) {
  const size_t start = SkipBlanks(prose.text, from);
  if (start >= end) return false;
  const std::string_view rest = std::string_view(prose.lower).substr(start, end - start);
  static const PhraseList& kJoints = Phrases("default_joints");
  const char c = rest[0];
  if (c == '*' || c == '+' || c == '/' || c == '|') return true;
  if (c == ',') {
    const size_t next = SkipBlanks(prose.text, start + 1);
    const std::string_view behind = std::string_view(prose.lower).substr(next, end - next);
    static const PhraseList& kElse = Phrases("default_else");
    if (next >= end) return false;
    if (!StartsWithAny(behind, kElse)) {
      // "`a`, `b` and `c`" are several; "`10`, `0` turns it off" is one and a remark.
      const std::optional<ValueAt> second = ValueFrom(prose, next);
      if (!second || !second->marked || second->end > end) return false;
      const size_t third = SkipBlanks(prose.text, second->end);
      if (third >= end) return true;
      const std::string_view after = std::string_view(prose.lower).substr(third, end - third);
      return after[0] == ',' || StartsWithAny(after, kElse);
    }
  } else if (!StartsWithAny(rest, kJoints)) {
    return false;
  }
  for (size_t at = start; at < end;) {
    if (prose.text[at] == '(' && !prose.IsCode(at)) {
      const size_t close = prose.text.find(')', at);
      at = close == std::string::npos ? end : close + 1;
      continue;
    }
    const std::optional<ValueAt> value = ValueFrom(prose, at);
    if (!value || value->begin >= end) {
      ++at;
      continue;
    }
    const NameShape shape = ShapeOf(value->text);
    if (value->marked && value->text != name && shape != NameShape::kStrong) return true;
    const std::string word = ToLower(value->text);
    if (!value->marked &&
        (IsNumber(word) || IsPathLike(word) || word == "true" || word == "false")) {
      return true;
    }
    if (!value->marked && (word == "else" || word == "otherwise")) return true;
    at = std::max(value->end, at + 1);
  }
  return false;
}

// "NAME=value" where a value is expected says the value.
std::string ValueOf(std::string text, std::string_view name) {
  if (!name.empty() && text.size() > name.size() && text.starts_with(name) &&
      text[name.size()] == '=') {
    text.erase(0, name.size() + 1);
  }
  return text;
}

namespace {

DefaultText FromMarked(const Prose& prose, const ValueAt& value, size_t end,
                       std::string_view name) {
  if (OffersAnother(prose, value.end, end, name)) {
    return ProseDefault(std::string_view(prose.text).substr(value.begin, end - value.begin));
  }
  const std::string_view rest =
      Trim(std::string_view(prose.lower).substr(value.end, end > value.end ? end - value.end : 0));
  if (rest.starts_with("of ") || rest.starts_with("* ")) {
    return ProseDefault(std::string_view(prose.text).substr(value.begin, end - value.begin));
  }
  // In code, `none` may be a value; what only a language would write means unset.
  static const PhraseList& kUnset = Phrases("default_unset_code");
  if (std::find(std::begin(kUnset), std::end(kUnset), value.text) != std::end(kUnset))
    return UnsetDefault();
  return LiteralDefault(ValueOf(value.text, name));
}

// "10s" in words is ten of the seconds that the variable counts; in code it is a value.
std::string WithoutUnit(std::string plain, bool number) {
  const size_t unit = plain.find_first_not_of("-+0123456789.");
  if (number && unit != std::string::npos && unit > 0 && IsUnitWord(ToLower(plain.substr(unit)))) {
    plain.resize(unit);
  }
  return plain;
}

// Past the words that may stand before a value: "set to", "the value of".
size_t SkipBeforeValue(const Prose& prose, size_t at, size_t end) {
  const std::string_view text = prose.text;
  const std::string_view lower = prose.lower;
  static const PhraseList& kBeforeValue = Phrases("before_value");
  for (bool more = true; more;) {
    more = false;
    at = SkipBlanks(text, at);
    if (at >= end || prose.IsCode(at)) break;
    for (const std::string& word : kBeforeValue) {
      const std::string_view rest = lower.substr(at, end - at);
      if (!rest.starts_with(word) || rest.size() <= word.size()) continue;
      if (word.back() != ':' && rest[word.size()] != ' ') continue;
      // "the value of `OTHER`" is no value.
      if (word == "the value" || word == "value of") {
        const std::optional<ValueAt> next = ValueFrom(prose, at + word.size());
        const bool of = StartsWithWord(Trim(rest.substr(word.size())), "of");
        if (of || !next || ShapeOf(next->text) == NameShape::kStrong) break;
      }
      at += word.size();
      more = true;
      break;
    }
  }
  return at;
}

// Past one of `phrases` at `at`, the blanks and a comma behind it; nothing if none is there.
std::optional<size_t> SkipPhrase(const Prose& prose, size_t at, size_t end,
                                 const std::vector<std::string>& phrases) {
  const std::string_view rest = std::string_view(prose.lower).substr(at, end > at ? end - at : 0);
  for (const std::string& phrase : phrases) {
    if (prose.IsCode(at) || !StartsWithWord(rest, phrase)) continue;
    size_t next = SkipBlanks(prose.text, at + phrase.size());
    if (next < end && prose.text[next] == ',') next = SkipBlanks(prose.text, next + 1);
    return next;
  }
  return std::nullopt;
}

// "the `$NAME` environment variable if available, or V": where V begins, which holds without the
// variable that is described. `at` where the clause says nothing of the kind.
size_t SkipOwnName(const Prose& prose, size_t at, size_t end, std::string_view name) {
  static const std::vector<std::string> kArticles = {"the value of the", "the value of", "the"};
  const size_t begin = SkipPhrase(prose, at, end, kArticles).value_or(at);
  const std::optional<ValueAt> own = ValueFrom(prose, begin);
  if (name.empty() || !own || own->end > end) return at;
  std::string_view text = own->text;
  for (const char sign : {'$', '{'}) {
    if (text.starts_with(sign)) text.remove_prefix(1);
  }
  if (text.ends_with('}')) text.remove_suffix(1);
  if (text != name) return at;
  const size_t behind = SkipBlanks(prose.text, own->end);
  const size_t called = SkipPhrase(prose, behind, end, Phrases("own_called")).value_or(behind);
  const std::optional<size_t> set = SkipPhrase(prose, called, end, Phrases("own_if_set"));
  const std::optional<size_t> value =
      set ? SkipPhrase(prose, *set, end, Phrases("own_else")) : std::nullopt;
  return value && *value < end ? *value : at;
}

}  // namespace

// What stands from `at` to `end`, where only a default can stand.
DefaultText ClassifyClause(const Prose& prose, size_t at, size_t end, std::string_view name) {
  at = SkipOwnName(prose, std::min(SkipBlanks(prose.text, at), end), end, name);
  const std::string_view text = prose.text;
  const std::string_view lower = prose.lower;
  const size_t begin = SkipBlanks(text, at);
  at = SkipBeforeValue(prose, at, end);
  if (at >= end) return {};
  const std::optional<ValueAt> value = ValueFrom(prose, at);
  std::string_view clause = Trim(lower.substr(at, end - at));
  if (!value || value->begin >= end) {
    // "(none)", "(unset)", "[]"
    while (!clause.empty() && (clause.front() == '(' || clause.front() == '<'))
      clause.remove_prefix(1);
    while (!clause.empty() && (clause.back() == ')' || clause.back() == '>'))
      clause.remove_suffix(1);
    if (IsUnsetWord(clause) || clause == "required") return UnsetDefault();
    if (clause == "empty" || clause == "empty string") return LiteralDefault("");
    return ProseDefault(text.substr(begin, end - begin));
  }
  if (value->marked) return FromMarked(prose, *value, end, name);

  const std::string word = ToLower(value->text);
  const size_t rest_at = std::min(SkipBlanks(text, value->end), end);
  const std::string_view rest = Trim(lower.substr(rest_at, end - rest_at));
  const bool alone = rest.starts_with("is used") || rest.starts_with("will be used") ||
                     rest.empty() || rest[0] == '(' || rest[0] == ',' || rest[0] == '[' ||
                     rest == "." || rest[0] == '\n' || rest.starts_with("- ");
  static const PhraseList& kGoesOn = Phrases("default_goes_on");
  const auto second_word = [&] {
    return std::string(rest.substr(0, rest.find_first_of(" ,.;()")));
  };
  if (word == "not" && (StartsWithWord(rest, "set") || StartsWithWord(rest, "defined") ||
                        StartsWithWord(rest, "specified"))) {
    return UnsetDefault();
  }
  if (word == "no" && StartsWithWord(rest, "default")) return UnsetDefault();
  if (IsUnsetWord(word) && (alone || StartsWithAny(rest, kGoesOn))) return UnsetDefault();
  if (word == "required" && alone) return UnsetDefault();
  if ((word == "empty" || word == "blank") && (alone || rest.starts_with("string")))
    return LiteralDefault("");
  if (word == "an" || word == "the") {
    if (rest == "empty string" || rest.starts_with("empty string ") ||
        rest.starts_with("empty string,")) {
      return LiteralDefault("");
    }
  }
  if (alone || StartsWithAny(rest, kGoesOn)) {
    if (word == "zero") return LiteralDefault("0");
    if (word == "one") return LiteralDefault("1");
  }
  const bool number = IsNumber(word);
  if (number || IsSwitchWord(word) || IsPathLike(word)) {
    if (OffersAnother(prose, value->end, end, name))
      return ProseDefault(text.substr(begin, end - begin));
    const bool followed = alone || StartsWithAny(rest, kGoesOn);
    if (followed || (number && IsUnitWord(second_word()))) {
      return LiteralDefault(WithoutUnit(ValueOf(value->text, name), number));
    }
    return ProseDefault(text.substr(begin, end - begin));
  }
  // One bare word is a value unless it names something that the program works out.
  const bool list = !rest.empty() && rest[0] == ',' && GoesOnAsList(rest);
  if (!list &&
      (alone || (StartsWithAny(rest, kGoesOn) && ShapeOf(value->text) == NameShape::kWeak)) &&
      !IsComputedWord(word) && !OffersAnother(prose, value->end, end, name)) {
    return LiteralDefault(ValueOf(value->text, name));
  }
  return ProseDefault(text.substr(begin, end - begin));
}

// Whether what was found is a value that nobody could take for words.
bool IsPlainValue(const DefaultText& found, const Prose& prose, size_t at) {
  if (found.kind == DocumentedDefault::kNone) return true;
  if (found.kind != DocumentedDefault::kLiteral) return false;
  const std::optional<ValueAt> value = ValueFrom(prose, at);
  const std::string word = ToLower(*found.text);
  return (value && value->marked) || IsNumber(word) || IsSwitchWord(word) || IsPathLike(word);
}

bool IsOtherValue(const ValueAt& value, std::string_view name) {
  // "`NAME` by default", "`option=True` (default)": not the variable's value.
  if (value.text == name || ShapeOf(value.text) == NameShape::kStrong) return true;
  const size_t equals = value.text.find('=');
  return equals != std::string::npos && equals > 0 && !value.text.starts_with('-') &&
         !value.text.starts_with(name);
}

}  // namespace flagcensus
