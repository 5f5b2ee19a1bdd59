// The blocks of a page that are open while it is read, and what becomes of one that is closed.
//
//   kTerms: kTerm "A", kTerm "B", kBody "text"   ─→  one definition "A, B" with the child "text"
//   kRow: kCell with columns = 2                 ─→  a row of two cells, the second one empty
//
// Internal to document_builder.cc; readers use the types that it exposes (Part, OpenParts).
#pragma once

#include <cstddef>
#include <initializer_list>
#include <vector>

#include "analyzer/pages/document.h"
#include "analyzer/pages/page_limits.h"

namespace flagcensus {

struct PagePlace {
  int line = 0;
  int column = 0;
};

// The part of a page that a block represents. Several kinds of blocks are the same part, and some
// parts do not become blocks.
enum class Part : char {
  kPage,
  kHeading,
  kList,
  kItem,
  kTerms,  // terms and bodies. Not a block: the definitions are added to the enclosing block. Its
           // `kind` (kDefinition, kField or kDirective) and `label` are those of the definitions
  kTerm,   // in kTerms; terms without a body share that of the next
  kBody,   // in kTerms; the body of the terms before it
  kDefinition,  // `inlines` are its terms
  kTable,
  kRow,
  kCell,
  kCaption,  // of a table; it becomes the label
  kGroup,    // a quote, an admonition, a directive, an indented part
  kCode,     // the reader appends to its `text`
};

// A part that is open, with the block that it becomes.
struct OpenPart {
  Part part = Part::kPage;
  Block block;
  bool transparent = false;  // its blocks are added to the enclosing one
  bool described = false;    // kTerms: the last term has a body
  int columns = 1;           // kCell: the number of columns it spans
  int rows = 1;
  std::vector<int> covered;  // kTable: for each column, the rows still covered by a cell above
};

// The stack of open parts. The page is always open.
class OpenParts {
 public:
  OpenParts() { open_.emplace_back(); }

  size_t depth() const { return open_.size() - 1 + deep_.size(); }  // the number of open parts
  // The innermost part, and whether it is nested too deep to be a block.
  Part part() const { return deep_.empty() ? open_.back().part : deep_.back(); }
  bool IsDeep() const { return !deep_.empty(); }
  // The innermost block, and the blocks in it so far. References are valid until the next call.
  Block& block() { return open_.back().block; }
  std::vector<Block>& siblings() { return open_.back().block.children; }
  // The innermost of `parts` that is open; kPage if there is no such part.
  Part Innermost(std::initializer_list<Part> parts) const;
  // The innermost `part` that is also a block; null if there is no such part.
  OpenPart* Find(Part part);
  OpenPart& Top() { return open_.back(); }
  // The innermost part that accepts text: not the rows of a table or the items of a list.
  OpenPart& TextTaker();

  // Returns null if the part would be nested too deep: it is only counted.
  OpenPart* Push(Part part);
  OpenPart Pop();  // an empty kPage if it was too deep, or only the page is open

 private:
  std::vector<OpenPart> open_;  // open_[0] is the page
  std::vector<Part> deep_;      // the parts opened inside of these that are nested too deep
};

// Whether a part contains only text: all blocks in it are joined to one.
bool IsTextOnly(Part part);

// Adds a part that was popped from the stack to the block around it. A block without any content is
// dropped, except a cell or an item.
void AddClosed(OpenParts& open, OpenPart closed, PageLimits& limits);

// Adds an empty cell to the row that is open for each column, from its end on, that a cell of a row
// above covers.
void FillOpenRow(OpenParts& open, int line, PageLimits& limits);

}  // namespace flagcensus
