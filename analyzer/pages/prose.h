// Prose: inline runs as one text that keeps, for each byte, its style and its place.
//
// What the recogniser reads words from. Typography is made plain here, once: curly quotes become
// straight ones, dashes '-', no-break spaces ' '; zero-width spaces and soft hyphens, which pages
// put into long names so that they can break, are left out.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "analyzer/pages/document.h"

namespace flagcensus {

struct Prose {
  std::string text;
  std::string lower;   // `text` in lower case, of the same length
  std::string styles;  // for each byte of `text`: the sum of the k… below

  static constexpr char kCode = 1;
  static constexpr char kStrong = 2;
  static constexpr char kEmphasis = 4;
  static constexpr char kLink = 8;
  static constexpr char kRole = 16;  // a role that says "environment variable"

  struct Start {
    size_t offset;  // in `text`
    int line;
    int column;  // 0 where it is not known
  };
  std::vector<Start> starts;  // of each run, ascending

  bool IsCode(size_t at) const { return at < styles.size() && (styles[at] & kCode) != 0; }
  bool IsLink(size_t at) const { return at < styles.size() && (styles[at] & kLink) != 0; }
  // The end of the stretch of code that `at` is in, or `at` where it is in none. Neighbouring code
  // runs are two stretches.
  size_t CodeEnd(size_t at) const;
  size_t CodeBegin(size_t at) const;
  Start PlaceOf(size_t at) const;
};

Prose ToProse(const std::vector<Run>& inlines);

// One line of plain text.
Prose ToProse(std::string_view text, int line);

// The part of `prose` from `begin` to `end`.
Prose Slice(const Prose& prose, size_t begin, size_t end = std::string::npos);

// Adds `more` behind `prose`, after a blank.
void Append(Prose& prose, const Prose& more);

}  // namespace flagcensus
