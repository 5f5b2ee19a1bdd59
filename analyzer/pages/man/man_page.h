// State of the man page reader for one page: the open blocks and the current paragraph. Internal to
// man*.cc.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "analyzer/model/finding.h"
#include "analyzer/pages/document.h"
#include "analyzer/pages/man/man_roff.h"

namespace flagcensus {

enum class ManFrame {
  kPage,
  kDefinition,  // .TP, .IP with a tag, .It of a tagged list: open until its end
  kIndent,      // .RS, .Bd
  kList,        // .Bl of items, .IP with a bullet
  kEntries,     // .Bl of definitions: contains them, but is not a block itself
  kItem,
  kTable,  // .Bl -column, .TS
  kRow,
};

struct ManOpen {
  ManFrame frame = ManFrame::kPage;
  Block block;
  bool transparent = false;  // its children are added to the enclosing block
};

struct ManPage {
  std::string_view file;
  std::vector<Diagnostic>* diagnostics = nullptr;
  RoffState roff;
  std::vector<ManOpen> open;  // open[0] is the page
  std::vector<Run> paragraph;
  std::vector<size_t> breaks;  // where .br splits its runs
  std::string code;            // the unfilled lines so far
  int code_line = 0;           // of the first of them
  int code_next = 0;           // where the next one is expected
  bool unfilled = false;
  int line = 0;     // of the line being read
  int skipped = 0;  // frames nested too deep to be opened
  size_t parts = 0;
  bool full = false;
  std::string program;  // mdoc's .Nm
};

void Report(ManPage& page, std::string_view kind, std::string message);

// Ends the paragraph (or the unfilled text), which becomes a block of the innermost open frame.
void EndParagraph(ManPage& page);
// Ends the paragraph and opens a frame. Returns false if it would be nested too deep: its content
// then goes to the enclosing frame, and Close does nothing for it.
bool Open(ManPage& page, ManFrame frame, Block::Kind kind, bool transparent = false);
// Ends the paragraph and closes the innermost frame.
void Close(ManPage& page);
// Closes all frames inside the innermost `frame`, and `frame` too if `itself`. Does nothing if no
// such frame is open.
void CloseTo(ManPage& page, ManFrame frame, bool itself);
bool IsOpen(const ManPage& page, ManFrame frame);
void CloseAll(ManPage& page);

void AddHeading(ManPage& page, int level, std::vector<Run> inlines);
// Appends `more` to `runs`, with `separator` between them as plain text.
void JoinRuns(std::vector<Run>& runs, std::vector<Run> more, std::string_view separator);
// Appends runs to the paragraph, after a space if it has text.
void AddText(ManPage& page, std::vector<Run> runs);

// man_mdoc.cc: a macro of mdoc(7). `words` are its arguments.
void ReadMdocMacro(ManPage& page, std::string_view name, const std::vector<RoffWord>& words);

// man_mdoc_words.cc: the words of a line, and those of a macro called by `name`.
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
