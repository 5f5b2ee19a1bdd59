// tbl(1) tables → kTable.
//
//   .TS
//   tab(;);                    options, which end in ';'
//   lb lb                      formats: the first line is bold, so the first row is a header
//   l l.                       the last format line ends in '.'
//   Name;Default
//   APP_PORT;80                a row of the cells "APP_PORT" and "80"
//   .TE
//
// Cells are separated by a tab or the character in `tab(x)`. `T{` ... `T}` contains a cell of
// several lines. Rules and spans are omitted.
#include <algorithm>

#include "analyzer/base/text.h"
#include "analyzer/pages/man/man_page.h"

namespace flagcensus {
namespace {

// A horizontal rule, or a comment.
bool IsRule(std::string_view text) {
  return text == "_" || text == "=" || text.starts_with(".\\\"");
}

// Adds a line of a cell's text.
void AddLine(ManPage& page, std::string_view text, int line, int column) {
  std::vector<Run> runs;
  AppendRoff(page.roff, text, line, column, {}, runs);
  page.out.AddText(std::move(runs));
}

}  // namespace

// Options, formats, then rows. A table without a line that ends the formats is dropped.
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
  // A separate format line for the first row, in bold or centred, is that of a header.
  const bool header =
      at > format && lines[format].text.find_first_of("bBcC") != std::string_view::npos;
  ++at;
  EndParagraph(page);
  DocumentBuilder& out = page.out;
  out.Open(Part::kTable, {at < lines.size() ? lines[at].number : page.line, 1});
  for (; at < lines.size() && !out.limits().full(); ++at) {
    std::string_view text = lines[at].text;
    if (IsRule(text)) {
      // A rule below the first row also makes it a header.
      if (!out.IsDeep() && out.siblings().size() == 1) out.siblings()[0].header = true;
      continue;
    }
    if (text.starts_with('.')) continue;
    const bool first = out.siblings().empty();
    if (Block* row = out.Open(Part::kRow, {lines[at].number, 1})) row->header = header && first;
    for (size_t from = 0; from <= text.size() && !out.limits().full();) {
      const size_t end = std::min(text.find(separator, from), text.size());
      const std::string_view piece = text.substr(from, end - from);
      const int column = static_cast<int>(from) + 1;
      out.Open(Part::kCell, {lines[at].number, column});
      from = end + 1;
      if (Trim(piece) != "T{") {
        AddLine(page, piece, lines[at].number, column);
      } else {
        // The lines of a text block; requests in it, such as .br, are not text.
        for (++at; at < lines.size() && !lines[at].text.starts_with("T}"); ++at) {
          if (!lines[at].text.starts_with('.')) AddLine(page, lines[at].text, lines[at].number, 1);
        }
        text = at < lines.size() ? lines[at].text : std::string_view();
        from = std::min(text.find(separator), text.size()) + 1;
      }
      out.Close();
    }
    out.Close();
  }
  out.Close();
}

}  // namespace flagcensus
