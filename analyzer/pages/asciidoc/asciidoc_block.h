// The AsciiDoc block reader, and the classification of a line by its beginning. Internal to
// asciidoc*.cc.
//
//   "** text"    a list marker, key "**", length 3
//   "NAME:: x"   a list marker, key "::", term "NAME", length 7
//   "----"       a delimiter '-'
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "analyzer/pages/asciidoc/asciidoc_page.h"

namespace flagcensus {

// The marker of a list's item.
struct AsciidocListMarker {
  std::string key;         // "*", "**", ".", "1.", "::": the same for all items of one list
  size_t length = 0;       // up to the item's text
  size_t term_length = 0;  // of a labelled item's term
  size_t term_start = 0;
};

// asciidoc_marks.cc
bool IsAsciidocAdmonition(std::string_view word);
// The character of the delimiter `text`: 4 or more of one character, '~' for `--`, '`' for "```" or
// '|' for a table's; 0 if it is not a delimiter.
char AsciidocDelimiterOf(std::string_view text);
size_t SkipAsciidocSpaces(std::string_view text, size_t at);
// Whether `text` is an item; sets `marker` if so.
bool ReadAsciidocListMarker(std::string_view text, AsciidocListMarker& marker);
// "[source,sh]" and the like, above a block.
bool IsAsciidocAttributeLine(std::string_view text);
// The level of a section title `== Title`, with the start of its text; 0 if it is not one.
int AsciidocTitleLevel(std::string_view text, size_t& start);
// The level denoted by the underline of a two-line title, or 0.
int AsciidocUnderlineLevel(std::string_view title, std::string_view line);

// Reads blocks of some lines of a page. Attributes and a title apply to the next block.
class AsciidocBlockReader {
 public:
  AsciidocBlockReader(AsciidocPage& page, const AsciidocLines& lines)
      : page_(page), out_(page.out), lines_(lines) {}

  // Reads lines [at, last).
  void Read(size_t at, size_t last);
  // Reads the block at `at` and returns the line after it. A line such as an anchor or a list of
  // attributes counts as one.
  size_t ReadOne(size_t at, size_t last);

 private:
  // The place of byte `column` of line `at`.
  PagePlace PlaceOf(size_t at, size_t column = 0) const;
  bool ReadEntry(size_t at);
  void AddHeading(size_t at, size_t start, int level);
  size_t SkipAuthors(size_t at, size_t last);
  static bool IsBlockMacro(std::string_view text);
  void ReadMacro(size_t at);
  bool EndsParagraph(size_t at) const;
  size_t ReadParagraph(size_t at, size_t last);
  void AddParagraph(size_t at, size_t end, size_t start);
  void AddCode(size_t at, size_t end);
  size_t ReadDelimited(size_t at, size_t last, char delimiter);
  size_t EndOfUnclosed(size_t at, size_t last, char delimiter) const;
  void AddTitle(int line);
  size_t ReadList(size_t at, size_t last, std::vector<std::string>& open);
  size_t SkipToItem(size_t at, size_t last, std::string_view key) const;
  void AddTerm(size_t at, const AsciidocListMarker& marker, bool nested);
  size_t ReadItem(size_t at, size_t last, const AsciidocListMarker& marker,
                  std::vector<std::string>& open, bool labelled);
  bool IsIndented(size_t at) const;

  AsciidocPage& page_;
  DocumentBuilder& out_;
  const AsciidocLines& lines_;
  AsciidocAttributes attributes_;
  std::string_view title_;  // of the next block: ".Title"
};

}  // namespace flagcensus
