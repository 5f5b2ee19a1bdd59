// Values in sentences, by the marks around them and, without marks, by the shape of the word.
//
//   "set it to `fast` or 'slow'."  ─→ fast, slow, both marked
//   "between 1 and 1,000"          ─→ 1 and 1,000, not marked
//   "in fast mode"                 ─→ whether "fast" is a value is for the caller to decide
#include "analyzer/catalog/values.h"

#include <algorithm>
#include <array>

#include "analyzer/base/characters.h"
#include "analyzer/base/text.h"
#include "analyzer/pages/names.h"
#include "analyzer/pages/sentence.h"

namespace flagcensus {
namespace {

// A quote that closes later than this is an apostrophe or a missing mark.
constexpr size_t kMaxValue = 300;

template <size_t kCount>
bool OneOf(std::string_view word, const std::array<std::string_view, kCount>& words) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

std::string UnquoteOnce(std::string_view text) {
  text = Trim(text);
  if (text.size() >= 2 && (text[0] == '"' || text[0] == '\'') && text.back() == text[0]) {
    text = text.substr(1, text.size() - 2);
  }
  return std::string(text);
}

// Whether the quote at `at` opens a text; an apostrophe, as in "don't", follows a letter.
bool OpensQuote(std::string_view text, size_t at) {
  if (text[at] == '"') return true;
  return text[at] == '\'' && (at == 0 || !IsUnicodeIdentifierByte(text[at - 1])) &&
         at + 1 < text.size();
}

}  // namespace

size_t SkipBlanks(std::string_view text, size_t at) { return EndOfRun(text, at, IsTextSpace); }

std::optional<ValueAt> ValueFrom(const Prose& prose, size_t at) {
  const std::string_view text = prose.text;
  at = SkipBlanks(text, at);
  if (at >= text.size()) return std::nullopt;
  ValueAt value;
  value.begin = at;
  if (prose.IsCode(at)) {
    value.end = prose.CodeEnd(at);
    value.text = UnquoteOnce(text.substr(at, value.end - at));
    value.marked = true;
    return value;
  }
  if (OpensQuote(text, at)) {
    const size_t close = text.find(text[at], at + 1);
    if (close != std::string_view::npos && close - at <= kMaxValue) {
      value.end = close + 1;
      value.text = std::string(text.substr(at + 1, close - at - 1));
      // American punctuation puts the full stop inside the quotes: "INFO." is INFO.
      if (value.text.size() > 1 && (value.text.back() == ',' || value.text.back() == '.') &&
          IsUnicodeIdentifierByte(value.text[value.text.size() - 2])) {
        value.text.pop_back();
      }
      // `"x"` in code between quotes of the sentence, or code alone between quotes.
      value.text = UnquoteOnce(value.text);
      value.marked = true;
      return value;
    }
  }
  // A bare word: up to white space, code or a bracket.
  size_t end = at;
  while (end < text.size() && !IsTextSpace(text[end]) && !prose.IsCode(end)) {
    const char c = text[end];
    if (c == ';' || c == '(' || c == ')' || c == '[' || c == ']' || c == '"') break;
    // "1,000" and "0,1,2" are one word; a comma before anything else ends it.
    if (c == ',' &&
        !(end + 1 < text.size() && IsDigit(text[end + 1]) && end > at && IsDigit(text[end - 1]))) {
      break;
    }
    ++end;
  }
  // Punctuation of the sentence, not of the value: "is 30." is 30.
  while (end > at && (text[end - 1] == '.' || text[end - 1] == ':' || text[end - 1] == '!' ||
                      text[end - 1] == '?' || text[end - 1] == '\'')) {
    --end;
  }
  if (end == at) return std::nullopt;
  value.end = end;
  value.text = std::string(text.substr(at, end - at));
  return value;
}

size_t ClauseEnd(const Prose& prose, size_t at) {
  const std::string_view text = prose.text;
  int depth = 0;
  for (; at < text.size(); ++at) {
    if (prose.IsCode(at)) {
      at = prose.CodeEnd(at) - 1;
      continue;
    }
    const char c = text[at];
    if (c == '(' || c == '[') ++depth;
    if (c == ')' || c == ']') {
      if (--depth < 0) return at;
    }
    if (c == ';') return at;
    if (c == '.' && (at + 1 >= text.size() || IsTextSpace(text[at + 1]))) {
      if (!EndsShortForm(text, at)) return at;  // "e.g. x" goes on
    }
  }
  return at;
}

// Backwards, with brackets skipped as a whole; an abbreviation with a full stop counts as an end.
size_t ClauseBegin(const Prose& prose, size_t at) {
  const std::string_view text = prose.text;
  int depth = 0;
  while (at > 0) {
    const size_t last = at - 1;
    if (prose.IsCode(last)) {
      at = prose.CodeBegin(last);
      continue;
    }
    const char c = text[last];
    if (c == ')' || c == ']') ++depth;
    if (c == '(' || c == '[') {
      if (--depth < 0) return at;
    }
    if (depth <= 0 &&
        (c == ';' || ((c == '.' || c == ':') && at < text.size() && IsTextSpace(text[at])))) {
      return at;
    }
    at = last;
  }
  return 0;
}

bool IsNumber(std::string_view word) {
  if (!word.empty() && (word[0] == '-' || word[0] == '+')) word.remove_prefix(1);
  if (word.empty()) return false;
  if (word.starts_with("0x") || word.starts_with("0X")) return word.size() > 2;
  if (!IsDigit(word[0]) && !(word[0] == '.' && word.size() > 1 && IsDigit(word[1]))) return false;
  // Separators of thousands and of times are digits, too: "1,000", "1_000", "10:30".
  size_t at = 0;
  while (at < word.size() && (IsDigit(word[at]) || word[at] == '.' || word[at] == '_' ||
                              word[at] == ',' || word[at] == ':')) {
    ++at;
  }
  const std::string unit = ToLower(word.substr(at));
  // Units that may follow directly: "30s", "64MB". A number with a different unit is a word.
  static constexpr std::array<std::string_view, 18> kUnits = {"",   "s", "ms",  "us",  "ns",  "m",
                                                              "h",  "d", "%",   "k",   "kb",  "mb",
                                                              "gb", "b", "mib", "gib", "kib", "g"};
  if (OneOf(unit, kUnits)) return true;
  return unit.size() > 1 && unit[0] == 'e' && std::all_of(unit.begin() + 1, unit.end(), [](char c) {
           return IsDigit(c) || c == '-' || c == '+';
         });
}

bool IsSwitchWord(std::string_view lower) {
  static constexpr std::array<std::string_view, 10> kWords = {
      "true", "false", "yes", "no", "on", "off", "enabled", "disabled", "enable", "disable"};
  return OneOf(lower, kWords);
}

// Code is not a word of the sentence, so it ends the word.
std::string WordBefore(const Prose& prose, size_t end, size_t* begin) {
  end = StartOfRun(prose.text, end, IsTextSpace);
  size_t at = end;
  while (at > 0 && !prose.IsCode(at - 1) &&
         (IsUnicodeIdentifierByte(prose.text[at - 1]) || prose.text[at - 1] == '-' ||
          prose.text[at - 1] == '\'')) {
    --at;
  }
  *begin = at;
  return prose.lower.substr(at, end - at);
}

std::vector<std::string> ListedValues(const Prose& prose, size_t from) {
  std::vector<std::string> values;
  const std::string_view text = prose.text;
  constexpr size_t kMaxValues = 100;
  while (values.size() < kMaxValues) {
    from = SkipBlanks(text, from);
    // "`a` (slow), `b`": a remark on a value is in parentheses.
    while (from < text.size() && text[from] == '(' && !prose.IsCode(from)) {
      const size_t close = text.find(')', from);
      if (close == std::string_view::npos || values.empty()) break;
      from = SkipBlanks(text, close + 1);
    }
    bool glue = values.empty();
    if (!values.empty() && from < text.size() && !prose.IsCode(from) &&
        (text[from] == ',' || text[from] == '/' || text[from] == '|' || text[from] == ';')) {
      from = SkipBlanks(text, from + 1);
      glue = true;
    }
    // A conjunction may follow a comma: "a, b, or c".
    for (const std::string_view word : {"or ", "and ", "either "}) {
      if (prose.lower.compare(from, word.size(), word) == 0) {
        from = SkipBlanks(text, from + word.size());
        glue = true;
      }
    }
    if (!glue) break;
    const std::optional<ValueAt> value = ValueFrom(prose, from);
    if (!value || value->begin == value->end) break;
    // Bare words would make a list of most sentences, so only marked values and numbers count.
    if (!value->marked && !IsNumber(value->text)) break;
    if (std::find(values.begin(), values.end(), value->text) == values.end()) {
      values.push_back(value->text);
    }
    from = value->end;
  }
  // One value is not a choice.
  if (values.size() < 2) values.clear();
  return values;
}

}  // namespace flagcensus
