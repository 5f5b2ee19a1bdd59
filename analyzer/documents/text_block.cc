// How the blocks of a Document become those of TextBlocks. Lists and quotes disappear into their
// items, a field becomes a paragraph "Label: text", an assignment a line of code.
//
//   | `APP_PORT` | port to use |     row, cells {"{APP_PORT}", "port to use"}
//   |            | 80 (default) |    continuation of that row, since its first cell has no word
#include "analyzer/documents/text_block.h"

#include <algorithm>

#include "analyzer/base/characters.h"
#include "analyzer/base/text.h"

namespace flagcensus {
namespace {

using Kind = TextBlock::Kind;

// Rules of dashes and empty cells have no such byte.
bool HasWordByte(std::string_view text) {
  return std::any_of(text.begin(), text.end(),
                     [](char c) { return IsIdentifierByte(c) || IsNonAscii(c); });
}

// The text of a cell, with that of the blocks in it.
// A list in a cell loses its marks: "- a", "- b" are the parts "a" and "b".
void CollectCell(const Block& block, std::vector<TextLine>* parts) {
  for (TextLine& part : ToParts(block.inlines)) parts->push_back(std::move(part));
  if (!block.text.empty()) parts->push_back(ToPart(block.text, block.line, block.column));
  for (const Block& child : block.children) CollectCell(child, parts);
}

// A cell may have several lines and blocks; its text is one line.
std::string JoinParts(const std::vector<TextLine>& parts) {
  std::string out;
  for (const TextLine& part : parts) {
    if (!out.empty() && !part.text.empty()) out += ' ';
    out += part.text;
  }
  return std::string(Trim(out));
}

}  // namespace

const std::string& TextBlock::Text() const {
  // Built on demand, since most blocks are never asked for their text as a whole.
  if (begins_.empty() && !parts.empty()) {
    const std::string_view separator = kind == Kind::kRow ? " | " : " ";
    for (const TextLine& part : parts) {
      if (!begins_.empty()) text_ += separator;
      begins_.push_back(text_.size());
      text_ += part.text;
    }
  }
  return text_;
}

// The part, and so the line, of a byte of Text(). A byte of a separator is of the part before it.
const TextLine& TextBlock::PartAt(size_t at) const {
  Text();
  const auto after = std::upper_bound(begins_.begin(), begins_.end(), at);
  const size_t part =
      after == begins_.begin() ? 0 : static_cast<size_t>(after - begins_.begin()) - 1;
  return parts[part];
}

// The root is a heading that the page does not have, around all of its blocks.
TextBlocks::TextBlocks(const Document& document) {
  root_ = Make(Kind::kHeading, 0);
  AddAll(document.blocks, root_, true);
}

// The deque keeps the addresses of blocks valid while others are added.
TextBlock* TextBlocks::Make(Kind kind, int line) {
  TextBlock& block = blocks_.emplace_back();
  block.kind = kind;
  block.line = line;
  return &block;
}

TextBlock* TextBlocks::Append(Kind kind, int line, TextBlock* parent) {
  TextBlock* block = Make(kind, line);
  block->parent = parent;
  block->index = parent->children.size();
  parent->children.push_back(block);
  return block;
}

// The blocks after it get new indexes, so a search for siblings stays correct.
void TextBlocks::Replace(TextBlock& parent, size_t index, const std::vector<TextBlock*>& blocks) {
  std::vector<TextBlock*>& all = parent.children;
  all.erase(all.begin() + static_cast<std::ptrdiff_t>(index));
  all.insert(all.begin() + static_cast<std::ptrdiff_t>(index), blocks.begin(), blocks.end());
  for (TextBlock* block : blocks) block->parent = &parent;
  for (size_t i = index; i < all.size(); ++i) all[i]->index = i;
}

// In the order of the page, each block before its children. Without recursion, since blocks may
// nest deeply.
std::vector<TextBlock*> TextBlocks::InOrder() {
  std::vector<TextBlock*> out;
  std::vector<TextBlock*> open(root_->children.rbegin(), root_->children.rend());
  while (!open.empty()) {
    TextBlock* block = open.back();
    open.pop_back();
    out.push_back(block);
    open.insert(open.end(), block->children.rbegin(), block->children.rend());
  }
  return out;
}

// `sections`: headings enclose what follows. Inside of a list or quote they are paragraphs.
//
//   # A, text a, ## B, text b, # C   ─→   A {text a, B {text b}}, C
void TextBlocks::AddAll(const std::vector<Block>& blocks, TextBlock* parent, bool sections) {
  TextBlock* section = parent;
  for (const Block& block : blocks) {
    if (block.kind != Block::Kind::kHeading || !sections) {
      AddOne(block, section);
      continue;
    }
    // A heading encloses all that follows up to the next heading of its level or above.
    while (section != parent && section->level >= block.level) section = section->parent;
    section = Append(Kind::kHeading, block.line, section);
    section->level = std::max(block.level, 1);
    section->parts = ToParts(block.inlines);
  }
}

void TextBlocks::AddOne(const Block& block, TextBlock* parent) {
  switch (block.kind) {
    case Block::Kind::kHeading:
    case Block::Kind::kParagraph:
    case Block::Kind::kComment:
      if (block.inlines.empty()) break;
      Append(Kind::kParagraph, block.line, parent)->parts = ToParts(block.inlines);
      break;
    case Block::Kind::kList:
    case Block::Kind::kQuote:
      if (!block.inlines.empty())
        Append(Kind::kParagraph, block.line, parent)->parts = ToParts(block.inlines);
      AddAll(block.children, parent, false);
      break;
    case Block::Kind::kItem: {
      TextBlock* item = Append(Kind::kItem, block.line, parent);
      item->parts = ToParts(block.inlines);
      // Some formats have an item's text as its first paragraph.
      size_t first = 0;
      if (item->parts.empty() && !block.children.empty() &&
          block.children[0].kind == Block::Kind::kParagraph) {
        item->parts = ToParts(block.children[0].inlines);
        first = 1;
      }
      for (size_t i = first; i < block.children.size(); ++i) AddOne(block.children[i], item);
      break;
    }
    case Block::Kind::kDefinition:
    case Block::Kind::kDirective: {
      TextBlock* term = Append(Kind::kTerm, block.line, parent);
      term->parts = ToParts(block.inlines);
      // A directive "envvar" says that its argument is a variable.
      if (block.label == "envvar") {
        for (TextLine& part : term->parts) part.text = kVariable + Unmarked(part.text) + kEnd;
      }
      AddAll(block.children, term, false);
      break;
    }
    // A record of a data format: its key is the term, its fields are the body.
    case Block::Kind::kRecord: {
      TextBlock* term = Append(Kind::kTerm, block.line, parent);
      term->parts.push_back(ToPart(block.label, block.line, block.column));
      AddAll(block.children, term, false);
      break;
    }
    case Block::Kind::kField: {
      TextBlock* field = Append(Kind::kParagraph, block.line, parent);
      // The label may be on the line before its text, which then stays on its own line.
      field->parts = ToParts(block.inlines);
      const std::string label = block.label + ": ";
      if (field->parts.empty()) field->parts.push_back({block.line, block.column, ""});
      if (field->parts.front().line != block.line) {
        field->parts.insert(field->parts.begin(), {block.line, block.column, label});
      } else {
        field->parts.front().text.insert(0, label);
      }
      AddAll(block.children, parent, false);
      break;
    }
    case Block::Kind::kTable:
      AddTable(block, parent);
      break;
    // Code has no markup: each line is a part with its bytes.
    case Block::Kind::kCode: {
      TextBlock* code = Append(Kind::kCode, block.line, parent);
      int line = block.line;
      for (const std::string_view text : Split(block.text, '\n')) {
        code->parts.push_back(ToPart(text, line++, 0));
      }
      break;
    }
    // NAME=value of a .env file is read like a line of code.
    case Block::Kind::kAssignment: {
      TextBlock* code = Append(Kind::kCode, block.line, parent);
      code->parts.push_back(ToPart(block.label + "=" + block.text, block.line, block.column));
      break;
    }
    case Block::Kind::kRow:
    case Block::Kind::kCell:
      AddAll(block.children, parent, false);
      break;
  }
}

// The text of the table itself is its caption. All rows share one list of heads; a second header,
// in the middle of a table, is that of the rows below it.
void TextBlocks::AddTable(const Block& table, TextBlock* parent) {
  if (!table.inlines.empty())
    Append(Kind::kParagraph, table.line, parent)->parts = ToParts(table.inlines);
  std::shared_ptr<const std::vector<std::string>> heads;
  TextBlock* last = nullptr;
  for (const Block& row : table.children) {
    if (row.kind != Block::Kind::kRow) continue;
    std::vector<TextLine> parts;
    std::vector<std::string> cells;
    for (const Block& cell : row.children) {
      std::vector<TextLine> of_cell;
      CollectCell(cell, &of_cell);
      cells.push_back(JoinParts(of_cell));
      const int line = of_cell.empty() ? row.line : of_cell.front().line;
      // The place of a cell without text is that of its row.
      parts.push_back({line, of_cell.empty() ? 0 : of_cell.front().column, cells.back()});
    }
    if (row.header) {
      heads = std::make_shared<const std::vector<std::string>>(cells);
      continue;
    }
    // A row without a word in its first cell continues the one above. Tables in which the first
    // cell may be empty, such as a matrix of options, are misread.
    if (last != nullptr && (cells.empty() || !HasWordByte(cells[0]))) {
      last->continuation.push_back(cells);
      continue;
    }
    last = Append(Kind::kRow, row.line, parent);
    last->parts = std::move(parts);
    last->heads = heads;
    last->cells = std::move(cells);
  }
}

}  // namespace flagcensus
