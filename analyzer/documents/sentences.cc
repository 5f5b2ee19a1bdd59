// A sentence ends at a mark (. ! ? 。) that blanks and something like a beginning follow.
//
//   "Set APP_X, e.g. 5. `1` is off."  ─→  "Set APP_X, e.g. 5.", "`1` is off."
//
// A sentence that begins in lower case is joined to the one before it: "v1.2. it" is rarer than a
// period within a name.
#include "analyzer/documents/sentences.h"

#include <algorithm>

#include "analyzer/base/characters.h"
#include "analyzer/documents/marked_text.h"
#include "analyzer/pages/sentence.h"

namespace flagcensus {
namespace {

// Whether a sentence may begin with `c`: a capital, a name, a quotation, a span.
bool BeginsSentence(char c) {
  return IsUpper(c) || IsNonAscii(c) || c == kSpan || c == kVariable ||
         std::string_view("$`\"([*-").find(c) != std::string_view::npos;
}

// Where the next sentence begins, if one ends with the mark at `at`; otherwise 0.
size_t NextBehind(std::string_view text, size_t at) {
  const char c = text[at];
  const bool wide = text.substr(at, 3) == "。";
  if (c != '.' && c != '!' && c != '?' && !wide) return 0;
  size_t next = at + (wide ? 3 : 1);
  // The end of a span, a quotation or a bracket belongs to the sentence.
  while (next < text.size() && (text[next] == kEnd || std::string_view("*\"')").find(text[next]) !=
                                                          std::string_view::npos))
    ++next;
  const size_t blanks = next;
  while (next < text.size() && IsSpace(text[next])) ++next;
  if (next == text.size() || (blanks == next && !wide) || !BeginsSentence(text[next])) return 0;
  return c == '.' && EndsShortForm(text, at) ? 0 : next;
}

}  // namespace

std::vector<std::string_view> SentencesOf(std::string_view text) {
  std::vector<std::string_view> out;
  size_t begin = 0;
  for (size_t at = 0; at < text.size(); ++at) {
    size_t next = NextBehind(text, at);
    size_t end = at + 1;
    // Too long: cut at the next blank.
    if (next == 0 && at - begin >= kLongSentence && text[at] == ' ') {
      next = at + 1;
      end = at;
    }
    if (next == 0) continue;
    while (end < next && !IsSpace(text[end])) ++end;
    out.push_back(text.substr(begin, end - begin));
    begin = next;
    at = next - 1;
  }
  if (begin < text.size()) out.push_back(text.substr(begin));
  return out;
}

size_t CountWords(std::string_view text) {
  size_t count = 0;
  bool inside = false;
  for (const char c : text) {
    const bool word = !IsSpace(c);
    if (word && !inside) ++count;
    inside = word;
  }
  return count;
}

}  // namespace flagcensus
