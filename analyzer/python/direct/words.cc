// Words: keywords, names beyond ASCII, names of characters.
//
//   naïve     a name, equal to its normal form
//   ﬁle       not certain: NFKC makes it "file"
#include <utf8proc.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <cstring>

#include "analyzer/base/characters.h"
#include "analyzer/python/direct/tokens.h"

namespace flagcensus {
namespace {

// The words that tree-sitter-python reserves. `match`, `case` and `type` are names.
constexpr std::array<PyWord, 35> kReserved = {
    "False", "None",     "True",  "and",    "as",   "assert", "async",  "await",    "break",
    "class", "continue", "def",   "del",    "elif", "else",   "except", "finally",  "for",
    "from",  "global",   "if",    "import", "in",   "is",     "lambda", "nonlocal", "not",
    "or",    "pass",     "raise", "return", "try",  "while",  "with",   "yield"};

// Sorted at compile time, for the search below.
constexpr auto Sorted(auto words) {
  std::sort(words.begin(), words.end());
  return words;
}
constexpr auto kKeywords = Sorted(kReserved);

}  // namespace

bool IsPyKeyword(PyWord word) {
  // 0 is a text that is too long to be a keyword.
  return word != PyWord() && std::binary_search(kKeywords.begin(), kKeywords.end(), word);
}

// A letter of any alphabet first; then digits as well. Marks and other categories are left to
// tree-sitter.
bool IsNormalPyName(std::string_view word) {
  const auto* const bytes = reinterpret_cast<const utf8proc_uint8_t*>(word.data());
  const auto size = static_cast<utf8proc_ssize_t>(word.size());
  // One code point after the other; invalid UTF-8 is not a name.
  for (utf8proc_ssize_t at = 0; at < size;) {
    utf8proc_int32_t point = 0;
    const utf8proc_ssize_t length = utf8proc_iterate(bytes + at, size - at, &point);
    if (length <= 0) return false;
    // Letters, or a digit that is not the first character.
    const utf8proc_category_t category = utf8proc_category(point);
    const bool letter = category >= UTF8PROC_CATEGORY_LU && category <= UTF8PROC_CATEGORY_LO;
    const bool digit = category == UTF8PROC_CATEGORY_ND && at > 0;
    if (!letter && !digit && point != '_') return false;
    at += length;
  }
  // A copy in normal form; it is compared byte by byte.
  utf8proc_uint8_t* normal = nullptr;
  const utf8proc_ssize_t made = utf8proc_map(
      bytes, size, &normal,
      static_cast<utf8proc_option_t>(UTF8PROC_STABLE | UTF8PROC_COMPOSE | UTF8PROC_COMPAT));
  const bool same = made == size && std::memcmp(normal, bytes, word.size()) == 0;
  std::free(normal);
  return same;
}

size_t PastNamedCharacter(std::string_view text, size_t at) {
  // \N{EM DASH}: letters, digits, blanks and hyphens.
  at += 2;
  if (at >= text.size() || text[at] != '{') return 0;
  const size_t name = ++at;
  while (at < text.size() && (IsAlnum(text[at]) || text[at] == ' ' || text[at] == '-')) {
    ++at;
  }
  return at > name && at < text.size() && text[at] == '}' ? at + 1 : 0;
}

}  // namespace flagcensus
