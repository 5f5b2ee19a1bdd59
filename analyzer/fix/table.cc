// Page ─→ the positions of its tables; this file finds those of Markdown.
//
//   | Name | Default |       header, columns {kName, kDefault}
//   | ---- | ------- |       body
//   | `A`  | `80`    |       last
#include "analyzer/fix/table.h"

#include <algorithm>

#include "analyzer/base/text.h"
#include "analyzer/pages/vocabulary.h"

namespace flagcensus {
namespace {

// Whether the line is a delimiter row, between the header and the rows: | --- | :-: |
bool PartsHeader(std::string_view line) {
  if (line.find('-') == std::string_view::npos || line.find('|') == std::string_view::npos) {
    return false;
  }
  return line.find_first_not_of("|-: \t") == std::string_view::npos;
}

}  // namespace

// "**Default value**" ─→ kDefault; a head without any of the known phrases ─→ kOther
ColumnKind KindOfColumn(std::string_view header) {
  const std::string lower = ToLower(Trim(ReplaceAll(ReplaceAll(header, "*", ""), "`", "")));
  // "Default value" contains "value", which is a word of descriptions, hence the order.
  if (HasAnyPhrase(lower, Phrases("field_default"))) return ColumnKind::kDefault;
  if (lower == "required" || lower == "mandatory" || lower == "optional") {
    return ColumnKind::kRequired;
  }
  if (HasAnyPhrase(lower, Phrases("header_description"))) return ColumnKind::kDescription;
  if (HasAnyPhrase(lower, Phrases("header_type"))) return ColumnKind::kType;
  if (HasAnyPhrase(lower, Phrases("header_names")) ||
      HasAnyPhrase(lower, Phrases("field_environment"))) {
    return ColumnKind::kName;
  }
  return ColumnKind::kOther;
}

std::string_view LineAt(std::string_view text, const std::vector<size_t>& starts, int number) {
  const auto at = static_cast<size_t>(number) - 1;
  if (number < 1 || at >= starts.size() || starts[at] >= text.size()) return {};
  const size_t end = at + 1 < starts.size() ? starts[at + 1] : text.size();
  std::string_view line = text.substr(starts[at], end - starts[at]);
  while (line.ends_with('\n') || line.ends_with('\r')) line.remove_suffix(1);
  return line;
}

// "| a | b \| c |" ─→ " a ", " b \| c "
std::vector<CellRange> CellsOf(std::string_view line) {
  std::vector<CellRange> out;
  size_t begin = line.find_first_not_of(" \t");
  if (begin == std::string_view::npos) return out;
  if (line[begin] == '|') ++begin;
  size_t end = line.find_last_not_of(" \t") + 1;
  for (size_t at = begin; at < end; ++at) {
    if (line[at] != '|' || (at > 0 && line[at - 1] == '\\')) continue;
    out.push_back({begin, at});
    begin = at + 1;
  }
  if (begin < end) out.push_back({begin, end});
  return out;
}

// The delimiter row identifies a table; the line above it is the header, with the same number of
// cells.
std::vector<TableText> FindTables(std::string_view text) {
  std::vector<TableText> out;
  const std::vector<size_t> starts = LineStarts(text);
  const int lines = static_cast<int>(starts.size());
  for (int line = 2; line <= lines; ++line) {
    if (!PartsHeader(LineAt(text, starts, line))) continue;
    const std::string_view header = LineAt(text, starts, line - 1);
    const std::vector<CellRange> cells = CellsOf(header);
    if (cells.empty() || cells.size() != CellsOf(LineAt(text, starts, line)).size()) continue;
    TableText table;
    table.header = line - 1;
    for (const CellRange& cell : cells) {
      table.columns.push_back(KindOfColumn(header.substr(cell.begin, cell.end - cell.begin)));
    }
    table.body = line;
    table.last = line;
    // A table ends at the first line without a pipe. GFM would read such a line as a row with one
    // cell; rows of real pages have pipes.
    while (table.last < lines &&
           LineAt(text, starts, table.last + 1).find('|') != std::string_view::npos) {
      ++table.last;
    }
    line = table.last;
    out.push_back(std::move(table));
  }
  return out;
}

// First the tables, then the lists of the page: a new entry could be added to any of them.
std::vector<TableText> FindPlaces(const FixedPage& page) {
  std::vector<TableText> out;
  const TableMarkup tables = TablesOf(page);
  if (tables == TableMarkup::kNone) return out;
  out = tables == TableMarkup::kRst ? FindRstTables(page.text) : FindTables(page.text);
  for (TableText& list : FindLists(page)) out.push_back(std::move(list));
  return out;
}

const TableRowText* RowAt(const TableText& table, int line) {
  for (const TableRowText& row : table.rows) {
    if (row.first <= line && line <= row.last) return &row;
  }
  return nullptr;
}

// The trimmed text of a cell; "" if the row has fewer cells, as GFM allows.
std::string CellAt(std::string_view text, const std::vector<size_t>& starts, const TableText& table,
                   int line, size_t column) {
  if (table.form != TableForm::kPipes) {
    const TableRowText* row = RowAt(table, line);
    return row == nullptr || column >= row->cells.size() ? std::string() : row->cells[column];
  }
  const std::string_view row = LineAt(text, starts, line);
  const std::vector<CellRange> cells = CellsOf(row);
  if (column >= cells.size()) return {};
  return std::string(
      Trim(row.substr(cells[column].begin, cells[column].end - cells[column].begin)));
}

}  // namespace flagcensus
