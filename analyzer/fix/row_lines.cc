// Cells ─→ the lines of a row of a reStructuredText table.
//
//   {"``APP_PORT``", "80", "port to use"}  ─→  | ``APP_PORT`` | 80      | port to use |
//                                              +--------------+---------+-------------+
//
// The columns of a drawn table keep their widths: a cell is broken between words, and there is no
// row for a cell with a word that is wider than its column. The last column of a simple table has
// no end, by the specification; a list table has no columns at all.
#include <algorithm>

#include "analyzer/base/text.h"
#include "analyzer/fix/row_text.h"

namespace flagcensus {
namespace {

std::string Padded(std::string text, size_t width) {
  const size_t own = CountCharacters(text);
  return own < width ? text + std::string(width - own, ' ') : text;
}

// The words of `text` on lines of at most `width` characters, at least one line. Code stays on one
// line. `fits` becomes false if a word is wider.
std::vector<std::string> Broken(const std::string& text, size_t width, bool& fits) {
  std::vector<std::string> out = {""};
  std::string piece;
  for (const std::string_view word : Split(text, ' ')) {
    piece += (piece.empty() ? "" : " ") + std::string(word);
    size_t ticks = 0;
    for (size_t at = piece.find("``"); at != std::string::npos; at = piece.find("``", at + 2))
      ++ticks;
    if (ticks % 2 == 1) continue;
    if (!out.back().empty() && CountCharacters(out.back()) + 1 + CountCharacters(piece) > width) {
      out.emplace_back();
    }
    out.back() += (out.back().empty() ? "" : " ") + piece;
    fits = fits && CountCharacters(out.back()) <= width;
    piece.clear();
  }
  // An open span at the end.
  fits = fits && piece.empty();
  return out;
}

std::string Lines(std::vector<std::string> lines) {
  for (std::string& line : lines) {
    while (line.ends_with(' ')) line.pop_back();
  }
  return Join(lines, "\n");
}

std::string ListTableRow(const FixedPage& page, const TableText& table,
                         const std::vector<std::string>& cells) {
  const std::vector<size_t> starts = LineStarts(page.text);
  // Lines as wide as the widest of the table, at least 72.
  size_t width = 72;
  for (int line = table.body + 1; line <= table.last; ++line) {
    width = std::max(width, LineAt(page.text, starts, line).size());
  }
  const std::string margin(table.bounds[0], ' ');
  std::vector<std::string> lines;
  for (size_t i = 0; i < cells.size(); ++i) {
    std::string mark = i == 0 ? "* - " : "  - ";
    bool any = true;  // a wider word is on a line by itself
    for (const std::string& line : Broken(cells[i], width - margin.size() - mark.size(), any)) {
      lines.push_back(margin + mark + line);
      mark = "    ";
    }
  }
  return Lines(std::move(lines));
}

std::string DrawnRow(const TableText& table, const std::vector<std::string>& cells) {
  const bool grid = table.form == TableForm::kGrid;
  std::vector<std::vector<std::string>> broken;
  std::vector<size_t> widths;
  bool fits = true;
  for (size_t i = 0; i < cells.size(); ++i) {
    const bool last = i + 1 == cells.size();
    // At least one blank is between two columns; a cell of a grid table has one on each side.
    const size_t width = grid   ? table.bounds[i + 1] - table.bounds[i] - 3
                         : last ? std::max<size_t>(table.width, 40)
                                : table.bounds[i + 1] - table.bounds[i] - 1;
    if (grid && table.bounds[i + 1] - table.bounds[i] < 4) return {};
    widths.push_back(width);
    bool all = true;
    broken.push_back(Broken(cells[i], width, all));
    fits = fits && (all || (last && !grid));
  }
  // A line with an empty first cell continues the row above, so the first cell must be one
  // line.
  if (!fits || (!grid && (broken[0].size() > 1 || broken[0][0].empty()))) return {};
  const std::string margin(table.bounds[0], ' ');
  size_t height = 0;
  for (const std::vector<std::string>& cell : broken) height = std::max(height, cell.size());
  std::vector<std::string> lines;
  for (size_t line = 0; line < height; ++line) {
    std::string out = margin;
    for (size_t i = 0; i < cells.size(); ++i) {
      const std::string text = line < broken[i].size() ? broken[i][line] : "";
      out += grid ? "| " + Padded(text, widths[i] + 1)
                  : Padded(text, i + 1 == cells.size() ? 0 : widths[i] + 1);
    }
    lines.push_back(out + (grid ? "|" : ""));
  }
  if (!grid) return Lines(std::move(lines));
  std::string rule = margin;
  for (size_t i = 0; i < cells.size(); ++i) {
    rule += "+" + std::string(table.bounds[i + 1] - table.bounds[i] - 1, '-');
  }
  lines.push_back(rule + "+");
  return Lines(std::move(lines));
}

}  // namespace

std::string RstRow(const FixedPage& page, const TableText& table,
                   const std::vector<std::string>& cells) {
  return table.form == TableForm::kListTable ? ListTableRow(page, table, cells)
                                             : DrawnRow(table, cells);
}

}  // namespace flagcensus
