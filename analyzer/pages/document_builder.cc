#include "analyzer/pages/document_builder.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "analyzer/base/text.h"

namespace flagcensus {
namespace {

constexpr size_t kMaxColumns = 100'000;
// A list or table and what may be in it without being asked for: rows, cells, paragraphs.
constexpr int kNestedAtOnce = 5;

// These are text only: whatever blocks are in them are joined.
bool IsText(Part part) {
  return part == Part::kHeading || part == Part::kTerm || part == Part::kCaption;
}

// These contain no text of their own.
bool IsFrame(Part part) {
  return part == Part::kTable || part == Part::kRow || part == Part::kList || part == Part::kTerms;
}

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

bool IsEmpty(const Block& block) {
  const bool named = !block.label.empty() && block.kind != Block::Kind::kCode &&
                     block.kind != Block::Kind::kTable;
  return block.children.empty() && block.inlines.empty() && block.text.empty() && !named;
}

void PlaceAt(Block& block, const std::vector<Run>& runs) {
  if (runs.empty()) return;
  block.line = runs.front().line;
  block.column = runs.front().column;
}

}  // namespace

DocumentBuilder::DocumentBuilder(PageLimits& limits) : limits_(&limits) { open_.emplace_back(); }

Part DocumentBuilder::Innermost(std::initializer_list<Part> parts) const {
  const auto among = [&](Part part) {
    return std::find(parts.begin(), parts.end(), part) != parts.end();
  };
  const auto deep = std::find_if(deep_.rbegin(), deep_.rend(), among);
  if (deep != deep_.rend()) return *deep;
  const auto found = std::find_if(open_.rbegin(), open_.rend(),
                                  [&](const Opened& opened) { return among(opened.part); });
  return found == open_.rend() ? Part::kPage : found->part;
}

DocumentBuilder::Opened* DocumentBuilder::Find(Part part) {
  const auto found = std::find_if(open_.rbegin(), open_.rend(),
                                  [&](const Opened& opened) { return opened.part == part; });
  return found == open_.rend() ? nullptr : &*found;
}

bool DocumentBuilder::MayNest(int line) {
  if (static_cast<int>(depth()) + kNestedAtOnce <= kMaxBlockDepth) return true;
  limits_->ReportTooDeep(line);
  return false;
}

Block* DocumentBuilder::Open(Part part, PagePlace place, bool transparent) {
  EndParagraph();
  limits_->Count(1, place.line);
  // A block at this depth still contains a paragraph.
  if (!deep_.empty() || open_.size() + 1 > static_cast<size_t>(kMaxBlockDepth)) {
    limits_->ReportTooDeep(place.line);
    deep_.push_back(part);
    return nullptr;
  }
  Opened& opened = open_.emplace_back();
  opened.part = part;
  opened.transparent = transparent || part == Part::kTerms;
  opened.block.kind = KindOf(part);
  opened.block.line = place.line;
  opened.block.column = place.column;
  return &opened.block;
}

void DocumentBuilder::Close() {
  EndParagraph();
  if (!deep_.empty()) return deep_.pop_back();
  if (open_.size() < 2) return;
  Opened closed = std::move(open_.back());
  open_.pop_back();
  Block& block = closed.block;
  if (closed.transparent) {
    std::move(block.children.begin(), block.children.end(), std::back_inserter(siblings()));
    return;
  }
  if (closed.part == Part::kTerm) return CloseTerm(std::move(block));
  if (closed.part == Part::kBody) return CloseBody(std::move(block));
  if (closed.part == Part::kCell) return CloseCell(std::move(closed));
  if (closed.part == Part::kRow) return CloseRow(std::move(block));
  if (closed.part == Part::kCaption) return CloseCaption(block);
  if (IsEmpty(block)) return;
  // A heading may contain blocks and no text of its own.
  if (closed.part == Part::kHeading) PlaceAt(block, block.inlines);
  if (block.kind == Block::Kind::kField) LiftText(block);
  siblings().push_back(std::move(block));
}

Block DocumentBuilder::Take() {
  EndParagraph();
  Block block;
  if (!deep_.empty()) {
    deep_.pop_back();
  } else if (open_.size() > 1) {
    block = std::move(open_.back().block);
    open_.pop_back();
  }
  return block;
}

void DocumentBuilder::CloseTo(size_t depth) {
  EndParagraph();
  while (this->depth() > depth) Close();
}

void DocumentBuilder::CloseInside(Part part) {
  EndParagraph();
  if (Innermost({part}) != part) return;
  while (this->part() != part) Close();
}

void DocumentBuilder::CloseThrough(Part part) {
  CloseInside(part);
  if (this->part() == part) Close();
}

Document DocumentBuilder::Finish() {
  CloseTo(0);
  Document document;
  document.blocks = std::move(open_[0].block.children);
  return document;
}

// A term joins the one before it if that has no body yet: they share the next.
void DocumentBuilder::CloseTerm(Block term) {
  Opened* terms = Find(Part::kTerms);
  if (terms == nullptr) {
    term.kind = Block::Kind::kParagraph;
    if (!term.inlines.empty()) siblings().push_back(std::move(term));
    return;
  }
  std::vector<Block>& entries = terms->block.children;
  if (!entries.empty() && !terms->described) {
    return JoinRuns(entries.back().inlines, std::move(term.inlines), ", ");
  }
  terms->described = false;
  term.kind = terms->block.kind;
  term.label = terms->block.label;
  if (term.kind == Block::Kind::kField) {
    term.label = PlainText(term.inlines);
    while (term.label.ends_with(':') || term.label.ends_with(' ')) term.label.pop_back();
    term.inlines.clear();
  }
  entries.push_back(std::move(term));
}

void DocumentBuilder::CloseBody(Block body) {
  Opened* terms = Find(Part::kTerms);
  Block* to = &block();
  if (terms != nullptr) {
    terms->described = true;
    if (terms->block.children.empty()) return;
    to = &terms->block.children.back();
  }
  const bool first = to->children.empty();
  std::move(body.children.begin(), body.children.end(), std::back_inserter(to->children));
  if (first && to->kind == Block::Kind::kField) LiftText(*to);
}

void DocumentBuilder::CloseCaption(const Block& caption) {
  if (Opened* table = Find(Part::kTable)) table->block.label = PlainText(caption.inlines);
}

Block* DocumentBuilder::OpenCell(PagePlace place, int columns, int rows) {
  Block* cell = Open(Part::kCell, place);
  if (cell == nullptr) return nullptr;
  open_.back().columns = columns;
  open_.back().rows = rows;
  return cell;
}

void DocumentBuilder::FillRow(int line) {
  Opened* table = Find(Part::kTable);
  if (table == nullptr || open_.back().part != Part::kRow) return;
  std::vector<Block>& cells = siblings();
  std::vector<int>& covered = table->covered;
  while (cells.size() < covered.size() && covered[cells.size()] > 0 && !limits_->full()) {
    --covered[cells.size()];
    Block& empty = cells.emplace_back();
    empty.kind = Block::Kind::kCell;
    empty.line = line;
    limits_->Count(1, line);
  }
}

void DocumentBuilder::CloseCell(Opened cell) {
  if (open_.back().part != Part::kRow) {  // broken markup
    std::vector<Block>& inner = cell.block.children;
    std::move(inner.begin(), inner.end(), std::back_inserter(siblings()));
    return;
  }
  LiftText(cell.block);
  FillRow(cell.block.line);
  std::vector<Block>& cells = siblings();
  const size_t at = cells.size();
  if (at + static_cast<size_t>(cell.columns) > kMaxColumns) return;
  Block empty;
  empty.kind = Block::Kind::kCell;
  empty.line = cell.block.line;
  cells.push_back(std::move(cell.block));
  for (int span = 1; span < cell.columns && !limits_->full(); ++span) {
    cells.push_back(empty);
    limits_->Count(1, empty.line);
  }
  Opened* table = Find(Part::kTable);
  if (cell.rows < 2 || table == nullptr) return;
  if (table->covered.size() < cells.size()) table->covered.resize(cells.size(), 0);
  for (size_t column = at; column < cells.size(); ++column) table->covered[column] = cell.rows - 1;
}

void DocumentBuilder::CloseRow(Block row) {
  Opened* table = Find(Part::kTable);
  // Cells above that cover columns of this row behind its last cell.
  for (size_t at = row.children.size(); table != nullptr && at < table->covered.size(); ++at) {
    if (table->covered[at] > 0) --table->covered[at];
  }
  if (row.children.empty()) return;
  if (row.line == 0) row.line = row.children.front().line;
  if (row.column == 0) row.column = row.children.front().column;
  // A first row of header cells only is a header; a lone header cell names its row.
  if (table != nullptr && table->block.children.empty() && !row.header) {
    const auto names = [](const Block& cell) { return cell.header; };
    row.header = std::any_of(row.children.begin(), row.children.end(), names) &&
                 std::all_of(row.children.begin(), row.children.end(), [](const Block& cell) {
                   return cell.header || cell.inlines.empty();
                 });
  }
  for (Block& cell : row.children) cell.header = false;
  (table != nullptr ? table->block.children : siblings()).push_back(std::move(row));
}

Block& DocumentBuilder::Add(Block block) {
  EndParagraph();
  limits_->Count(1, block.line);
  siblings().push_back(std::move(block));
  return siblings().back();
}

void DocumentBuilder::AddHeading(int level, std::vector<Run> text) {
  if (text.empty()) return;
  limits_->Count(text.size(), text.front().line);
  Block heading;
  heading.kind = Block::Kind::kHeading;
  heading.level = level;
  PlaceAt(heading, text);
  heading.inlines = std::move(text);
  Add(std::move(heading));
}

void DocumentBuilder::AddText(std::vector<Run> runs) {
  if (limits_->full() || runs.empty()) return;
  limits_->Count(runs.size(), runs.front().line);
  JoinRuns(paragraph_, std::move(runs), " ");
}

void DocumentBuilder::AddRun(std::string text, const Marks& marks, PagePlace place) {
  Run* last = paragraph_.empty() ? nullptr : &paragraph_.back();
  if (last != nullptr && static_cast<const Marks&>(*last) == marks &&
      (last->line == place.line || text == " ")) {
    last->text += text;
    return;
  }
  Run& run = paragraph_.emplace_back();
  static_cast<Marks&>(run) = marks;
  run.text = std::move(text);
  run.line = place.line;
  run.column = place.column;
  limits_->Count(1, place.line);
}

std::vector<Run> DocumentBuilder::TakeParagraph() { return std::exchange(paragraph_, {}); }

void DocumentBuilder::AddCode(std::string_view text, PagePlace place, std::string_view label) {
  if (code_.kind != Block::Kind::kCode) {
    code_.kind = Block::Kind::kCode;
    code_.label = label;
    code_.line = code_next_ = place.line;
    code_.column = place.column;
  }
  if (code_next_ < place.line) {
    code_.text.append(static_cast<size_t>(place.line - code_next_), '\n');
  }
  code_next_ = place.line + 1;
  code_.text += text;
  code_.text += '\n';
}

void DocumentBuilder::EndParagraph() {
  if (code_.kind == Block::Kind::kCode) {
    Block code = std::exchange(code_, Block());
    while (code.text.ends_with('\n')) code.text.pop_back();
    Add(std::move(code));
  }
  if (paragraph_.empty()) return;
  std::vector<Run> text = TakeParagraph();
  while (!text.empty() && Trim(text.back().text).empty()) text.pop_back();
  if (text.empty()) return;
  std::string& last = text.back().text;
  last.resize(last.find_last_not_of(" \t\r\n\f") + 1);
  Opened* to = &open_.back();
  if (IsText(to->part)) return JoinRuns(to->block.inlines, std::move(text), " ");
  // Not inside of these: the next block around that takes text.
  while (IsFrame(to->part) || IsText(to->part)) --to;
  limits_->Count(1, text.front().line);
  Block& block = to->block.children.emplace_back();
  PlaceAt(block, text);
  block.inlines = std::move(text);
}

void JoinRuns(std::vector<Run>& runs, std::vector<Run> more, std::string_view separator) {
  if (!runs.empty() && !more.empty()) {
    if (static_cast<const Marks&>(runs.back()) == Marks()) {
      runs.back().text += separator;
    } else {
      Run& run = runs.emplace_back();
      run.text = separator;
      run.line = more.front().line;
      run.column = more.front().column;
    }
  }
  std::move(more.begin(), more.end(), std::back_inserter(runs));
}

void LiftText(Block& block) {
  std::vector<Block>& children = block.children;
  if (!block.inlines.empty() || children.empty()) return;
  if (children.front().kind != Block::Kind::kParagraph) return;
  block.inlines = std::move(children.front().inlines);
  if (block.kind == Block::Kind::kCell) {
    block.line = children.front().line;
    block.column = children.front().column;
  }
  children.erase(children.begin());
}

}  // namespace flagcensus
