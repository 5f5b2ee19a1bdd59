// The places of a page where rows about variables stand, as text: tables of Markdown and
// reStructuredText with their cells and what each column is, and lists whose items look alike.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "analyzer/fix/page.h"

namespace flagcensus {

// A cell with the white space around it: bytes of its line.
struct TableCellText {
  size_t begin = 0;
  size_t end = 0;
};

enum class ColumnKind { kName, kDefault, kType, kDescription, kRequired, kOther };

enum class TableForm {
  kPipes,      // GFM, section 4.10
  kListTable,  // the three of docutils: "list-table", "Simple Tables", "Grid Tables"
  kSimple,
  kGrid,
  kItems,  // no table: items or definitions of a list, one a variable
};

// A row that may take several lines, its cells folded to one line each.
struct TableRowText {
  int first = 0;
  int last = 0;
  std::vector<std::string> cells;
};

struct TableText {
  TableForm form = TableForm::kPipes;
  int header = 0;  // 1-based line
  int body = 0;    // the line above the first row: it parts header and rows, where one does
  int last = 0;    // the last row's last one; `body` where there is none
  std::vector<ColumnKind> columns;
  std::vector<TableRowText> rows;   // of all forms but kPipes
  std::vector<size_t> bounds = {};  // kSimple, kGrid: the column at which each cell begins
  size_t width = 0;                 // kSimple: of the last cell
  bool apart = false;               // an empty line stands between rows

  bool Holds(int line) const { return line > body && line <= last; }
};

// The cells of a row; a pipe behind a backslash parts none. What stands outside the outer pipes is
// no cell.
std::vector<TableCellText> CellsOf(std::string_view line);

// Line `number`, 1-based, of `text` whose lines begin at `starts`, without its end.
std::string_view LineAt(std::string_view text, const std::vector<size_t>& starts, int number);

// What the text of the row on `line` says in `column`, folded; "" where it has no such cell.
std::string CellAt(std::string_view text, const std::vector<size_t>& starts, const TableText& table,
                   int line, size_t column);

// The row of `table` that `line` belongs to; null in tables of pipes.
const TableRowText* RowAt(const TableText& table, int line);

// What a column is that is headed so.
ColumnKind KindOfColumn(std::string_view header);

std::vector<TableText> FindTables(std::string_view text);

// table_rst.cc: those of a page in reStructuredText. What spans rows or columns is none.
std::vector<TableText> FindRstTables(std::string_view text);

// list_text.cc: the lists of a page, two items or more that begin alike.
std::vector<TableText> FindLists(const FixedPage& page);

// All of them, as far as its format is known here.
std::vector<TableText> FindPlaces(const FixedPage& page);

}  // namespace flagcensus
