// Grid tables, simple tables and CSV tables of reStructuredText → kTable.
//
//   +------+----+      ====  ==      NAME,80
//   | NAME | 80 |      NAME  80
//   +------+----+      ====  ==      each: a row of the cells "NAME" and "80"
//
// The geometry is that of the docutils specification, sections "Grid Tables" and "Simple Tables".
// Columns are display columns (East Asian characters occupy two). The content of a cell is read
// like any other body. A cell that spans columns or rows is followed by empty cells, so each
// cell is below its header. The work is linear in the area of the table: a short line is read only
// up to its end.
#include <algorithm>

#include "analyzer/base/text.h"
#include "analyzer/pages/rst/rst_block.h"
#include "analyzer/pages/rst/rst_page.h"

namespace flagcensus {
namespace {

// Whether a character occupies two columns: the East Asian wide and full-width blocks, and most
// pictographs. A few wide characters outside of these blocks are missed, and shift their line.
bool IsWide(uint32_t point) {
  return (point >= 0x1100 && point <= 0x115f) || (point >= 0x2e80 && point <= 0xa4cf) ||
         (point >= 0xac00 && point <= 0xd7a3) || (point >= 0xf900 && point <= 0xfaff) ||
         (point >= 0xfe30 && point <= 0xfe6f) || (point >= 0xff00 && point <= 0xff60) ||
         (point >= 0xffe0 && point <= 0xffe6) || (point >= 0x1f300 && point <= 0x1f64f) ||
         (point >= 0x20000 && point <= 0x3fffd);
}

// Access to a line by display columns.
class Columns {
 public:
  // Stores an offset for each display column of a line that is not ASCII.
  explicit Columns(std::string_view text) : text_(text) {
    // In ASCII, columns are bytes.
    if (!AnyByte(text, IsNonAscii)) return;
    for (size_t at = 0; at < text.size();) {
      const auto byte = static_cast<unsigned char>(text[at]);
      size_t length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc0 ? 2 : 1;
      length = std::min(length, text.size() - at);
      uint32_t point = length == 4 ? byte & 0x07U : length == 3 ? byte & 0x0fU : byte & 0x1fU;
      for (size_t i = 1; i < length; ++i) {
        point = (point << 6) | (static_cast<unsigned char>(text[at + i]) & 0x3fU);
      }
      // A combining mark occupies no column; a wide character has two entries.
      const bool combining = length == 2 && point >= 0x300 && point <= 0x36f;
      if (!combining) offsets_.push_back(static_cast<uint32_t>(at));
      if (length > 2 && IsWide(point)) offsets_.push_back(static_cast<uint32_t>(at));
      at += length;
    }
  }

  int Width() const { return static_cast<int>(offsets_.empty() ? text_.size() : offsets_.size()); }
  size_t Offset(int column) const {
    if (column >= Width()) return text_.size();
    return offsets_.empty() ? column : offsets_[column];
  }
  char At(int column) const { return column < Width() ? text_[Offset(column)] : ' '; }

  // The text from column `from` up to `to`, as a line. `base` is the whole line and `column` the
  // place of its first byte.
  PageLine Slice(const PageLine& base, int column, int from, int to) const {
    const size_t begin = Offset(from);
    std::string_view text = text_.substr(begin, Offset(to) - begin);
    while (text.ends_with(' ')) text.remove_suffix(1);
    return {text, base.number, column + static_cast<int>(begin), LeadingSpaces(text), base.offset};
  }

 private:
  std::string_view text_;
  std::vector<uint32_t> offsets_;  // display column → byte; empty for ASCII
};

// A cell that is being collected, line by line.
// Its lines are parts of the lines of the table, with their places on the page.
struct Cell {
  size_t row = 0;
  size_t slot = 0;  // its first column of the table
  Lines lines;
};

// Adds a row from `cells` [from, to), which are in the order of their slots. A row without any text
// is not added.
void AddRow(RstPage& page, const std::vector<Cell>& cells, size_t from, size_t to, bool header) {
  if (page.limits.full()) return;
  int first_line = 0;
  for (size_t at = from; at < to; ++at) {
    for (const PageLine& line : cells[at].lines) {
      if (first_line == 0 || line.number < first_line) first_line = line.number;
    }
  }
  if (first_line == 0) return;
  if (Block* row = page.out.Open(Part::kRow, {first_line, 0})) row->header = header;
  for (size_t at = from, slot = 0; at < to && !page.limits.full(); ++at, ++slot) {
    // Slots without a cell of their own are covered by a spanning cell.
    for (; slot < cells[at].slot && !page.limits.full(); ++slot) {
      page.out.OpenCell({first_line, 0}, 1, 1);
      page.out.Close();
    }
    if (cells[at].lines.empty()) {
      page.out.OpenCell({first_line, 0}, 1, 1);
    } else {
      const Region region = WholeRegion(cells[at].lines);
      page.out.OpenCell(PlaceOf(page, region, 0), 1, 1);
      ReadRstBlocks(page, region);
    }
    page.out.Close();
  }
  page.out.Close();
}

// The columns at which cells of a grid table may begin and end: each `+` at an end of a rule.
// "+----+--+" ─→ 0, 5, 8
std::vector<int> GridBounds(const Region& region, size_t first, size_t last) {
  std::vector<int> bounds;
  std::string_view before;
  for (size_t at = first; at < last; ++at) {
    // Most lines are text, or repeat the rule before them.
    const std::string_view text = region.Text(at);
    if (text == before ||
        (text.find("+-") == std::string_view::npos && text.find("+=") == std::string_view::npos)) {
      continue;
    }
    before = text;
    const Columns columns(text);
    const size_t start = bounds.size();
    for (int c = 0; c < columns.Width(); ++c) {
      if (columns.At(c) != '+') continue;
      int end = c + 1;
      while (columns.At(end) == '-' || columns.At(end) == '=') ++end;
      if (end == c + 1 || columns.At(end) != '+') continue;
      if (bounds.size() == start || bounds.back() != c) bounds.push_back(c);
      bounds.push_back(end);
      c = end - 1;
    }
  }
  std::sort(bounds.begin(), bounds.end());
  bounds.erase(std::unique(bounds.begin(), bounds.end()), bounds.end());
  return bounds;
}

// Whether a line from column `from` up to `to` is a horizontal rule.
bool IsRule(const Columns& columns, int from, int to) {
  const char c = columns.At(from);
  if (from >= to || (c != '-' && c != '=')) return false;
  for (int at = from; at < to; ++at) {
    if (columns.At(at) != c) return false;
  }
  return true;
}

// Reads a grid line by line. In each column of the grid, a line is either a rule, which closes the
// cell above it, or text of an open cell.
void ReadGrid(RstPage& page, const Region& region, size_t first, size_t last) {
  constexpr size_t kClosed = std::string_view::npos;
  const std::vector<int> bounds = GridBounds(region, first, last);
  std::vector<Cell> cells;
  std::vector<size_t> open(bounds.size(), kClosed);  // column → the open cell in it
  std::vector<size_t> header_ends;
  size_t row = 0;
  std::vector<bool> rules;
  for (size_t at = first; at < last; ++at) {
    // Which pieces of this line, from bound to bound, are rules.
    const Columns columns(region.Text(at));
    rules.clear();
    bool ruled = false;
    for (size_t k = 0; k + 1 < bounds.size() && bounds[k] < columns.Width(); ++k) {
      rules.push_back(IsRule(columns, bounds[k] + 1, bounds[k + 1]));
    }
    for (size_t k = 0; k < rules.size();) {
      size_t end = k + 1;
      if (open[k] == kClosed) {
        // A new cell extends to the next vertical line; a rule is examined piece by piece.
        while (!rules[k] && end < rules.size() && columns.At(bounds[end]) != '|' &&
               columns.At(bounds[end]) != '+') {
          ++end;
        }
      } else {
        while (end < rules.size() && open[end] == open[k]) ++end;
      }
      // A cell that spans columns ends only if the rule below it is complete.
      if (std::all_of(rules.begin() + k, rules.begin() + end, [](bool r) { return r; })) {
        std::fill(open.begin() + k, open.begin() + end, kClosed);
        ruled = true;
      } else {
        if (open[k] == kClosed) {
          std::fill(open.begin() + k, open.begin() + end, cells.size());
          cells.push_back({row + (ruled ? 1 : 0), k, {}});
        }
        const PageLine slice =
            columns.Slice((*region.lines)[at], region.Column(at), bounds[k] + 1, bounds[end]);
        if (!slice.text.empty()) cells[open[k]].lines.push_back(slice);
      }
      k = end;
    }
    if (ruled) {
      ++row;
      if (region.Text(at).find_first_not_of("+=") == kClosed) header_ends.push_back(row);
    }
  }
  // A cell that spans rows belongs to the row of its first line.
  std::sort(cells.begin(), cells.end(), [](const Cell& a, const Cell& b) { return a.row < b.row; });
  // Rows above the first rule of '=' are the header.
  const size_t header_end = header_ends.empty() ? 0 : header_ends.front();
  page.out.Open(Part::kTable, PlaceOf(page, region, first));
  for (size_t at = 0; at < cells.size();) {
    size_t end = at;
    while (end < cells.size() && cells[end].row == cells[at].row) ++end;
    std::sort(cells.begin() + at, cells.begin() + end,
              [](const Cell& a, const Cell& b) { return a.slot < b.slot; });
    AddRow(page, cells, at, end, cells[at].row < header_end);
    at = end;
  }
  page.out.Close();
}

// Reads a simple table: its borders and rules say at which columns cells begin.
// "====  ==" ─→ cells begin at columns 0 and 6
void ReadSimple(RstPage& page, const Region& region, size_t first, size_t last) {
  using Starts = std::vector<int>;  // the column at which each cell begins
  const auto starts_of = [](std::string_view rule) {
    Starts starts;
    for (size_t at = 0; at < rule.size(); ++at) {
      if (rule[at] != ' ' && (at == 0 || rule[at - 1] == ' '))
        starts.push_back(static_cast<int>(at));
    }
    return starts;
  };
  // The columns of all rows but those with spanning cells.
  const Starts normal = starts_of(region.Text(first));
  page.out.Open(Part::kTable, PlaceOf(page, region, first));
  const auto add_row = [&](size_t from, size_t to, const Starts& starts) {
    std::vector<Cell> cells;
    for (size_t at = from; at < to; ++at) {
      const Columns columns(region.Text(at));
      for (size_t k = 0; k < starts.size() && starts[k] < columns.Width(); ++k) {
        const int end = k + 1 < starts.size() ? starts[k + 1] : columns.Width();
        if (k == cells.size()) {
          // Below a spanning header, a cell is in the column at which it begins.
          const auto slot = std::lower_bound(normal.begin(), normal.end(), starts[k]);
          cells.push_back({0, static_cast<size_t>(slot - normal.begin()), {}});
        }
        const PageLine slice =
            columns.Slice((*region.lines)[at], region.Column(at), starts[k], end);
        if (!slice.text.empty()) cells[k].lines.push_back(slice);
      }
    }
    AddRow(page, cells, 0, cells.size(), false);
  };
  // A row begins at a line with text in its first column; `\` represents an empty first column.
  const auto add_rows = [&](size_t from, size_t to, const Starts& starts) {
    for (size_t at = from; at < to && !page.limits.full();) {
      size_t end = at + 1;
      const auto goes_on = [&](size_t line) {
        const std::string_view text = region.Text(line);
        const size_t content = text.find_first_not_of(' ');
        return starts.size() > 1 && content != std::string_view::npos &&
               content >= static_cast<size_t>(starts[1]);
      };
      while (end < to && goes_on(end)) ++end;
      add_row(at, end, starts);
      at = end;
    }
  };
  // Rows are added when the border or rule below them is known.
  size_t from = first + 1;
  for (size_t at = first + 1; at < last; ++at) {
    const std::string_view text = region.Text(at);
    const bool border = text.find_first_not_of("= ") == std::string_view::npos;
    const bool rule = text.find_first_not_of("- ") == std::string_view::npos && text.size() > 1;
    if (!border && !rule) continue;
    if (rule && at > from) {  // underlines the row above it and says which columns that spans
      size_t start = at - 1;
      while (start > from && region.Text(start).starts_with(' ')) --start;
      add_rows(from, start, normal);
      add_row(start, at, starts_of(text));
    } else {
      add_rows(from, at, normal);
    }
    from = at + 1;
    // A border that is not the last one ends the header.
    if (border && at + 1 < last && !page.out.IsDeep()) {
      for (Block& row : page.out.siblings()) row.header = true;
    }
  }
  add_rows(from, last, normal);
  page.out.Close();
}

}  // namespace

// "=====  =====" of at least two columns. A single column is an underline.
// A table of one column is read as a heading with text, therefore.
bool IsRstSimpleBorder(std::string_view text) {
  constexpr auto kNone = std::string_view::npos;
  return text.find_first_not_of("= ") == kNone && text.find("= ") != kNone;
}

bool IsRstGridBorder(std::string_view text) {
  return text.size() > 2 && (text[1] == '-' || text[1] == '=') && text.back() == '+' &&
         text.find_first_not_of("+-=") == std::string_view::npos;
}

// The table ends at the first line that does not begin with '+' or '|', or at a blank line.
size_t ReadRstGridTable(RstPage& page, const Region& region, size_t at) {
  size_t end = at + 1;
  while (region.Touches(end) && region.Indent(end) == 0 &&
         (region.Text(end)[0] == '+' || region.Text(end)[0] == '|')) {
    ++end;
  }
  ReadGrid(page, region, at, end);
  return end;
}

// The table ends at the second border below its top, or at one before a blank line.
size_t ReadRstSimpleTable(RstPage& page, const Region& region, size_t at) {
  size_t end = at + 1;
  int borders = 0;
  while (end < region.last) {
    const bool border = IsRstSimpleBorder(region.Text(end));
    ++end;
    if (border && (++borders == 2 || !region.Touches(end))) break;
  }
  if (borders == 0) return ReadRstText(page, region, at);  // not a table: a text of "= ="
  ReadSimple(page, region, at, end);
  return end;
}

// Records, values and lines are read in one loop each:
//
//   "a, ""b""",80     ─→   the values `a, "b"` and `80`
void ReadCsvRows(RstPage& page, const Region& region, const CsvStyle& style) {
  for (size_t at = region.first; at < region.last && !page.limits.full();) {
    // One record: line ends inside quotes belong to its values.
    std::vector<Cell> cells;
    std::string_view text = region.Text(at);
    size_t c = 0;
    bool more = true;
    while (more && !page.limits.full()) {
      Cell cell;
      cell.slot = cells.size();
      // Blanks before a value are ignored, as in docutils.
      while (c < text.size() && text[c] == ' ' && style.separator != ' ') ++c;
      const bool quoted = c < text.size() && text[c] == style.quote;
      if (quoted) ++c;
      std::string value;
      size_t start = c;
      // Adds the value as a line of the cell. Quotes and escapes are removed, so the text does not
      // occur in the page and is stored in page.owned.
      const auto end_line = [&] {
        const std::string& owned = page.owned.emplace_back(std::move(value));
        value = std::string();
        const std::string_view trimmed = owned;
        if (!Trim(trimmed).empty()) {
          cell.lines.push_back({trimmed, region.Number(at),
                                region.Column(at) + static_cast<int>(start), LeadingSpaces(trimmed),
                                (*region.lines)[at].offset});
        }
      };
      while (true) {
        // At the end of a line, a quoted value continues on the next line; others end the record.
        if (c >= text.size()) {
          end_line();
          if (!quoted || at + 1 >= region.last) {
            more = false;
            break;
          }
          text = region.Text(++at);
          start = c = 0;
          continue;
        }
        if (style.escape != 0 && text[c] == style.escape && c + 1 < text.size()) {
          value += text[c + 1];
          c += 2;
        } else if (quoted && text[c] == style.quote) {
          const bool doubled =
              style.escape == 0 && c + 1 < text.size() && text[c + 1] == style.quote;
          if (doubled) value += style.quote;
          c += doubled ? 2 : 1;
          if (!doubled) {
            end_line();
            // Text between a closing quote and the separator is ignored.
            while (c < text.size() && text[c] != style.separator) ++c;
            more = c < text.size();
            ++c;
            break;
          }
        } else if (!quoted && text[c] == style.separator) {
          end_line();
          ++c;
          break;
        } else {
          value += text[c++];
        }
      }
      cells.push_back(std::move(cell));
      page.limits.Count(1, region.Number(at));
    }
    AddRow(page, cells, 0, cells.size(), false);
    ++at;
  }
}

}  // namespace flagcensus
