// DocumentBuilder: what a reader finds on its page, in page order ─→ the Document
//
//   Open(kList); Open(kItem); AddText(runs); Close(); Close();
//     ─→ list > item > paragraph with these runs
//
// A reader contains only the syntax of its format. What all formats share is here: the blocks that
// are open, also at the end of the page; the paragraph that is being collected; cells below a cell
// that spans rows; terms that share a body; the limits on depth and size with their diagnostics.
//
// Places: lines and columns are 1-based and those of the page itself, before tabs are expanded or
// anything is replaced. Columns count bytes, not characters; column 0 means that it is not known.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "analyzer/pages/document.h"
#include "analyzer/pages/document_parts.h"
#include "analyzer/pages/page_limits.h"

namespace flagcensus {

class DocumentBuilder : public OpenParts {
 public:
  explicit DocumentBuilder(PageLimits& limits) : limits_(&limits) {}

  PageLimits& limits() { return *limits_; }

  // Whether a list or a table may be opened here. If not, reports it, and the reader adds the
  // text of what follows as paragraphs; a reader that is recursive asks before it descends.
  bool MayNest(int line);

  // Opens a part. Its kind can then be changed. Returns null if it would be nested too deep: its
  // content goes to the enclosing block; it is closed like any other. The blocks of a `transparent`
  // part are added to the enclosing block.
  Block* Open(Part part, PagePlace place, bool transparent = false);
  // Opens a cell that spans `columns` columns and `rows` rows.
  Block* OpenCell(PagePlace place, int columns, int rows);
  // Adds an empty cell for each column, from the row's end on, that a cell of a row above covers.
  void FillRow(int line);

  // Closes the innermost part. A block without any content is dropped, except a cell or an item.
  void Close();
  // Closes the innermost part and returns its block instead of adding it to the document.
  Block Take();
  void CloseTo(size_t depth);
  // Closes the parts inside the innermost `part`; CloseThrough closes that part as well. Both do
  // nothing if there is no open part of that kind.
  void CloseInside(Part part);
  void CloseThrough(Part part);

  // Adds a complete block.
  Block& Add(Block block);
  void AddHeading(int level, std::vector<Run> text);

  // Continues the paragraph with these runs, after a space.
  void AddText(std::vector<Run> runs);
  // Continues the paragraph with `text`, in the last run if that has the same marks and line.
  void AddRun(std::string text, const Marks& marks, PagePlace place);
  const std::vector<Run>& paragraph() const { return paragraph_; }
  std::vector<Run> TakeParagraph();
  // Adds a line to the block of code. Lines that were skipped before it become blank lines.
  void AddCode(std::string_view text, PagePlace place, std::string_view label = {});
  // Ends the paragraph or block of code. The paragraph becomes a block, or the text of the heading,
  // term or caption that contains it. A paragraph directly in a table or a list, outside of its
  // cells and items, is added before the table or list.
  void EndParagraph();

  // Closes all parts that are open.
  Document Finish();

 private:
  PageLimits* limits_;
  std::vector<Run> paragraph_;
  Block code_;
  int code_next_ = 0;  // the number of the line that would continue the code without a gap
};

// Appends `more` to `runs`, with `separator` between them as plain text.
void JoinRuns(std::vector<Run>& runs, std::vector<Run> more, std::string_view separator);

// Makes the paragraph that the block's children begin with the block's own text, if it has no text.
void LiftText(Block& block);

}  // namespace flagcensus
