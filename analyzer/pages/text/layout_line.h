// What a line of plain text looks like. Internal to layout*.cc.
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

// "- ", "* ", "+ ", "o ", "•", "1. ", "2) ", "(3) ", "a) ": the bytes up to the text; 0 for none.
size_t LayoutBullet(std::string_view text);

// A line of one punctuation character, three times or more.
bool IsLayoutRule(std::string_view text);

// The groups of "----  -----": their bytes; empty if the line is anything else or only one group.
struct LayoutGroup {
  size_t begin = 0;
  size_t end = 0;
};
std::vector<LayoutGroup> LayoutGroups(std::string_view text);

// What two blanks or more, or a tab, divide: "NAME   default   text".
std::vector<LayoutGroup> LayoutColumns(std::string_view text);

// A name, an option or another term, and the text behind it: "NAME   text", "NAME: text",
// "NAME - text". `end` is 0 if the line begins with no such term.
struct LayoutTerm {
  size_t end = 0;        // of the term
  size_t text = 0;       // where the text begins; the line's size if there is none
  bool named = false;    // a variable's name or an option, not any words
  bool columns = false;  // divided by a gap, not by a mark
};
LayoutTerm LayoutTermOf(std::string_view text);

// "Key: value" of any key: the bytes of the key; 0 for none.
size_t LayoutKey(std::string_view text);

// A short line without the end of a sentence.
bool IsLayoutTitle(std::string_view text);
// No letter of it is lower case, and it is more than a name: "EXIT STATUS", "3. FILES".
bool IsLayoutCapitals(std::string_view text);

// The text with what is quoted as code marked: `NAME', 'NAME', `NAME`, ``NAME``.
std::vector<Run> ReadLayoutText(const SourceLine& line);

}  // namespace flagcensus
