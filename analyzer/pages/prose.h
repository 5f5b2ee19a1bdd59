// Prose: inline runs joined to one text that keeps the style and place of each byte.
//
// Entries and claims are recognised in it. Typography is normalised here, once: curly quotes
// become straight, dashes '-', no-break spaces ' '. Zero-width spaces and soft hyphens, which pages
// insert into long names as break points, are removed.
//
//   {code "APP_HOME"}, {" – home"}  ─→  text "APP_HOME - home", styles kCode of the first 8 bytes
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

  // The place of the first byte of a run.
  struct Start {
    size_t offset;  // in `text`
    int line;
    int column;  // 0 if unknown
  };
  std::vector<Start> starts;  // one for each run, ascending

  bool IsCode(size_t at) const { return at < styles.size() && (styles[at] & kCode) != 0; }
  bool IsLink(size_t at) const { return at < styles.size() && (styles[at] & kLink) != 0; }
  // The end and the beginning of the code run that contains `at`, or `at` if it is not in code.
  // Adjacent code runs count separately: `A``B` are two names.
  size_t CodeEnd(size_t at) const;
  size_t CodeBegin(size_t at) const;
  // The start of the run that contains `at`; line 0 if there is no run.
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
