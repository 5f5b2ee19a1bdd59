// Document: the common form of all page formats, in which entries are searched.
//
//   | `APP_PORT` | 80 |   ─→  table > row > cell (a run "APP_PORT" with the mark code), cell ("80")
//
// A reader (markdown.cc, rst.cc, html.cc, ...) converts the syntax of one format to these blocks,
// through a DocumentBuilder, and does not know about variables. FindEntries (entries.h) recognises
// entries by structure and does not know about formats. Places refer to the page's own text.
#pragma once

#include <string>
#include <vector>

namespace flagcensus {

// How inline text is marked up. Marks combine: **`NAME`** is strong and code.
struct Marks {
  bool code = false;
  bool strong = false;
  bool emphasis = false;
  bool link = false;
  std::string role;  // reStructuredText role or similar: "envvar", "ref", "option"; or ""

  bool operator==(const Marks&) const = default;
};

// A stretch of inline text with the same marks.
struct Run : Marks {
  std::string
      text;        // entities, escapes and substitutions resolved; UTF-8; soft line breaks are ' '
  int line = 0;    // 1-based place of its first character in the page
  int column = 0;  // 1-based, in bytes; 0 if the format does not provide it
};

// A part of the page that is not inline text. Which fields are used depends on the kind; the others
// have their initial values.
struct Block {
  enum class Kind {
    kHeading,     // `inlines`, `level` (1 is the page title)
    kParagraph,   // `inlines`
    kList,        // children: kItem
    kItem,        // children: blocks; the first is usually a kParagraph
    kDefinition,  // `inlines`: the term(s); children: the body. Definition and labelled lists, .TP
    kTable,       // children: kRow; the header row, if any, has `header` set
    kRow,         // children: kCell
    kCell,        // `inlines`; children if a cell contains blocks
    kField,      // `label` and `inlines`/children: reST fields, "- Default Value:" of labelled text
    kDirective,  // `label`: envvar, data, option, confval; `inlines`: its argument; children: body
    kCode,       // `text`: the code, `label`: its language; line of its first code line
    kQuote,      // children: quotes, admonitions, <details>, indented groups
    kAssignment,  // `label`: NAME, `text`: value; `commented`: "# NAME=value". dotenv files
    kRecord,      // children: kField; one element of a JSON/YAML/TOML registry, `label`: its key
    kComment,     // `text`; only in dotenv and settings files, as a description
  };
  Kind kind = Kind::kParagraph;
  int line = 0;    // 1-based, of the start of the block
  int column = 0;  // 1-based, in bytes
  int level = 0;
  bool header = false;
  bool commented = false;
  std::string label;
  std::string text;
  std::vector<Run> inlines;
  std::vector<Block> children;
};

// Maximum nesting of blocks; deeper ones are flattened into the enclosing one. Functions that
// descend into blocks are recursive, so this also bounds their use of the stack.
inline constexpr int kMaxBlockDepth = 64;

struct Document {
  std::vector<Block> blocks;  // in page order; headings are siblings, not parents
};

// Returns the runs' text joined, with white space folded and trimmed.
std::string PlainText(const std::vector<Run>& inlines);

}  // namespace flagcensus
