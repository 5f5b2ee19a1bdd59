#include "analyzer/pages/document_builder.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "analyzer/base/text.h"

namespace flagcensus {
namespace {

// The levels that a list or table needs without another question: table, row, cell, a block in the
// cell and its paragraph.
constexpr int kNestedAtOnce = 5;

// The place of a block of text is that of its first run.
// A block without text keeps the place of what opened it.
void PlaceAt(Block& block, const std::vector<Run>& runs) {
  if (runs.empty()) return;
  block.line = runs.front().line;
  block.column = runs.front().column;
}

}  // namespace

bool DocumentBuilder::MayNest(int line) {
  if (static_cast<int>(depth()) + kNestedAtOnce <= kMaxBlockDepth) return true;
  limits_->ReportTooDeep(line);
  return false;
}

// A part that is too deep is only counted (OpenParts::Push). Terms are never blocks.
Block* DocumentBuilder::Open(Part part, PagePlace place, bool transparent) {
  EndParagraph();
  limits_->Count(1, place.line);
  OpenPart* opened = Push(part);
  if (opened == nullptr) {
    limits_->ReportTooDeep(place.line);
    return nullptr;
  }
  opened->transparent = transparent || part == Part::kTerms;
  opened->block.line = place.line;
  opened->block.column = place.column;
  return &opened->block;
}

Block* DocumentBuilder::OpenCell(PagePlace place, int columns, int rows) {
  Block* cell = Open(Part::kCell, place);
  if (cell == nullptr) return nullptr;
  Top().columns = columns;
  Top().rows = rows;
  return cell;
}

void DocumentBuilder::FillRow(int line) { FillOpenRow(*this, line, *limits_); }

void DocumentBuilder::Close() {
  EndParagraph();
  AddClosed(*this, Pop(), *limits_);
}

// Removes the innermost part without adding it to the part around it.
Block DocumentBuilder::Take() {
  EndParagraph();
  return Pop().block;
}

// Closes parts until `depth` parts are open.
void DocumentBuilder::CloseTo(size_t depth) {
  EndParagraph();
  while (this->depth() > depth) Close();
}

// In "list > item > list > item", CloseInside(kList) closes the inner item.
void DocumentBuilder::CloseInside(Part part) {
  // kPage is the answer of Innermost() if there is no such part, and closing to it would close all.
  EndParagraph();
  if (Innermost({part}) != part) return;
  while (this->part() != part) Close();
}

// The same, and the part itself: the inner item and the inner list.
void DocumentBuilder::CloseThrough(Part part) {
  CloseInside(part);
  if (this->part() == part) Close();
}

Document DocumentBuilder::Finish() {
  CloseTo(0);
  Document document;
  document.blocks = std::move(siblings());
  return document;
}

Block& DocumentBuilder::Add(Block block) {
  EndParagraph();
  limits_->Count(1, block.line);
  siblings().push_back(std::move(block));
  return siblings().back();
}

// A heading without text is a mark of the format and not a heading.
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

// A line of the paragraph; lines are joined by a blank.
void DocumentBuilder::AddText(std::vector<Run> runs) {
  if (limits_->full() || runs.empty()) return;
  limits_->Count(runs.size(), runs.front().line);
  JoinRuns(paragraph_, std::move(runs), " ");
}

// Parsers report text in pieces of arbitrary size; pieces of one line become one run.
void DocumentBuilder::AddRun(std::string text, const Marks& marks, PagePlace place) {
  Run* last = paragraph_.empty() ? nullptr : &paragraph_.back();
  // A single space may be a soft line break, which belongs to no line in particular.
  if (last != nullptr && static_cast<const Marks&>(*last) == marks &&
      (last->line == place.line || text == " ")) {
    last->text += text;
    return;
  }
  paragraph_.push_back({marks, std::move(text), place.line, place.column});
  limits_->Count(1, place.line);
}

std::vector<Run> DocumentBuilder::TakeParagraph() { return std::exchange(paragraph_, {}); }

// The first line sets the label and the place of the block.
void DocumentBuilder::AddCode(std::string_view text, PagePlace place, std::string_view label) {
  if (code_.kind != Block::Kind::kCode) {
    code_.kind = Block::Kind::kCode;
    code_.label = label;
    code_.line = code_next_ = place.line;
    code_.column = place.column;
  }
  // Readers do not report blank lines of code, so the gap in the line numbers counts them.
  if (code_next_ < place.line) {
    code_.text.append(static_cast<size_t>(place.line - code_next_), '\n');
  }
  code_next_ = place.line + 1;
  code_.text += text;
  code_.text += '\n';
}

// Both the code and the paragraph may be open, if a reader adds text right after code: the code
// comes first.
void DocumentBuilder::EndParagraph() {
  if (code_.kind == Block::Kind::kCode) {
    Block code = std::exchange(code_, Block());
    while (code.text.ends_with('\n')) code.text.pop_back();
    Add(std::move(code));
  }
  if (paragraph_.empty()) return;
  std::vector<Run> text = TakeParagraph();
  // White space at the end of the paragraph is an artefact of its last line break.
  while (!text.empty() && Trim(text.back().text).empty()) text.pop_back();
  if (text.empty()) return;
  std::string& last = text.back().text;
  last.resize(last.find_last_not_of(" \t\r\n\f") + 1);
  OpenPart& to = TextTaker();
  // A heading, term or caption contains text only; several paragraphs in it become one.
  if (IsTextOnly(to.part)) return JoinRuns(to.block.inlines, std::move(text), " ");
  limits_->Count(1, text.front().line);
  Block& block = to.block.children.emplace_back();
  PlaceAt(block, text);
  block.inlines = std::move(text);
}

// {"A" in code}, {"B" in code}, ", "  ─→  "A" in code, ", ", "B" in code
void JoinRuns(std::vector<Run>& runs, std::vector<Run> more, std::string_view separator) {
  if (!runs.empty() && !more.empty()) {
    // White space inside a code span would become part of the code, so the separator is plain.
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

// "| text |" ─→ a cell with a paragraph ─→ a cell with the text, as readers without blocks make it.
void LiftText(Block& block) {
  std::vector<Block>& children = block.children;
  if (!block.inlines.empty() || children.empty()) return;
  if (children.front().kind != Block::Kind::kParagraph) return;
  block.inlines = std::move(children.front().inlines);
  // The place of a cell is the beginning of its text, not the bar or tag that opens it.
  if (block.kind == Block::Kind::kCell) {
    block.line = children.front().line;
    block.column = children.front().column;
  }
  children.erase(children.begin());
}

}  // namespace flagcensus
