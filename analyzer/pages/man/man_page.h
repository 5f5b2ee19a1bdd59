// State of the man page reader for one page, shared by man(7) and mdoc(7). Internal to man*.cc.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "analyzer/pages/document_builder.h"
#include "analyzer/pages/man/man_roff.h"

namespace flagcensus {

struct ManPage {
  explicit ManPage(PageLimits& limits) : out(limits) {}

  DocumentBuilder out;
  RoffState roff;
  std::vector<size_t> breaks;  // the indices of the paragraph's runs before which .br occurs
  bool unfilled = false;       // .nf: lines are kept, as in code
  int line = 0;                // the number of the line being read
  std::string program;         // mdoc's .Nm
};

// Ends the paragraph or the unfilled text. If .br separates its lines and each is "NAME   text",
// they become a definition each.
void EndParagraph(ManPage& page);
// Ends the paragraph and opens a part at the line being read.
Block* Open(ManPage& page, Part part, bool transparent = false);

// Adds text: to the paragraph, or as a line of unfilled text.
void AddText(ManPage& page, std::vector<Run> runs);
// Adds terms to the open definition.
void AddTerms(ManPage& page, std::vector<Run> runs);

// man_mdoc.cc: a macro of mdoc(7). `words` are its arguments.
void ReadMdocMacro(ManPage& page, std::string_view name, const std::vector<RoffWord>& words);

// man_mdoc_words.cc: the words of a line, and those that are arguments of the macro `name`.
std::vector<Run> ReadMdocWords(ManPage& page, const std::vector<RoffWord>& words);
std::vector<Run> ReadMdocCall(ManPage& page, std::string_view name,
                              const std::vector<RoffWord>& words);

// man_table.cc: the lines of a tbl(1) table between .TS and .TE → kTable.
struct ManLine {
  std::string_view text;
  int number = 0;
};
void ReadManTable(ManPage& page, const std::vector<ManLine>& lines);

}  // namespace flagcensus
