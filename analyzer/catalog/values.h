// Values in words: the position of a literal in a sentence, and the words that are values.
//
//   ValueFrom("is `fast` by default", at "`")  ─→ fast, marked
//   ValueFrom("is 30 seconds", at "30")        ─→ 30
//   ListedValues("`a`, `b` or `c`.", 0)        ─→ a, b, c
//   ListedValues("one or two", 0)              ─→ empty: bare words are not a list
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "analyzer/pages/prose.h"

namespace flagcensus {

struct ValueAt {
  std::string text;  // without its quotes
  size_t begin = 0;  // in the prose, quotes included
  size_t end = 0;
  bool marked = false;  // distinguished by code or quotes
};

// The value that begins at `at` (after blanks): a code span, a quoted text, or one bare word.
std::optional<ValueAt> ValueFrom(const Prose& prose, size_t at);

// The end of the sentence or parenthesis that contains `at`: ". ", ';', a closing bracket.
size_t ClauseEnd(const Prose& prose, size_t at);
// Its beginning, likewise.
size_t ClauseBegin(const Prose& prose, size_t at);

bool IsNumber(std::string_view word);       // 3, -1, 0.5, 1e-3, 0x10, 1_000, 30s, 90%
bool IsSwitchWord(std::string_view lower);  // true, off, enabled, ...

size_t SkipBlanks(std::string_view text, size_t at);
// The word of letters, digits, '_', '-' and '\'' that ends before `end`, in lower case; "" if there
// is none.
std::string WordBefore(const Prose& prose, size_t end, size_t* begin);

// The values that the text lists from `from` on: "`a`, `b` or `c`", "'a', 'b'", "0 | 1". Empty if
// there is no list.
std::vector<std::string> ListedValues(const Prose& prose, size_t from);

}  // namespace flagcensus
