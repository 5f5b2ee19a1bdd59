#include "analyzer/pages/document_parts.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "analyzer/pages/document_builder.h"

namespace flagcensus {
namespace {

// Columns of one row. A larger row is markup with a huge column span, and cells after the limit are
// dropped without a diagnostic.
constexpr size_t kMaxColumns = 100'000;

// Parts that contain only parts, such as rows, and do not accept text.
bool IsFrame(Part part) {
  return part == Part::kTable || part == Part::kRow || part == Part::kList || part == Part::kTerms;
}

// The kind of a part's block. A reader may change it afterwards, for instance to kField.
Block::Kind KindOf(Part part) {
  switch (part) {
    case Part::kHeading:
      return Block::Kind::kHeading;
    case Part::kList:
      return Block::Kind::kList;
    case Part::kItem:
      return Block::Kind::kItem;
    case Part::kTerms:
    case Part::kTerm:
    case Part::kDefinition:
      return Block::Kind::kDefinition;
    case Part::kTable:
      return Block::Kind::kTable;
    case Part::kRow:
      return Block::Kind::kRow;
    case Part::kCell:
      return Block::Kind::kCell;
    case Part::kCode:
      return Block::Kind::kCode;
    case Part::kPage:
    case Part::kCaption:
      return Block::Kind::kParagraph;
    case Part::kBody:
    case Part::kGroup:
      return Block::Kind::kQuote;
  }
  return Block::Kind::kParagraph;
}

// An item counts even if it is empty: it may be a column of a row.
bool IsEmpty(const Block& block) {
  // The label of code is its language and that of a table its caption: neither is content.
  if (block.kind == Block::Kind::kItem) return false;
  const bool named =
      !block.label.empty() && block.kind != Block::Kind::kCode && block.kind != Block::Kind::kTable;
  return block.children.empty() && block.inlines.empty() && block.text.empty() && !named;
}

// A term without a body shares that of the next term, and is joined to it with a comma.
void CloseTerm(OpenParts& open, Block term) {
  OpenPart* terms = open.Find(Part::kTerms);
  if (terms == nullptr) {
    term.kind = Block::Kind::kParagraph;
    if (!term.inlines.empty()) open.siblings().push_back(std::move(term));
    return;
  }
  std::vector<Block>& entries = terms->block.children;
  if (!entries.empty() && !terms->described) {
    return JoinRuns(entries.back().inlines, std::move(term.inlines), ", ");
  }
  terms->described = false;
  term.kind = terms->block.kind;
  term.label = terms->block.label;
  // A field has its name as a label: ":Default:" ─→ "Default".
  if (term.kind == Block::Kind::kField) {
    term.label = PlainText(term.inlines);
    while (term.label.ends_with(':') || term.label.ends_with(' ')) term.label.pop_back();
    term.inlines.clear();
  }
  entries.push_back(std::move(term));
}

// A body belongs to the last term. Outside of kTerms its blocks are added to the enclosing block.
void CloseBody(OpenParts& open, Block body) {
  OpenPart* terms = open.Find(Part::kTerms);
  Block* to = &open.block();
  if (terms != nullptr) {
    terms->described = true;
    // A body before the first term has no entry to describe and is dropped.
    if (terms->block.children.empty()) return;
    to = &terms->block.children.back();
  }
  const bool first = to->children.empty();
  std::move(body.children.begin(), body.children.end(), std::back_inserter(to->children));
  if (first && to->kind == Block::Kind::kField) LiftText(*to);
}

// A caption outside of a table is dropped.
void CloseCaption(OpenParts& open, const Block& caption) {
  if (OpenPart* table = open.Find(Part::kTable)) table->block.label = PlainText(caption.inlines);
}

// Adds a cell to the open row, and records which columns it covers in the rows below:
//
//   <td rowspan=2>A<td colspan=2>B     row: "A", "B", ""
//   <td>C<td>D                         row: "",  "C", "D"
void CloseCell(OpenParts& open, OpenPart cell, PageLimits& limits) {
  if (open.Top().part != Part::kRow) {  // broken markup: a cell outside of a row
    std::vector<Block>& inner = cell.block.children;
    std::move(inner.begin(), inner.end(), std::back_inserter(open.siblings()));
    return;
  }
  LiftText(cell.block);
  // Columns that a cell of a row above covers come first, so this cell is in its own column.
  FillOpenRow(open, cell.block.line, limits);
  std::vector<Block>& cells = open.siblings();
  const size_t at = cells.size();
  if (at + static_cast<size_t>(cell.columns) > kMaxColumns) return;
  // A spanning cell is followed by empty ones, so cells of one column have the same index.
  Block empty;
  empty.kind = Block::Kind::kCell;
  empty.line = cell.block.line;
  cells.push_back(std::move(cell.block));
  for (int span = 1; span < cell.columns && !limits.full(); ++span) {
    cells.push_back(empty);
    limits.Count(1, empty.line);
  }
  OpenPart* table = open.Find(Part::kTable);
  if (cell.rows < 2 || table == nullptr) return;
  if (table->covered.size() < cells.size()) table->covered.resize(cells.size(), 0);
  for (size_t column = at; column < cells.size(); ++column) table->covered[column] = cell.rows - 1;
}

// Adds a row to its table. A row without cells is dropped, but counts for the cells above.
void CloseRow(OpenParts& open, Block row) {
  OpenPart* table = open.Find(Part::kTable);
  // Rows that span into this row also cover the columns after its last cell: count them down.
  for (size_t at = row.children.size(); table != nullptr && at < table->covered.size(); ++at) {
    if (table->covered[at] > 0) --table->covered[at];
  }
  if (row.children.empty()) return;
  if (row.line == 0) row.line = row.children.front().line;
  if (row.column == 0) row.column = row.children.front().column;
  // A first row that has text only in header cells is a header. A header cell among others names
  // its row: a table with <th> only in its first column has no header row.
  if (table != nullptr && table->block.children.empty() && !row.header) {
    row.header = std::all_of(row.children.begin(), row.children.end(),
                             [](const Block& cell) { return cell.header || cell.inlines.empty(); });
  }
  for (Block& cell : row.children) cell.header = false;
  (table != nullptr ? table->block.children : open.siblings()).push_back(std::move(row));
}

}  // namespace

bool IsTextOnly(Part part) {
  return part == Part::kHeading || part == Part::kTerm || part == Part::kCaption;
}

// Parts that are only counted are searched as well, so "</ul>" closes the list it belongs to.
Part OpenParts::Innermost(std::initializer_list<Part> parts) const {
  const auto among = [&](Part part) {
    return std::find(parts.begin(), parts.end(), part) != parts.end();
  };
  // The parts that are nested too deep are inside all those on the stack.
  const auto deep = std::find_if(deep_.rbegin(), deep_.rend(), among);
  if (deep != deep_.rend()) return *deep;
  const auto found = std::find_if(open_.rbegin(), open_.rend(),
                                  [&](const OpenPart& opened) { return among(opened.part); });
  return found == open_.rend() ? Part::kPage : found->part;
}

OpenPart* OpenParts::Find(Part part) {
  const auto found = std::find_if(open_.rbegin(), open_.rend(),
                                  [&](const OpenPart& opened) { return opened.part == part; });
  return found == open_.rend() ? nullptr : &*found;
}

OpenPart& OpenParts::TextTaker() {
  // A heading, term or caption directly on top collects the text; one further out, with blocks in
  // it, does not. The page is neither a frame nor text, so the loop ends there.
  OpenPart* to = &open_.back();
  if (IsTextOnly(to->part)) return *to;
  while (IsFrame(to->part) || IsTextOnly(to->part)) --to;
  return *to;
}

// As soon as one part is too deep, all parts in it are.
OpenPart* OpenParts::Push(Part part) {
  // A block at this depth still contains a paragraph.
  if (!deep_.empty() || open_.size() + 1 > static_cast<size_t>(kMaxBlockDepth)) {
    deep_.push_back(part);
    return nullptr;
  }
  OpenPart& opened = open_.emplace_back();
  opened.part = part;
  opened.block.kind = KindOf(part);
  return &opened;
}

OpenPart OpenParts::Pop() {
  // Parts that were only counted are closed first, so opening and closing stay balanced.
  OpenPart popped;
  if (!deep_.empty()) {
    deep_.pop_back();
  } else if (open_.size() > 1) {
    popped = std::move(open_.back());
    open_.pop_back();
  }
  return popped;
}

// Parts with rules of their format have a function; the others are added to the block around them,
// or their children are if they are transparent.
void AddClosed(OpenParts& open, OpenPart closed, PageLimits& limits) {
  Block& block = closed.block;
  switch (closed.part) {
    case Part::kPage:  // only counted, as too deep, or nothing was open
      return;
    case Part::kTerm:
      return CloseTerm(open, std::move(block));
    case Part::kBody:
      return CloseBody(open, std::move(block));
    case Part::kCell:
      return CloseCell(open, std::move(closed), limits);
    case Part::kRow:
      return CloseRow(open, std::move(block));
    case Part::kCaption:
      return CloseCaption(open, block);
    default:
      break;
  }
  if (closed.transparent) {
    std::move(block.children.begin(), block.children.end(), std::back_inserter(open.siblings()));
    return;
  }
  if (IsEmpty(block)) return;
  // A heading may contain blocks and no text.
  if (closed.part == Part::kHeading && !block.inlines.empty()) {
    block.line = block.inlines.front().line;
    block.column = block.inlines.front().column;
  }
  if (block.kind == Block::Kind::kField) LiftText(block);
  open.siblings().push_back(std::move(block));
}

// Counts the covered columns down, so each is filled once in each row.
void FillOpenRow(OpenParts& open, int line, PageLimits& limits) {
  OpenPart* table = open.Find(Part::kTable);
  if (table == nullptr || open.Top().part != Part::kRow) return;
  std::vector<Block>& cells = open.siblings();
  std::vector<int>& covered = table->covered;
  // Each covered cell is used once for each row: a cell of three rows covers the next two.
  while (cells.size() < covered.size() && covered[cells.size()] > 0 && !limits.full()) {
    --covered[cells.size()];
    Block& empty = cells.emplace_back();
    empty.kind = Block::Kind::kCell;
    empty.line = line;
    limits.Count(1, line);
  }
}

}  // namespace flagcensus
