// tbl(1) tables → kTable: an options line that ends in ';', format lines of which the last ends in
// '.', then rows whose cells are divided by a tab or the character that `tab(x)` names. `T{` ...
// `T}` holds a cell of several lines. Rules and spans are left out.
#include <algorithm>

#include "analyzer/base/text.h"
#include "analyzer/pages/man/man_page.h"
#include "analyzer/pages/page_lines.h"

namespace flagcensus {
namespace {

bool IsRule(std::string_view text) {
  return text == "_" || text == "=" || text.starts_with(".\\\"");
}

Block MakeCell(ManPage& page, const ManLine& line, int column) {
  Block cell;
  cell.kind = Block::Kind::kCell;
  cell.line = line.number;
  cell.column = column;
  if (++page.parts > kMaxPageParts) page.full = true;
  return cell;
}

}  // namespace

void ReadManTable(ManPage& page, const std::vector<ManLine>& lines) {
  char separator = '\t';
  size_t at = 0;
  if (at < lines.size() && Trim(lines[at].text).ends_with(';')) {
    const size_t tab = lines[at].text.find("tab");
    const size_t open = tab == std::string_view::npos ? tab : lines[at].text.find('(', tab);
    if (open != std::string_view::npos && open + 1 < lines[at].text.size()) {
      separator = lines[at].text[open + 1];
    }
    ++at;
  }
  const size_t format = at;
  while (at < lines.size() && !Trim(lines[at].text).ends_with('.')) ++at;
  if (at >= lines.size()) return;
  // A first format line of its own, in bold or centred, is that of a header.
  const bool header =
      at > format && lines[format].text.find_first_of("bBcC") != std::string_view::npos;
  ++at;
  Block table;
  table.kind = Block::Kind::kTable;
  table.line = at < lines.size() ? lines[at].number : page.line;
  table.column = 1;
  for (; at < lines.size() && !page.full; ++at) {
    std::string_view text = lines[at].text;
    if (IsRule(text)) {
      if (table.children.size() == 1) table.children[0].header = true;
      continue;
    }
    if (text.starts_with('.')) continue;
    Block row;
    row.kind = Block::Kind::kRow;
    row.line = lines[at].number;
    row.column = 1;
    row.header = header && table.children.empty();
    size_t from = 0;
    while (!page.full) {
      const size_t end = std::min(text.find(separator, from), text.size());
      std::string_view piece = text.substr(from, end - from);
      Block cell = MakeCell(page, lines[at], static_cast<int>(from) + 1);
      from = end + 1;
      if (Trim(piece) != "T{") {
        AppendRoff(page.roff, piece, lines[at].number, cell.column, {}, cell.inlines);
      } else {
        for (++at; at < lines.size() && !lines[at].text.starts_with("T}"); ++at) {
          if (lines[at].text.starts_with('.')) continue;
          if (!cell.inlines.empty()) cell.inlines.back().text += ' ';
          AppendRoff(page.roff, lines[at].text, lines[at].number, 1, {}, cell.inlines);
        }
        text = at < lines.size() ? lines[at].text : std::string_view();
        from = std::min(text.find(separator), text.size()) + 1;
      }
      page.parts += cell.inlines.size();
      row.children.push_back(std::move(cell));
      if (from > text.size()) break;
    }
    table.children.push_back(std::move(row));
  }
  EndParagraph(page);
  if (!table.children.empty()) page.open.back().block.children.push_back(std::move(table));
}

}  // namespace flagcensus
