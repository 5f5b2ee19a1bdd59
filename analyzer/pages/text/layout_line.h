// The form of a line of plain text. Internal to layout*.cc.
//
//   "1. text"   LayoutBullet 3      "NAME   text"   LayoutTermOf {end 4, text 7, named, columns}
//   "====="     IsLayoutRule        "EXIT STATUS"   IsLayoutCapitals
#pragma once

#include <string_view>
#include <vector>

#include "analyzer/pages/line_markup.h"

namespace flagcensus {

struct LayoutLine : SourceLine {  // `text` without its indentation
  int indent = 0;                 // in columns, with tabs
  bool blank() const { return text.empty(); }
};
using LayoutLines = std::vector<LayoutLine>;

LayoutLines LayoutLinesOf(std::string_view text, PageLimits& limits);

// "- ", "* ", "+ ", "o ", "•", "1. ", "2) ", "(3) ", "a) ": the number of bytes up to the text; 0
// if there is no bullet.
size_t LayoutBullet(std::string_view text);

// A line of one punctuation character, three times or more.
bool IsLayoutRule(std::string_view text);

// The groups of "----  -----" by their bytes; empty if the line is anything but two or more groups.
struct LayoutGroup {
  size_t begin = 0;
  size_t end = 0;
};
std::vector<LayoutGroup> LayoutGroups(std::string_view text);

// The columns of "NAME   default   text", which two or more blanks or a tab separate.
std::vector<LayoutGroup> LayoutColumns(std::string_view text);

// A name, an option or another term, and the text after it: "NAME   text", "NAME: text",
// "NAME - text". `end` is 0 if the line does not begin with a term.
struct LayoutTerm {
  size_t end = 0;        // of the term
  size_t text = 0;       // the start of the text; the line's size if there is no text
  bool named = false;    // the term is a variable's name or an option
  bool columns = false;  // separated by a gap, not by a mark
};
LayoutTerm LayoutTermOf(std::string_view text);

// "Key: value" with any key: the number of bytes of the key; 0 if the line does not have this form.
size_t LayoutKey(std::string_view text);

// Whether a line is short and does not end like a sentence.
bool IsLayoutTitle(std::string_view text);
// Whether a line has no letter in lower case and is not a name: "EXIT STATUS", "3. FILES".
bool IsLayoutCapitals(std::string_view text);

// The runs of a line, with text that is quoted as code marked: `NAME', 'NAME', `NAME`, ``NAME``.
std::vector<Run> ReadLayoutText(const SourceLine& line);

}  // namespace flagcensus
