// The AsciiDoc block reader, and how it classifies a line by its beginning. Internal to
// asciidoc*.cc.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "analyzer/pages/asciidoc/asciidoc_page.h"

namespace flagcensus {

struct AsciidocListMarker {
  std::string key;         // "*", "**", ".", "1.", "::": the same for all items of one list
  size_t length = 0;       // up to the item's text
  size_t term_length = 0;  // of a labelled item's term
  size_t term_start = 0;
};

// asciidoc_marks.cc
bool IsAsciidocAdmonition(std::string_view word);
// The delimiter `text`: 4 or more of one character, `--`, "```" or a table's; 0 if it is not one.
char AsciidocDelimiterOf(std::string_view text);
size_t SkipAsciidocSpaces(std::string_view text, size_t at);
bool ReadAsciidocListMarker(std::string_view text, AsciidocListMarker& marker);
bool IsAsciidocAttributeLine(std::string_view text);
// The level of a section title `== Title`, with the start of its text; 0 if it is not one.
int AsciidocTitleLevel(std::string_view text, size_t& start);
// The level denoted by the underline of a two-line title, or 0.
int AsciidocUnderlineLevel(std::string_view title, std::string_view line);

class AsciidocBlockReader {
 public:
  AsciidocBlockReader(AsciidocPage& page, const AsciidocLines& lines)
      : page_(page), out_(page.out), lines_(lines) {}

  void Read(size_t at, size_t last);
  size_t ReadOne(size_t at, size_t last);

 private:
  // Where byte `column` of line `at` is.
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
  std::string_view title_;
};

}  // namespace flagcensus
