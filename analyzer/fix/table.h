// The places of a page with rows about variables, as text: tables of Markdown and reStructuredText
// with their cells and kinds of column, and lists with uniform items.
//
//   | Name | Default |       header 1, columns {kName, kDefault}
//   | ---  | ---     |       body 2
//   | `A`  | `1`     |       last 3
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "analyzer/fix/page.h"

namespace flagcensus {

// The byte range of a cell in its line, including the white space around it.
struct CellRange {
  size_t begin = 0;
  size_t end = 0;
};

enum class ColumnKind { kName, kDefault, kType, kDescription, kRequired, kOther };

enum class TableForm {
  kPipes,      // GFM, section 4.10
  kListTable,  // the three of docutils: "list-table", "Simple Tables", "Grid Tables"
  kSimple,
  kGrid,
  kItems,  // not a table: items or definitions of a list, one per variable
};

// A row that may span several lines, each cell folded to one line.
struct TableRowText {
  int first = 0;
  int last = 0;
  std::vector<std::string> cells;
};

struct TableText {
  TableForm form = TableForm::kPipes;
  int header = 0;  // 1-based line
  int body = 0;    // the line above the first row, which separates it from the header if there is a
                   // separator
  int last = 0;    // the last line of the last row; `body` if there is none
  std::vector<ColumnKind> columns;
  std::vector<TableRowText> rows;   // of all forms but kPipes
  std::vector<size_t> bounds = {};  // kSimple, kGrid: the column at which each cell begins
  size_t width = 0;                 // kSimple: of the last cell
  bool apart = false;               // rows are separated by an empty line

  bool Holds(int line) const { return line > body && line <= last; }
};

// The cells of a row. An escaped pipe is not a separator, and text outside the outer pipes is not a
// cell.
std::vector<CellRange> CellsOf(std::string_view line);

// Line `number`, 1-based, of `text`, without its line end. `starts`: the offsets of its lines.
std::string_view LineAt(std::string_view text, const std::vector<size_t>& starts, int number);

// The text of the row on `line` in `column`, folded; "" if it has no such cell.
std::string CellAt(std::string_view text, const std::vector<size_t>& starts, const TableText& table,
                   int line, size_t column);

// The row of `table` that contains `line`; null in tables of form kPipes.
const TableRowText* RowAt(const TableText& table, int line);

// The kind of a column with this header.
ColumnKind KindOfColumn(std::string_view header);

std::vector<TableText> FindTables(std::string_view text);

// table_rst.cc: the tables of a reStructuredText page. Tables with cells that span rows or columns
// are skipped.
std::vector<TableText> FindRstTables(std::string_view text);

// list_text.cc: the lists of a page with at least two items that begin with the same characters.
std::vector<TableText> FindLists(const FixedPage& page);

// All tables and lists, if the format of the page is supported here.
std::vector<TableText> FindPlaces(const FixedPage& page);

}  // namespace flagcensus
