// AsciiDoc tables → kTable.
//
//   |===
//   |Name |Default        a header, as a blank line follows it
//
//   |APP_PORT |80         a row of the cells "APP_PORT" and "80"
//   |===
//
// After the AsciiDoc language documentation, "Tables". Cells begin with `|`, after an optional
// specifier (`2+|` spans columns, `.2+|` rows, `3*|` repeats, a letter sets the style). They fill
// rows of as many columns as `cols` lists, or as the first line has. The first row is a header if
// the options say so, or if a blank line follows it and none precedes it.
#include <algorithm>
#include <charconv>

#include "analyzer/base/text.h"
#include "analyzer/pages/asciidoc/asciidoc_page.h"

namespace flagcensus {
namespace {

// Maximum for columns, rows and copies. Larger numbers are mistakes or attacks.
constexpr int kMaxSpan = 1000;
constexpr size_t kMaxColumns = 100'000;

// A cell with its specifier.
struct Cell {
  AsciidocLines lines;
  int columns = 1;
  int rows = 1;
  int copies = 1;
  char style = 0;
  int line = 0;
  int column = 0;
};

// AsciiDoc, emphasis, default, literal, monospace, strong, header, verse.
bool IsStyle(char c) { return std::string_view("adehlmsv").find(c) != std::string_view::npos; }

// The number in a specifier; 1 if there is no number.
int Number(std::string_view text) {
  int number = 1;
  std::from_chars(text.data(), text.data() + text.size(), number);
  return std::clamp(number, 1, kMaxSpan);
}

// Reads the specifier at the end of `text`, which must be at its start or after white space:
// [columns][.rows]+ or count*, then < ^ > .< .^ .>, then a style letter. Returns its length. As in
// Asciidoctor, any single letter after a blank is one: "|plan a|x" has the cell "plan", "|plan b|x"
// too, though no style is called so.
size_t ReadSpecifier(std::string_view text, Cell& cell) {
  size_t start = text.size();
  while (start > 0 && start + 16 > text.size() &&
         (std::string_view("0123456789.+*<^>").find(text[start - 1]) != std::string_view::npos ||
          (start == text.size() && IsLower(text[start - 1])))) {
    --start;
  }
  if (start == text.size() || (start > 0 && text[start - 1] != ' ' && text[start - 1] != '\t')) {
    return 0;
  }
  std::string_view spec = text.substr(start);
  const size_t length = spec.size();
  if (IsLower(spec.back())) {
    if (IsStyle(spec.back())) cell.style = spec.back();
    spec.remove_suffix(1);
  }
  while (!spec.empty() && std::string_view("<^>").find(spec.back()) != std::string_view::npos) {
    spec.remove_suffix(1);
    if (spec.ends_with('.')) spec.remove_suffix(1);
  }
  if (spec.empty()) return length;
  const char mark = spec.back();
  if (mark != '+' && mark != '*') {  // a number that ends the text of the cell before
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

// A style for each column, or a blank: cols="1,2a" ─→ " a", cols="3*m,1" ─→ "mmm ".
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

// Cells of the `|` form. `first_line` becomes the number of cells that begin on the first line.
std::vector<Cell> ReadCells(AsciidocPage& page, const AsciidocLines& lines, size_t first,
                            size_t last, char separator, size_t& first_line) {
  std::vector<Cell> cells;
  for (size_t at = first; at < last && !page.out.limits().full(); ++at) {
    std::string_view rest = lines[at].text;
    int column = lines[at].column;
    bool blank = lines[at].after_blank;
    while (true) {
      // "\|" is a pipe in the text of a cell.
      size_t end = rest.find(separator);
      while (end != std::string_view::npos && end > 0 && rest[end - 1] == '\\')
        end = rest.find(separator, end + 1);
      const bool more = end != std::string_view::npos;
      std::string_view piece = rest.substr(0, end);
      Cell next;
      if (more) piece.remove_suffix(ReadSpecifier(piece, next));
      if (!cells.empty() && !Trim(piece).empty()) {
        const size_t indent = piece.find_first_not_of(" \t");
        // White space at the start of a cell's first line is not indentation.
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
      page.out.limits().Count(1, lines[at].number);
    }
    if (at == first) first_line = cells.size();
  }
  return cells;
}

// Cells of the `,` and `:` forms: one line is one row. Quotes enclose a separator, but a quoted
// value does not extend to the next line.
std::vector<Cell> ReadSeparated(AsciidocPage& page, const AsciidocLines& lines, size_t first,
                                size_t last, char separator, size_t& first_line) {
  std::vector<Cell> cells;
  for (size_t at = first; at < last && !page.out.limits().full(); ++at) {
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
      page.out.limits().Count(1, lines[at].number);
      from = end + 1;
    }
    if (at == first) first_line = cells.size();
  }
  return cells;
}

// Reads the content of a cell: blocks for style `a`, otherwise paragraphs.
void ReadCell(AsciidocPage& page, const AsciidocLines& lines, char style) {
  if (style == 'a' && page.out.MayNest(lines[0].number)) {
    return ReadAsciidocBlocks(page, lines, 0, lines.size());
  }
  for (size_t at = 0; at < lines.size();) {
    size_t end = at + 1;
    while (end < lines.size() && !lines[end].after_blank) ++end;
    page.in_cell = true;
    std::vector<Run> runs = ReadAsciidocInline(page, &lines[at], lines.data() + end);
    page.in_cell = false;
    for (Run& run : runs) {
      run.code |= style == 'm' || style == 'l';
      run.strong |= style == 's' || style == 'h';
      run.emphasis |= style == 'e';
    }
    page.out.AddText(std::move(runs));
    page.out.EndParagraph();
    at = end;
  }
}

// A cell that spans more columns than remain in its row is cut.
void AddCell(AsciidocPage& page, const Cell& cell, char column_style, size_t columns_left) {
  const PagePlace place = cell.lines.empty()
                              ? PagePlace{cell.line, cell.column}
                              : PagePlace{cell.lines[0].number, cell.lines[0].column};
  page.out.OpenCell(place, std::min(cell.columns, static_cast<int>(columns_left)), cell.rows);
  if (!cell.lines.empty()) {
    ReadCell(page, cell.lines, cell.style != 0 ? cell.style : column_style);
  }
  page.out.Close();
}

}  // namespace

// %header and options="header,footer" are the same.
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

// Parses the attributes. Their number is bounded; a hundred are more than any block has.
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

// The cells are read first, in one sequence; then the number of columns is known, and the cells
// are distributed to rows. A line break does not end a row in the `|` form.
void ReadAsciidocTable(AsciidocPage& page, const AsciidocLines& lines, size_t first, size_t last,
                       const AsciidocAttributes& attributes, char separator, int line,
                       std::string_view title) {
  if (first >= last) return;
  const std::string_view format = attributes.Named("format");
  if (format == "csv") separator = ',';
  if (format == "dsv") separator = ':';
  // A separator that was set explicitly is used in preference to that of the format.
  if (attributes.Named("separator").size() == 1) separator = attributes.Named("separator")[0];
  const std::string styles = ColumnStyles(attributes.Named("cols"));
  // The forms of data, in which each line is a row.
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
  // A table has at least one column; the upper limit bounds the empty cells of a row.
  columns = std::clamp<size_t>(columns, 1, kMaxColumns);
  // With `cols`, a first line that is shorter than a row cannot be the header.
  const bool implicit = !lines[first].after_blank && first + 1 < last &&
                        lines[first + 1].after_blank && first_line > 0 &&
                        (styles.empty() || first_line == columns);
  const bool header =
      !attributes.HasOption("noheader") && (attributes.HasOption("header") || implicit);
  DocumentBuilder& out = page.out;
  const size_t depth = out.depth();
  if (Block* table = out.Open(Part::kTable, {line, 1})) table->label = title;
  bool first_row = true;
  for (const Cell& cell : cells) {
    // Cells are added to the open row until it is full; columns that cells above cover come first.
    for (int copy = 0; copy < cell.copies && !out.limits().full();) {
      if (out.part() != Part::kRow) {
        if (Block* row = out.Open(Part::kRow, {})) row->header = header && first_row;
        first_row = false;
      }
      if (!out.IsDeep()) out.FillRow(cell.line);
      // The row may be full of covered columns. Then the cell begins the next one.
      const size_t column = out.IsDeep() ? 0 : out.siblings().size();
      if (column < columns) {
        AddCell(page, cell, column < styles.size() ? styles[column] : ' ', columns - column);
        ++copy;
      }
      if (out.IsDeep() || out.siblings().size() >= columns) out.Close();
    }
  }
  out.CloseTo(depth);
}

}  // namespace flagcensus
