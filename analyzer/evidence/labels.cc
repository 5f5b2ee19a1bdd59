// label words ─→ name ─→ mark ─→ text. Each part may be missing except the name and the text:
//
//   "Environment variable `APP_DEPTH` - how deep it searches"  ─→ all four parts
//   "APP_DEPTH: how deep it searches"                          ─→ no label words
//   "APP_DEPTH. It is deep."                                   ─→ not a label: a full stop
#include "analyzer/evidence/labels.h"

#include <algorithm>
#include <array>
#include <string>

#include "analyzer/base/text.h"
#include "analyzer/evidence/phrases.h"
#include "analyzer/pages/names.h"

namespace flagcensus {
namespace {

size_t EndOfAny(std::string_view text, size_t at, std::string_view bytes) {
  return std::min(text.find_first_not_of(bytes, at), text.size());
}

// The end of the label words at the start of the text; 0 if it begins with other words.
size_t EndOfLabelWords(std::string_view text) {
  for (const std::string& words : Phrases("descriptions", "variable_labels")) {
    const bool begins = ToLower(text.substr(0, words.size())) == words;
    if (begins && words.size() < text.size() && !IsIdentifierByte(text[words.size()])) {
      return words.size();
    }
  }
  return 0;
}

}  // namespace

std::optional<LabelledText> ReadLabel(std::string_view text) {
  // The marks between a name and its text, with en and em dashes.
  constexpr std::string_view kQuotes = "`'\"";
  constexpr std::array<std::string_view, 5> kMarks = {": ", " - ", " -- ", " \xE2\x80\x93 ",
                                                      " \xE2\x80\x94 "};
  // The parts in order: label words, marks of code, the name, a mark, the text.
  const size_t words = EndOfLabelWords(text);
  const size_t begin = EndOfAny(text, words > 0 ? EndOfAny(text, words, " :") : 0, kQuotes);
  const size_t end = EndOfRun(text, begin, IsIdentifierByte);
  const std::string_view name = text.substr(begin, end - begin);
  const NameShape shape = ShapeOf(name);
  if (shape != NameShape::kStrong && (words == 0 || shape != NameShape::kWeak)) return std::nullopt;
  const std::string_view rest = text.substr(EndOfAny(text, end, kQuotes));
  // After label words a full stop is enough; after a bare name it may end a sentence.
  size_t mark = words > 0 && rest.starts_with(". ") ? 2 : 0;
  for (const std::string_view one : kMarks) {
    if (rest.starts_with(one)) mark = one.size();
  }
  const std::string_view stated = Trim(rest.substr(mark));
  // One word is a value or a type, not a description.
  if (mark == 0 || stated.find(' ') == std::string_view::npos) return std::nullopt;
  return LabelledText{name, stated};
}

}  // namespace flagcensus
