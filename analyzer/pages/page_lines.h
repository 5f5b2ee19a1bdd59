// Lines of a page, for the readers of line-oriented formats (reStructuredText, AsciiDoc).
//
//   page text ─→ Lines: the lines that are not blank, with their places
//
// Blank lines are gaps in the line numbers, so a page of line feeds costs nothing. Views refer to
// the page or, if it contains tabs, to `PageText::expanded`; both must outlive the lines.
//
//   "a\n\n\tb"  ─→  {"a", number 1, indent 0}, {"        b", number 3, indent 8}
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace flagcensus {

struct PageLine {
  std::string_view text;  // without trailing white space; tabs expanded to stops of 8
  int number = 0;         // 1-based
  int column = 1;         // 1-based place of text[0] in the page's line, tabs expanded
  int indent = 0;         // leading spaces of `text`
  uint32_t offset = 0;    // of the line in the page
};
using Lines = std::vector<PageLine>;

// Maximum number of non-blank lines that are read from a page; the rest is skipped. No real page of
// 64 MB has that many; each costs 32 bytes.
inline constexpr size_t kMaxPageLines = 8'000'000;

// Neither movable nor copyable: the lines point into it.
struct PageText {
  std::string_view source;
  std::string expanded;  // the page with its tabs expanded; empty if there is no tab
  Lines lines;
  bool cut = false;  // it has more than kMaxPageLines

  explicit PageText(std::string_view text);
  PageText(const PageText&) = delete;
  PageText& operator=(const PageText&) = delete;
};

// The byte column in the page for `column` (1-based, with expanded tabs) of `line`.
int SourceColumn(const PageText& page, const PageLine& line, int column);

// Whether line `at` follows the one before it without a blank line in between.
inline bool Follows(const Lines& lines, size_t at) {
  return at > 0 && lines[at].number == lines[at - 1].number + 1;
}

// The number of spaces that `text` begins with.
int LeadingSpaces(std::string_view text);

// PageFormat::passes of a format in which a comment may be followed by blank lines.
inline bool PassesBlankLine(std::string_view line, std::string_view /*comment*/) {
  return line.find_first_not_of(" \t\r") == std::string_view::npos;
}

// Some consecutive lines: [first, last) without the columns before `margin`. The first line is cut
// at `first_margin`, since a block often begins after a marker. A Region costs nothing to create,
// so nested blocks are read without copying lines.
//
//   "- one"   the item's region has first_margin 2 and margin 2: "one", "two"
//   "  two"
struct Region {
  const Lines* lines = nullptr;
  size_t first = 0;
  size_t last = 0;
  int margin = 0;
  int first_margin = 0;

  int Margin(size_t at) const { return at == first ? first_margin : margin; }
  std::string_view Text(size_t at) const {
    const std::string_view text = (*lines)[at].text;
    return text.substr(std::min<size_t>(Margin(at), text.size()));
  }
  int Indent(size_t at) const {
    if (at == first) return LeadingSpaces(Text(at));
    return std::max(0, (*lines)[at].indent - margin);
  }
  int Number(size_t at) const { return (*lines)[at].number; }
  int Column(size_t at) const { return (*lines)[at].column + Margin(at); }
  // Whether line `at` is directly below the line before it in this region.
  bool Touches(size_t at) const { return at > first && at < last && Follows(*lines, at); }
};

// All of `lines`, without the white space common to the start of every line.
Region WholeRegion(const Lines& lines);

// The text of lines [first, last) joined by line feeds, including the blank lines between them,
// without the indentation that they share.
std::string Verbatim(const Region& region, size_t first, size_t last);

}  // namespace flagcensus
