// The tables of a Markdown page as text: lines, cells, what each column is (GFM, section 4.10).
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace flagcensus {

// A cell with the white space around it: bytes of its line.
struct TableCellText {
  size_t begin = 0;
  size_t end = 0;
};

enum class ColumnKind { kName, kDefault, kType, kDescription, kRequired, kOther };

struct TableText {
  int header = 0;  // 1-based line; the line below it parts header and rows
  int last = 0;    // the last row; the header's next line where there is none
  std::vector<ColumnKind> columns;

  bool Holds(int line) const { return line > header + 1 && line <= last; }
};

// The cells of a row; a pipe behind a backslash parts none. What stands outside the outer pipes is
// no cell.
std::vector<TableCellText> CellsOf(std::string_view line);

// Line `number`, 1-based, of `text` whose lines begin at `starts`, without its end.
std::string_view LineAt(std::string_view text, const std::vector<size_t>& starts, int number);

std::vector<TableText> FindTables(std::string_view text);

}  // namespace flagcensus
