// State of the HTML reader for one page: the open blocks and the current paragraph. Internal to
// html*.cc.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "analyzer/model/finding.h"
#include "analyzer/pages/document.h"

namespace flagcensus {

enum class HtmlFrame {
  kPage,
  kHeading,
  kList,
  kItem,
  kTerms,  // dl: its children are definitions, which are added to the enclosing block
  kTerm,   // dt
  kBody,   // dd
  kTable,
  kRow,
  kCell,
  kCaption,
  kQuote,
  kPre,
};

struct HtmlOpen {
  HtmlFrame frame = HtmlFrame::kPage;
  Block block;
  Block::Kind entries = Block::Kind::kDefinition;  // kTerms: the block kind of its terms
  bool described = false;                          // kTerms: the last term has a body
  int columns = 1;                                 // kCell: number of columns it spans
  int rows = 1;
  std::vector<int> busy;  // kTable: for each column, the rows still covered by a cell above
};

struct HtmlStyle {
  bool code = false;
  bool strong = false;
  bool emphasis = false;
  bool link = false;
  std::string role;
};

struct HtmlPage {
  std::string_view file;
  std::vector<Diagnostic>* diagnostics = nullptr;
  std::vector<HtmlOpen> open;  // open[0] is the page
  std::vector<Run> text;       // of the current paragraph
  HtmlStyle style;
  int line = 0;  // of the input being read
  int column = 0;
  size_t parts = 0;
  bool full = false;
  bool deep = false;  // the nesting diagnostic has been reported
};

void Report(HtmlPage& page, std::string_view kind, std::string message);

// Ends the paragraph: its text becomes a block of the innermost frame, or the frame's own text.
void EndParagraph(HtmlPage& page);
// Ends the paragraph and opens a frame; returns false if it would be nested too deep.
bool Open(HtmlPage& page, HtmlFrame frame, Block::Kind kind);
// Ends the paragraph and closes the innermost frame.
void Close(HtmlPage& page);
// Adds text as spelled in the page; `line` and `column` are those of its first byte.
void AddText(HtmlPage& page, std::string_view text, int line, int column);

}  // namespace flagcensus
