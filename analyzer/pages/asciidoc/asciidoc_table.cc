// AsciiDoc tables → kTable.
//
// After the AsciiDoc language documentation, "Tables": cells begin with `|`, before which a
// specifier may stand (`2+|` spans columns, `.2+|` rows, `3*|` repeats, a letter gives the style);
// they fill rows of as many columns as `cols` says, else as many as the first line has. The first
// row is a header where the options say so, or where a blank line follows it and none stands before
// it.
#include <algorithm>
#include <charconv>

#include "analyzer/base/text.h"
#include "analyzer/pages/asciidoc/asciidoc_page.h"
#include "analyzer/pages/document.h"
#include "analyzer/pages/page_lines.h"

namespace flagcensus {
namespace {

constexpr int kMaxSpan = 1000;
constexpr size_t kMaxColumns = 100'000;

struct Cell {
  AsciidocLines lines;
  int columns = 1;
  int rows = 1;
  int copies = 1;
  char style = 0;
  int line = 0;
  int column = 0;
};

bool IsStyle(char c) { return std::string_view("adehlmsv").find(c) != std::string_view::npos; }

int Number(std::string_view text) {
  int number = 1;
  std::from_chars(text.data(), text.data() + text.size(), number);
  return std::clamp(number, 1, kMaxSpan);
}

// The specifier at the end of `text`, which must be white space or stand behind white space:
// [columns][.rows]+ or count*, then < ^ > .< .^ .>, then a style letter. Gives its length.
size_t ReadSpecifier(std::string_view text, Cell& cell) {
  size_t start = text.size();
  while (start > 0 && start + 16 > text.size() &&
         (std::string_view("0123456789.+*<^>").find(text[start - 1]) != std::string_view::npos ||
          (start == text.size() && IsStyle(text[start - 1])))) {
    --start;
  }
  if (start == text.size() || (start > 0 && text[start - 1] != ' ' && text[start - 1] != '\t')) {
    return 0;
  }
  std::string_view spec = text.substr(start);
  const size_t length = spec.size();
  if (IsStyle(spec.back())) {
    cell.style = spec.back();
    spec.remove_suffix(1);
  }
  while (!spec.empty() && std::string_view("<^>").find(spec.back()) != std::string_view::npos) {
    spec.remove_suffix(1);
    if (spec.ends_with('.')) spec.remove_suffix(1);
  }
  if (spec.empty()) return length;
  const char mark = spec.back();
  if (mark != '+' && mark != '*') {  // a number at the end of the cell before
    cell.style = 0;
    return 0;
  }
  spec.remove_suffix(1);
  if (mark == '*') {
    cell.copies = Number(spec);
    return length;
  }
  const size_t dot = spec.find('.');
  if (dot != 0) cell.columns = Number(spec.substr(0, dot));
  if (dot != std::string_view::npos) cell.rows = Number(spec.substr(dot + 1));
  return length;
}

// The styles of the columns: cols="1,2a", cols="3*m,1".
std::string ColumnStyles(std::string_view cols) {
  std::string styles;
  if (Trim(cols).empty()) return styles;
  const char separator = cols.find(';') != std::string_view::npos ? ';' : ',';
  for (std::string_view piece : Split(cols, separator)) {
    piece = Trim(piece);
    const size_t star = piece.find('*');
    const int copies = star == std::string_view::npos ? 1 : Number(piece.substr(0, star));
    const char style = !piece.empty() && IsStyle(piece.back()) ? piece.back() : ' ';
    if (styles.size() + copies > kMaxColumns) break;
    styles.append(copies, style);
  }
  return styles;
}

// Cells of the `|` form; `first_line` becomes the number of cells that begin on the first line.
std::vector<Cell> ReadCells(AsciidocPage& page, const AsciidocLines& lines, size_t first,
                            size_t last, char separator, size_t& first_line) {
  std::vector<Cell> cells;
  for (size_t at = first; at < last && !page.full; ++at) {
    std::string_view rest = lines[at].text;
    int column = lines[at].column;
    bool blank = lines[at].blank;
    while (true) {
      size_t end = rest.find(separator);
      while (end != std::string_view::npos && end > 0 && rest[end - 1] == '\\')
        end = rest.find(separator, end + 1);
      const bool more = end != std::string_view::npos;
      std::string_view piece = rest.substr(0, end);
      Cell next;
      if (more) piece.remove_suffix(ReadSpecifier(piece, next));
      if (!cells.empty() && !Trim(piece).empty()) {
        const size_t indent = piece.find_first_not_of(" \t");
        // White space at the start of a cell's first line is no indent.
        const size_t cut = cells.back().lines.empty() ? indent : 0;
        size_t length = piece.size();
        while (IsBlank(piece[length - 1])) --length;
        cells.back().lines.push_back({piece.substr(cut, length - cut), lines[at].number,
                                      column + static_cast<int>(cut), blank});
        blank = false;
      }
      if (!more) break;
      rest.remove_prefix(end + 1);
      column += static_cast<int>(end) + 1;
      next.line = lines[at].number;
      next.column = column;
      cells.push_back(std::move(next));
      CountParts(page, 1);
    }
    if (at == first) first_line = cells.size();
  }
  return cells;
}

// Cells of the `,` and `:` forms: one line is one row.
std::vector<Cell> ReadSeparated(AsciidocPage& page, const AsciidocLines& lines, size_t first,
                                size_t last, char separator, size_t& first_line) {
  std::vector<Cell> cells;
  for (size_t at = first; at < last && !page.full; ++at) {
    const std::string_view text = lines[at].text;
    size_t from = 0;
    while (from <= text.size()) {
      size_t start = std::min(text.find_first_not_of(' ', from), text.size());
      const bool quoted = separator == ',' && text.substr(start).starts_with('"');
      if (quoted) ++start;
      const size_t close = quoted ? std::min(text.find('"', start), text.size()) : start;
      const size_t end = std::min(text.find(separator, close), text.size());
      const size_t stop = quoted ? close : end;
      Cell cell;
      cell.line = lines[at].number;
      cell.column = lines[at].column + static_cast<int>(start);
      const std::string_view value = Trim(text.substr(start, stop - start));
      if (!value.empty()) cell.lines.push_back({value, cell.line, cell.column, false});
      cells.push_back(std::move(cell));
      CountParts(page, 1);
      from = end + 1;
    }
    if (at == first) first_line = cells.size();
  }
  return cells;
}

Block MakeCell(AsciidocPage& page, const Cell& cell, char column_style, int depth) {
  Block block;
  block.kind = Block::Kind::kCell;
  block.line = cell.line;
  block.column = cell.column;
  if (cell.lines.empty()) return block;
  block.line = cell.lines[0].number;
  block.column = cell.lines[0].column;
  const char style = cell.style != 0 ? cell.style : column_style;
  if (style == 'a' && depth + 2 <= kMaxBlockDepth) {
    ReadAsciidocBlocks(page, cell.lines, 0, cell.lines.size(), depth, block.children);
    if (!block.children.empty() && block.children[0].kind == Block::Kind::kParagraph) {
      block.inlines = std::move(block.children[0].inlines);
      block.children.erase(block.children.begin());
    }
    return block;
  }
  for (size_t at = 0; at < cell.lines.size();) {  // paragraphs
    size_t end = at + 1;
    while (end < cell.lines.size() && !cell.lines[end].blank) ++end;
    page.in_cell = true;
    std::vector<Run> runs = ReadAsciidocInline(page, &cell.lines[at], cell.lines.data() + end);
    page.in_cell = false;
    for (Run& run : runs) {
      run.code |= style == 'm' || style == 'l';
      run.strong |= style == 's' || style == 'h';
      run.emphasis |= style == 'e';
    }
    if (at == 0) {
      block.inlines = std::move(runs);
    } else {
      Block paragraph;
      paragraph.line = cell.lines[at].number;
      paragraph.column = cell.lines[at].column;
      paragraph.inlines = std::move(runs);
      block.children.push_back(std::move(paragraph));
    }
    at = end;
  }
  return block;
}

}  // namespace

bool AsciidocAttributes::HasOption(std::string_view option) const {
  for (const std::string& word : positional) {
    if (word.starts_with('%') && word.find(option) != std::string_view::npos) return true;
  }
  return Named("options").find(option) != std::string_view::npos ||
         Named("opts").find(option) != std::string_view::npos;
}

std::string_view AsciidocAttributes::Named(std::string_view name) const {
  const auto found = named.find(name);
  return found == named.end() ? std::string_view() : std::string_view(found->second);
}

void ReadAsciidocAttributes(std::string_view text, AsciidocAttributes& attributes) {
  while (!text.empty() && attributes.positional.size() + attributes.named.size() < 100) {
    text = Trim(text);
    size_t end = 0;
    bool quoted = false;
    while (end < text.size() && (quoted || text[end] != ',')) {
      if (text[end] == '"') quoted = !quoted;
      ++end;
    }
    const std::string_view piece = Trim(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
    const size_t equals = piece.find('=');
    if (equals == std::string_view::npos) {
      attributes.positional.emplace_back(piece);
      continue;
    }
    std::string_view value = Trim(piece.substr(equals + 1));
    if (value.size() > 1 && value.starts_with('"') && value.ends_with('"')) {
      value = value.substr(1, value.size() - 2);
    }
    attributes.named.insert_or_assign(std::string(Trim(piece.substr(0, equals))),
                                      std::string(value));
  }
}

Block ReadAsciidocTable(AsciidocPage& page, const AsciidocLines& lines, size_t first, size_t last,
                        const AsciidocAttributes& attributes, char separator, int depth) {
  Block table;
  table.kind = Block::Kind::kTable;
  table.line = first < last ? lines[first].number : 0;
  table.column = 1;
  if (first >= last) return table;
  const std::string_view format = attributes.Named("format");
  if (format == "csv") separator = ',';
  if (format == "dsv") separator = ':';
  if (attributes.Named("separator").size() == 1) separator = attributes.Named("separator")[0];
  const std::string styles = ColumnStyles(attributes.Named("cols"));
  const bool separated = separator == ',' || separator == ':';
  size_t first_line = 0;
  const std::vector<Cell> cells =
      separated ? ReadSeparated(page, lines, first, last, separator, first_line)
                : ReadCells(page, lines, first, last, separator, first_line);
  size_t columns = styles.size();
  if (columns == 0) {
    for (size_t at = 0; at < std::min(first_line, cells.size()); ++at) {
      columns += static_cast<size_t>(cells[at].columns) * cells[at].copies;
    }
  }
  columns = std::clamp<size_t>(columns, 1, kMaxColumns);
  const bool implicit = !lines[first].blank && first + 1 < last && lines[first + 1].blank &&
                        first_line > 0 && (styles.empty() || first_line == columns);
  const bool header =
      !attributes.HasOption("noheader") && (attributes.HasOption("header") || implicit);
  std::vector<int> busy(columns, 0);  // how many rows a spanning cell still takes there
  Block row;
  size_t column = 0;
  const auto end_row = [&] {
    if (row.children.empty()) return;
    row.kind = Block::Kind::kRow;
    row.line = row.children.front().line;
    row.column = row.children.front().column;
    row.header = header && table.children.empty();
    table.children.push_back(std::move(row));
    row = Block();
    column = 0;
    CountParts(page, 1);
  };
  for (const Cell& cell : cells) {
    for (int copy = 0; copy < cell.copies && !page.full; ++copy) {
      while (column < columns && busy[column] > 0) {  // under a cell of a row above
        --busy[column++];
        Block empty;
        empty.kind = Block::Kind::kCell;
        empty.line = cell.line;
        row.children.push_back(std::move(empty));
        CountParts(page, 1);
      }
      if (column >= columns) {
        end_row();
        --copy;  // this cell stands in the next row
        continue;
      }
      row.children.push_back(
          MakeCell(page, cell, column < styles.size() ? styles[column] : ' ', depth + 3));
      for (int span = 0; span < cell.columns && column < columns; ++span, ++column) {
        busy[column] = cell.rows - 1;
        if (span == 0) continue;
        Block empty;
        empty.kind = Block::Kind::kCell;
        empty.line = cell.line;
        row.children.push_back(std::move(empty));
      }
      if (column >= columns) end_row();
    }
  }
  end_row();
  return table;
}

}  // namespace flagcensus
