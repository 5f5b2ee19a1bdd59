#include "analyzer/pages/html/html_page.h"

#include <algorithm>

#include "analyzer/base/text.h"
#include "analyzer/pages/document.h"
#include "analyzer/pages/html/html_guard.h"
#include "analyzer/pages/page_lines.h"

namespace flagcensus {
namespace {

constexpr size_t kMaxColumns = 100'000;

void Count(HtmlPage& page, size_t parts) {
  page.parts += parts;
  if (page.parts <= kMaxPageParts || page.full) return;
  page.full = true;
  Report(page, "page-too-complex",
         "the page has more than " + std::to_string(kMaxPageParts) +
             " blocks, only the first are read; split it");
}

HtmlOpen* Innermost(HtmlPage& page, HtmlFrame frame) {
  for (size_t at = page.open.size(); at-- > 0;) {
    if (page.open[at].frame == frame) return &page.open[at];
  }
  return nullptr;
}

bool SameStyle(const Run& run, const HtmlStyle& style) {
  return run.code == style.code && run.strong == style.strong && run.emphasis == style.emphasis &&
         run.link == style.link && run.role == style.role;
}

// Headings, terms and captions are text alone: whatever blocks lie in them are joined.
bool IsText(HtmlFrame frame) {
  return frame == HtmlFrame::kHeading || frame == HtmlFrame::kTerm || frame == HtmlFrame::kCaption;
}

void Join(std::vector<Run>& runs, std::vector<Run> more, std::string_view separator) {
  if (!runs.empty() && !more.empty()) {
    Run run;
    run.text = separator;
    run.line = more.front().line;
    runs.push_back(std::move(run));
  }
  for (Run& run : more) runs.push_back(std::move(run));
}

// A term joins the one before it where that has no body yet: they share the next.
void CloseTerm(HtmlPage& page, Block term) {
  HtmlOpen* terms = Innermost(page, HtmlFrame::kTerms);
  if (terms == nullptr) {
    term.kind = Block::Kind::kParagraph;
    if (!term.inlines.empty()) page.open.back().block.children.push_back(std::move(term));
    return;
  }
  std::vector<Block>& entries = terms->block.children;
  if (!entries.empty() && !terms->described) {
    Join(entries.back().inlines, std::move(term.inlines), ", ");
    return;
  }
  terms->described = false;
  term.kind = terms->entries;
  term.label = terms->block.label;
  if (term.kind == Block::Kind::kField) {
    term.label = PlainText(term.inlines);
    while (term.label.ends_with(':') || term.label.ends_with(' ')) term.label.pop_back();
    term.inlines.clear();
  }
  entries.push_back(std::move(term));
}

void CloseBody(HtmlPage& page, Block body) {
  HtmlOpen* terms = Innermost(page, HtmlFrame::kTerms);
  std::vector<Block>* to = &page.open.back().block.children;
  if (terms != nullptr) {
    terms->described = true;
    if (terms->block.children.empty()) return;
    Block& entry = terms->block.children.back();
    to = &entry.children;
    const bool field = entry.kind == Block::Kind::kField && to->empty() && entry.inlines.empty();
    if (field && !body.children.empty() && body.children[0].kind == Block::Kind::kParagraph) {
      entry.inlines = std::move(body.children[0].inlines);
      body.children.erase(body.children.begin());
    }
  }
  for (Block& child : body.children) to->push_back(std::move(child));
}

void CloseCell(HtmlPage& page, HtmlOpen cell) {
  HtmlOpen& row = page.open.back();
  if (row.frame != HtmlFrame::kRow) {
    for (Block& child : cell.block.children) row.block.children.push_back(std::move(child));
    return;
  }
  std::vector<Block>& blocks = cell.block.children;
  if (!blocks.empty() && blocks[0].kind == Block::Kind::kParagraph) {
    cell.block.inlines = std::move(blocks[0].inlines);
    cell.block.line = blocks[0].line;
    cell.block.column = blocks[0].column;
    blocks.erase(blocks.begin());
  }
  std::vector<Block>& cells = row.block.children;
  Block empty;
  empty.kind = Block::Kind::kCell;
  empty.line = cell.block.line;
  HtmlOpen* table = Innermost(page, HtmlFrame::kTable);
  std::vector<int> none;
  std::vector<int>& busy = table != nullptr ? table->busy : none;
  while (cells.size() < busy.size() && busy[cells.size()] > 0 && !page.full) {
    --busy[cells.size()];
    cells.push_back(empty);
    Count(page, 1);
  }
  const size_t at = cells.size();
  if (at + cell.columns > kMaxColumns) return;
  const int rows = cell.rows;
  const int columns = cell.columns;
  cells.push_back(std::move(cell.block));
  for (int span = 1; span < columns && !page.full; ++span) {
    cells.push_back(empty);
    Count(page, 1);
  }
  if (rows > 1 && busy.size() < cells.size()) busy.resize(cells.size(), 0);
  for (size_t column = at; rows > 1 && column < cells.size(); ++column) busy[column] = rows - 1;
}

void CloseRow(HtmlPage& page, Block row) {
  HtmlOpen* table = Innermost(page, HtmlFrame::kTable);
  // Cells above that reach into this row behind its last cell.
  if (table != nullptr) {
    for (size_t at = row.children.size(); at < table->busy.size(); ++at) {
      if (table->busy[at] > 0) --table->busy[at];
    }
  }
  if (row.children.empty()) return;
  // A first row of nothing but <th> is a header; a lone <th> names its row.
  bool header = row.header;
  if (table != nullptr && table->block.children.empty() && !header) {
    header = std::all_of(row.children.begin(), row.children.end(),
                         [](const Block& cell) { return cell.header || cell.inlines.empty(); });
  }
  for (Block& cell : row.children) cell.header = false;
  row.header = header;
  std::vector<Block>& rows =
      table != nullptr ? table->block.children : page.open.back().block.children;
  rows.push_back(std::move(row));
}

}  // namespace

void Report(HtmlPage& page, std::string_view kind, std::string message) {
  page.diagnostics->push_back(
      {std::string(kind), {std::string(page.file), page.line, 0}, std::move(message)});
}

void EndParagraph(HtmlPage& page) {
  if (page.text.empty()) return;
  std::vector<Run> text = std::move(page.text);
  page.text.clear();
  while (!text.empty() && Trim(text.back().text).empty()) text.pop_back();
  if (text.empty()) return;
  while (IsHtmlSpace(text.back().text.back())) text.back().text.pop_back();
  Count(page, text.size());
  HtmlOpen& open = page.open.back();
  if (IsText(open.frame)) return Join(open.block.inlines, std::move(text), " ");
  // Text between the rows of a table or the items of a list is broken markup; keep it beside them.
  Block block;
  block.line = text.front().line;
  block.column = text.front().column;
  block.inlines = std::move(text);
  Count(page, 1);
  const bool table = open.frame == HtmlFrame::kTable || open.frame == HtmlFrame::kRow ||
                     open.frame == HtmlFrame::kList || open.frame == HtmlFrame::kTerms;
  HtmlOpen* to = &open;
  for (size_t at = page.open.size(); table && at-- > 0;) {
    const HtmlFrame frame = page.open[at].frame;
    if (frame != HtmlFrame::kTable && frame != HtmlFrame::kRow && frame != HtmlFrame::kList &&
        frame != HtmlFrame::kTerms && !IsText(frame)) {
      to = &page.open[at];
      break;
    }
  }
  to->block.children.push_back(std::move(block));
}

bool Open(HtmlPage& page, HtmlFrame frame, Block::Kind kind) {
  EndParagraph(page);
  if (page.open.size() + 2 > static_cast<size_t>(kMaxBlockDepth)) {
    if (!page.deep) {
      page.deep = true;
      Report(page, "nested-too-deep",
             "elements are nested more than " + std::to_string(kMaxBlockDepth) +
                 " deep, deeper content is read as plain text; flatten the page");
    }
    return false;
  }
  HtmlOpen open;
  open.frame = frame;
  open.block.kind = kind;
  open.block.line = page.line;
  open.block.column = page.column;
  page.open.push_back(std::move(open));
  Count(page, 1);
  return true;
}

void Close(HtmlPage& page) {
  EndParagraph(page);
  if (page.open.size() < 2) return;
  HtmlOpen closed = std::move(page.open.back());
  page.open.pop_back();
  Block& block = closed.block;
  switch (closed.frame) {
    case HtmlFrame::kTerms:
      for (Block& child : block.children) {
        page.open.back().block.children.push_back(std::move(child));
      }
      return;
    case HtmlFrame::kTerm:
      return CloseTerm(page, std::move(block));
    case HtmlFrame::kBody:
      return CloseBody(page, std::move(block));
    case HtmlFrame::kCell:
      return CloseCell(page, std::move(closed));
    case HtmlFrame::kRow:
      return CloseRow(page, std::move(block));
    case HtmlFrame::kCaption: {
      HtmlOpen* table = Innermost(page, HtmlFrame::kTable);
      if (table != nullptr) table->block.label = PlainText(block.inlines);
      return;
    }
    default:
      break;
  }
  if (block.children.empty() && block.inlines.empty() && block.text.empty()) return;
  // A heading may hold blocks and no text of its own.
  if (closed.frame == HtmlFrame::kHeading && !block.inlines.empty()) {
    block.line = block.inlines.front().line;
    block.column = block.inlines.front().column;
  }
  page.open.back().block.children.push_back(std::move(block));
}

void AddText(HtmlPage& page, std::string_view text, int line, int column) {
  if (page.full) return;
  if (page.open.back().frame == HtmlFrame::kPre) {
    Block& pre = page.open.back().block;
    if (pre.text.empty()) {
      if (text.starts_with('\n')) text.remove_prefix(1), ++line;
      pre.line = line;
    }
    pre.text += text;
    return;
  }
  for (size_t at = 0; at < text.size();) {
    // Up to the end of the line: a run never spans lines, so its place is exact.
    const size_t end = std::min(text.find('\n', at), text.size() - 1) + 1;
    const std::string_view piece = text.substr(at, end - at);
    size_t first = 0;
    while (first < piece.size() && IsHtmlSpace(piece[first])) ++first;
    const bool blank_before = page.text.empty() || IsHtmlSpace(page.text.back().text.back());
    std::string folded;
    for (const char c : piece) {
      if (!IsHtmlSpace(c)) {
        folded += c;
      } else if (folded.empty() ? !blank_before : folded.back() != ' ') {
        folded += ' ';
      }
    }
    if (!folded.empty()) {
      Run* last = page.text.empty() ? nullptr : &page.text.back();
      if (last != nullptr && SameStyle(*last, page.style) &&
          (last->line == line || (first == piece.size() && folded == " "))) {
        last->text += folded;
      } else {
        Run run;
        run.text = std::move(folded);
        run.code = page.style.code;
        run.strong = page.style.strong;
        run.emphasis = page.style.emphasis;
        run.link = page.style.link;
        run.role = page.style.role;
        run.line = line;
        run.column = column == 0 ? 0 : column + static_cast<int>(first == piece.size() ? 0 : first);
        page.text.push_back(std::move(run));
      }
    }
    if (piece.ends_with('\n')) {
      ++line;
      if (column != 0) column = 1;
    }
    at = end;
  }
  if (page.text.size() > kMaxPageParts) EndParagraph(page);
}

}  // namespace flagcensus
