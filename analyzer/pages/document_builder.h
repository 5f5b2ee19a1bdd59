// DocumentBuilder: what a reader says about its page, in page order ─→ the Document
//
//   Open(kList); Open(kItem); AddText(runs); Close(); Close();
//
// A reader contains only the syntax of its format. What all formats share is here: the blocks that
// are open and those that are still open at the end, the paragraph that is being collected, cells
// below a cell that spans rows, terms that share a body, and the limits on depth and size with
// their diagnostics.
//
// Places: lines and columns are 1-based and those of the page itself, before tabs are expanded or
// anything is replaced. Columns count bytes, not characters; column 0 means that it is not known.
#pragma once

#include <cstddef>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "analyzer/pages/document.h"
#include "analyzer/pages/page_limits.h"

namespace flagcensus {

struct PagePlace {
  int line = 0;
  int column = 0;
};

// What a block that may be opened is to the page. Several kinds of blocks are one part, and some
// parts are no block of their own.
enum class Part : char {
  kPage,
  kHeading,
  kList,
  kItem,
  kTerms,       // terms and bodies. No block: the definitions are added to the enclosing block. Its
                // `kind` (kDefinition, kField or kDirective) and `label` are those of the definitions
  kTerm,        // in kTerms; terms without a body share that of the next
  kBody,        // in kTerms; the body of the terms before it
  kDefinition,  // `inlines` are its terms
  kTable,
  kRow,
  kCell,
  kCaption,  // of a table, whose label it becomes
  kGroup,    // a quote, an admonition, a directive, an indented part
  kCode,     // the reader appends to its `text`
};

class DocumentBuilder {
 public:
  explicit DocumentBuilder(PageLimits& limits);

  PageLimits& limits() { return *limits_; }
  size_t depth() const { return open_.size() - 1 + deep_.size(); }  // the number of open parts
  // The innermost part, and whether it is nested too deep to be a block.
  Part part() const { return deep_.empty() ? open_.back().part : deep_.back(); }
  bool IsDeep() const { return !deep_.empty(); }
  // The innermost block, and the blocks in it so far. References hold until the next call.
  Block& block() { return open_.back().block; }
  std::vector<Block>& siblings() { return open_.back().block.children; }
  // The innermost of `parts` that is open; kPage if none is.
  Part Innermost(std::initializer_list<Part> parts) const;

  // Whether a list or a table may be opened here. If not, reports it, and the reader adds the
  // text of what follows as paragraphs; a reader that is recursive asks before it descends.
  bool MayNest(int line);

  // Opens a part. Its kind can then be changed. Returns null if it would be nested too deep: its
  // content goes to the enclosing block; it is closed like any other. The blocks of a `transparent`
  // part are added to the enclosing block.
  Block* Open(Part part, PagePlace place, bool transparent = false);
  Block* OpenCell(PagePlace place, int columns, int rows);
  // Adds an empty cell for each column, from the row's end on, that a cell of a row above covers.
  void FillRow(int line);

  // Closes the innermost part. A block without any content is dropped, except a cell.
  void Close();
  // Closes the innermost part and returns its block instead of adding it to the document.
  Block Take();
  void CloseTo(size_t depth);
  // Closes what is open inside the innermost `part`, and the part as well (CloseThrough). Does
  // nothing if there is none.
  void CloseInside(Part part);
  void CloseThrough(Part part);

  // Adds a complete block.
  Block& Add(Block block);
  void AddHeading(int level, std::vector<Run> text);

  // The paragraph goes on with these runs, after a space.
  void AddText(std::vector<Run> runs);
  // The paragraph goes on with `text`; it extends the last run if that has the same marks and line.
  void AddRun(std::string text, const Marks& marks, PagePlace place);
  const std::vector<Run>& paragraph() const { return paragraph_; }
  std::vector<Run> TakeParagraph();
  // A block of code goes on with a line; lines that were left out before it become blank ones.
  void AddCode(std::string_view text, PagePlace place, std::string_view label = {});
  // Ends the paragraph or block of code. The paragraph becomes a block, or the text of the heading,
  // term or caption that it is in; one between the rows of a table or the items of a list is added
  // before these.
  void EndParagraph();

  // Closes all parts that are open.
  Document Finish();

 private:
  struct Opened {
    Part part = Part::kPage;
    Block block;
    bool transparent = false;
    bool described = false;  // kTerms: the last term has a body
    int columns = 1;         // kCell: the number of columns it spans
    int rows = 1;
    std::vector<int> covered;  // kTable: for each column, the rows still covered by a cell above
  };

  Opened* Find(Part part);
  void CloseTerm(Block term);
  void CloseBody(Block body);
  void CloseCell(Opened cell);
  void CloseRow(Block row);
  void CloseCaption(const Block& caption);

  PageLimits* limits_;
  std::vector<Opened> open_;  // open_[0] is the page
  std::vector<Part> deep_;    // the parts opened inside of these that are nested too deep
  std::vector<Run> paragraph_;
  Block code_;
  int code_next_ = 0;  // the line expected next of the code
};

// Appends `more` to `runs`, with `separator` between them as plain text.
void JoinRuns(std::vector<Run>& runs, std::vector<Run> more, std::string_view separator);

// A paragraph that the block's children begin with becomes its own text, if it has none.
void LiftText(Block& block);

}  // namespace flagcensus
