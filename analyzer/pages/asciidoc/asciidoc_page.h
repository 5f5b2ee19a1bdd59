// State shared by the parts of the AsciiDoc reader for one page. Internal to asciidoc*.cc.
//
// The lines of the page are collected first, without comments. Readers work on ranges of them and
// add blocks to `out`; the lines of a table's cell are read by the same functions.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "analyzer/pages/document_builder.h"

namespace flagcensus {

// A line that is not blank.
struct AsciidocLine {
  std::string_view text;  // without trailing white space
  int number = 0;
  int column = 1;            // of text[0]
  bool after_blank = false;  // a blank line precedes it
};
using AsciidocLines = std::vector<AsciidocLine>;

struct AsciidocPage {
  explicit AsciidocPage(PageLimits& limits) : out(limits) {}

  DocumentBuilder out;
  std::map<std::string, std::string, std::less<>> attributes;
  size_t expansion_left = size_t{1} << 20;  // bytes that attributes may still add
  bool in_cell = false;                     // of a table, in which `\|` always means a pipe
};

// asciidoc_inline.cc: lines of text → runs, at least one for each line that has text.
std::vector<Run> ReadAsciidocInline(AsciidocPage& page, const AsciidocLine* first,
                                    const AsciidocLine* last);
// The value of an attribute entry, with the attributes known so far substituted.
std::string ExpandAttributes(AsciidocPage& page, std::string_view text);

// asciidoc.cc: the blocks of `lines` [first, last).
void ReadAsciidocBlocks(AsciidocPage& page, const AsciidocLines& lines, size_t first, size_t last);

// The text between `[` and `]` above a block: [cols="1,2", options="header"], [source,sh], [NOTE].
struct AsciidocAttributes {
  std::vector<std::string> positional;
  std::map<std::string, std::string, std::less<>> named;

  bool HasOption(std::string_view option) const;  // options=, opts= and %option
  std::string_view Named(std::string_view name) const;
};
void ReadAsciidocAttributes(std::string_view text, AsciidocAttributes& attributes);

// asciidoc_table.cc: the lines between the |=== of a table → kTable. `separator` is that of the
// delimiter: `|===` '|', `!===` '!', `,===` ',', `:===` ':'. `line` is the line of the delimiter,
// `title` the caption.
void ReadAsciidocTable(AsciidocPage& page, const AsciidocLines& lines, size_t first, size_t last,
                       const AsciidocAttributes& attributes, char separator, int line,
                       std::string_view title);

}  // namespace flagcensus
