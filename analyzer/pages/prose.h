// Prose: inline runs joined to one text that keeps the style and place of each byte.
//
// The recogniser reads words from it. Typography is normalised here, once: curly quotes become
// straight, dashes '-', no-break spaces ' '; zero-width spaces and soft hyphens, which pages insert
// into long names as break points, are removed.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "analyzer/pages/document.h"

namespace flagcensus {

struct Prose {
  std::string text;
  std::string lower;   // `text` in lower case, of the same length
  std::string styles;  // for each byte of `text`: the sum of the k... constants below

  static constexpr char kCode = 1;
  static constexpr char kStrong = 2;
  static constexpr char kEmphasis = 4;
  static constexpr char kLink = 8;
  static constexpr char kRole = 16;  // a role that means "environment variable"

  struct Start {
    size_t offset;  // in `text`
    int line;
    int column;  // 0 if unknown
  };
  std::vector<Start> starts;  // one for each run, ascending

  bool IsCode(size_t at) const { return at < styles.size() && (styles[at] & kCode) != 0; }
  bool IsLink(size_t at) const { return at < styles.size() && (styles[at] & kLink) != 0; }
  // The end of the code run that `at` is in, or `at` if it is in none. Adjacent code runs count
  // separately.
  size_t CodeEnd(size_t at) const;
  size_t CodeBegin(size_t at) const;
  Start PlaceOf(size_t at) const;
};

Prose ToProse(const std::vector<Run>& inlines);

// One line of plain text.
Prose ToProse(std::string_view text, int line);

// The part of `prose` from `begin` to `end`.
Prose Slice(const Prose& prose, size_t begin, size_t end = std::string::npos);

// Appends a blank and `more` to `prose`.
void Append(Prose& prose, const Prose& more);

}  // namespace flagcensus
