// What the readers of line-oriented markup share: the lines of a page as they are, runs with their
// places, and the parts that most of these markups have (items, terms, verbatim blocks).
//
//   "@item @env{TMPDIR}"  ─→ SourceLine{text, 7}  ─→ RunWriter ─→ Run{code, envvar, "TMPDIR", 7:12}
//
// A reader is a table of line patterns and a few functions; a line that matches no pattern is text.
// No run spans two lines of the page.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "analyzer/pages/document_builder.h"
#include "analyzer/pages/page_limits.h"

namespace flagcensus {

// One line of the page, or the rest of one from some byte on.
struct SourceLine {
  std::string_view text;  // without trailing white space; "" for a blank line
  int number = 0;         // 1-based
  int column = 1;         // 1-based, of text[0]

  // The bytes before the text: blanks and tabs.
  size_t margin() const;
  // The line from byte `at` on.
  SourceLine From(size_t at) const;
  PagePlace place() const { return {number, column}; }
};

// All lines of the page, blank ones too. Reports what is cut off: lines beyond two million, and the
// rest of a line beyond 1 MiB.
std::vector<SourceLine> SourceLinesOf(std::string_view text, PageLimits& limits);

// The width of the white space that `text` begins with; tabs advance to multiples of eight.
int IndentWidth(std::string_view text);

// Collects the runs of one line.
class RunWriter {
 public:
  explicit RunWriter(int line) : line_(line) {}

  Marks marks;  // of the text that is written next

  // Writes `text`; its first byte is at `column` of the line.
  void Put(std::string_view text, int column);
  std::vector<Run> Take();

 private:
  int line_;
  std::vector<Run> runs_;
};

// `text` as one run without marks.
std::vector<Run> PlainRuns(const SourceLine& text);

// Opens a list, a table or a group. Null, with a diagnostic, if it would be nested too deep: its
// content goes to the block around it.
Block* OpenNested(DocumentBuilder& out, Part part, PagePlace place);

// Opens a definition of `term` in the innermost kTerms, after closing the one that is open there.
// Consecutive terms share a body: if the open definition is still empty, the term is added to it.
void OpenDefinition(DocumentBuilder& out, std::vector<Run> term, PagePlace place);

// Opens an item in the innermost kList, after closing the one that is open there.
void OpenItem(DocumentBuilder& out, PagePlace place);

// The innermost kList, kTerms or kTable that is open; kPage if there is no such part.
Part InnermostList(const DocumentBuilder& out);

}  // namespace flagcensus
