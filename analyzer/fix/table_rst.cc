// reStructuredText ─→ the positions of its tables.
//
//   =====  =======           bounds {0, 7}: a simple table
//   Name   Default
//   =====  =======
//   ``A``  1
//   =====  =======
//
// The three forms of the docutils specification in their plain shape: one header, each row with a
// cell below each head. A table with cells that span rows or columns, or with lines that differ
// from the first, is omitted: a row that is written into it could not be trusted. Columns are
// counted in characters; a table with characters of double width is omitted, too.
#include <algorithm>

#include "analyzer/base/text.h"
#include "analyzer/fix/table.h"

namespace flagcensus {
namespace {

size_t IndentOf(std::string_view line) {
  const size_t at = line.find_first_not_of(' ');
  return at == std::string_view::npos ? line.size() : at;
}

bool IsBlank(std::string_view line) { return line.find_first_not_of(" \t") == line.npos; }

// The byte at which character `column` begins.
size_t ByteOf(std::string_view line, size_t column) {
  size_t at = 0;
  for (; at < line.size(); ++at) {
    if (IsUtf8Continuation(line[at])) continue;
    if (column-- == 0) break;
  }
  return at;
}

// The characters [from, to) of the line, as bytes; shorter if the line is.
std::string_view Columns(std::string_view line, size_t from, size_t to) {
  const size_t begin = ByteOf(line, from);
  return line.substr(begin, ByteOf(line, to) - begin);
}

// Bytes that begin characters of double width, CJK and others, in UTF-8.
bool IsWideOrTab(std::string_view line) {
  return std::any_of(line.begin(), line.end(), [](char c) {
    const auto byte = static_cast<unsigned char>(c);
    return c == '\t' || (byte >= 0xe3 && byte <= 0xed) || byte >= 0xf0;
  });
}

// A cell over several lines is folded to one.
void Append(std::string_view text, std::string& cell) {
  const std::string_view more = Trim(text);
  if (more.empty()) return;
  if (!cell.empty()) cell += ' ';
  cell += more;
}

// Sets the kinds of the columns from the heads.
void TakeHeader(const TableRowText& header, TableText& table) {
  for (const std::string& cell : header.cells) table.columns.push_back(KindOfColumn(cell));
}

// The page with the offsets of its lines; lines are 1-based.
struct PageText {
  std::string_view text;
  std::vector<size_t> starts;

  int size() const { return static_cast<int>(starts.size()); }
  std::string_view Line(int number) const { return LineAt(text, starts, number); }
};

// A cell of a list table that begins on this line, without its mark; false if no cell begins.
// At indent 2: "  - ``80``" ─→ "``80``"; "    more" ─→ false
bool BeginsCell(std::string_view line, size_t indent, std::string_view* cell) {
  if (line.size() <= indent || IndentOf(line) != indent || line[indent] != '-') return false;
  if (line.size() > indent + 1 && line[indent + 1] != ' ') return false;
  *cell = line.substr(std::min(indent + 2, line.size()));
  return true;
}

// The list table with the directive on line `at`, which then becomes its last line.
//
//   .. list-table::
//      :header-rows: 1
//
//      * - Name                bounds {3}: the column of "*"
//        - Default
//      * - ``APP_PORT``
//        - 80
bool ReadListTable(const PageText& page, int& at, TableText& table) {
  const size_t indent = IndentOf(page.Line(at));
  table.form = TableForm::kListTable;
  bool one_header = false, other = false;
  std::vector<TableRowText> rows;
  int line = at + 1;
  for (; line <= page.size(); ++line) {
    std::string_view text = page.Line(line);
    if (IsBlank(text)) continue;
    const size_t margin = IndentOf(text);
    if (margin <= indent) break;
    if (rows.empty() && Trim(text).starts_with(":header-rows:")) {
      one_header = Trim(Trim(text).substr(13)) == "1";
    }
    const bool row = text.substr(margin).starts_with("* -");
    if (rows.empty() && !row) continue;  // the options
    if (rows.empty()) table.bounds = {margin};
    if (row && margin == table.bounds[0]) {
      if (!rows.empty() && rows.back().last + 1 < line) table.apart = true;
      rows.push_back({line, line, {}});
    }
    std::string spaced(text);
    if (row) spaced[margin] = ' ';
    std::string_view cell;
    if (BeginsCell(spaced, table.bounds[0] + 2, &cell)) {
      rows.back().cells.emplace_back(Trim(cell));
    } else if (margin > table.bounds[0] + 2 && !rows.back().cells.empty()) {
      Append(text, rows.back().cells.back());
    } else {
      other = true;
    }
    rows.back().last = line;
  }
  at = line - 1;
  // Without exactly one header row, or with other content than cells, the kinds of columns are
  // unknown.
  if (!one_header || other || rows.size() < 2) return false;
  for (const TableRowText& row : rows) {
    if (row.cells.size() != rows[0].cells.size()) return false;
  }
  TakeHeader(rows[0], table);
  table.header = rows[0].first;
  table.body = rows[0].last;
  table.last = rows.back().last;
  table.rows.assign(rows.begin() + 1, rows.end());
  return true;
}

// "=====  =====": at least two groups.
bool IsSimpleBorder(std::string_view line) {
  const std::string_view rule = Trim(line);
  return rule.find_first_not_of("= ") == rule.npos && rule.find("= ") != rule.npos;
}

// Adds line `line` to the row, with cells that begin at `bounds`; false if text is between two
// columns.
bool ReadSimpleRow(const PageText& page, const TableText& table, int line, TableRowText& row) {
  const std::string_view text = page.Line(line);
  for (size_t i = 0; i < table.bounds.size(); ++i) {
    const bool end = i + 1 == table.bounds.size();
    const size_t next = end ? text.size() + 1 : table.bounds[i + 1];
    const std::string_view cell = Columns(text, table.bounds[i], next);
    if (!end && !cell.empty() && cell.size() >= next - table.bounds[i] && cell.back() != ' ') {
      return false;
    }
    Append(cell, row.cells[i]);
  }
  row.last = line;
  return true;
}

// Three borders: above the header, below it, and below the rows.
bool ReadSimpleTable(const PageText& page, int& at, TableText& table) {
  const std::string_view border = page.Line(at);
  table.form = TableForm::kSimple;
  for (size_t i = 0; i < border.size(); ++i) {
    if (border[i] == '=' && (i == 0 || border[i - 1] == ' ')) table.bounds.push_back(i);
  }
  table.width = border.size() - table.bounds.back();
  std::vector<TableRowText> rows;
  int borders = 1;
  bool plain = true;
  table.header = at + 1;
  int line = at + 1;
  for (; line <= page.size() && borders < 3; ++line) {
    const std::string_view text = page.Line(line);
    if (IsBlank(text)) {
      // An empty line between header and rows, or the end of the page, ends the table.
      if (line == page.size() || borders == 1) break;
      continue;
    }
    if (IsSimpleBorder(text)) {
      plain = plain && text == border && rows.size() >= (borders == 1 ? 1 : 2);
      if (++borders == 2) table.body = line;
      continue;
    }
    if (Trim(text).find_first_not_of("- ") == std::string_view::npos || IsWideOrTab(text) ||
        IndentOf(text) < table.bounds[0]) {
      plain = false;
      if (IndentOf(text) < table.bounds[0]) break;
      continue;
    }
    const bool begins = IndentOf(text) == table.bounds[0];
    if (begins || rows.empty()) {
      if (borders == 2 && rows.size() > 1 && rows.back().last + 1 < line) table.apart = true;
      rows.push_back({line, line, std::vector<std::string>(table.bounds.size())});
    }
    plain = plain && ReadSimpleRow(page, table, line, rows.back());
  }
  at = line - 1;
  if (borders != 3 || !plain || rows.size() < 2 || rows[0].last >= table.body) return false;
  if (rows[1].first < table.body) return false;  // a header of two rows
  TakeHeader(rows[0], table);
  table.last = rows.back().last;
  table.rows.assign(rows.begin() + 1, rows.end());
  return true;
}

// "+-----+-----+", or "+=====+=====+" below the header.
bool IsGridRule(std::string_view line) {
  const std::string_view rule = Trim(line);
  return rule.starts_with('+') && rule.ends_with('+') && rule.size() > 2 &&
         (rule.find_first_not_of("+-") == rule.npos || rule.find_first_not_of("+=") == rule.npos);
}

// Rules and rows alternate; the rule with '=' is below the header.
// A row with its rule is one unit, so a new row is written with a rule below it.
bool ReadGridTable(const PageText& page, int& at, TableText& table) {
  const std::string_view border = page.Line(at);
  table.form = TableForm::kGrid;
  for (size_t i = 0; i < border.size(); ++i) {
    if (border[i] == '+') table.bounds.push_back(i);
  }
  std::vector<TableRowText> rows;
  bool plain = table.bounds.size() > 2, open = false;
  table.header = at + 1;
  int line = at + 1;
  for (; line <= page.size(); ++line) {
    const std::string_view text = page.Line(line);
    if (IsBlank(text) || IndentOf(text) != table.bounds[0]) break;
    if (IsGridRule(text)) {
      if (text.find('=') != text.npos) {
        plain = plain && table.body == 0 && rows.size() == 1;
        table.body = line;
      }
      // Every rule must be drawn like the first: one that is interrupted belongs to a spanning
      // cell.
      plain = plain && ReplaceAll(text, "=", "-") == border && open;
      open = false;
      table.last = line;
      continue;
    }
    if (text[table.bounds[0]] != '|') break;
    plain = plain && !IsWideOrTab(text);
    if (!open) rows.push_back({line, line, std::vector<std::string>(table.bounds.size() - 1)});
    open = true;
    for (size_t i = 0; i + 1 < table.bounds.size(); ++i) {
      plain = plain && Columns(text, table.bounds[i], table.bounds[i] + 1) == "|" &&
              Columns(text, table.bounds[i + 1], table.bounds[i + 1] + 1) == "|";
      Append(Columns(text, table.bounds[i] + 1, table.bounds[i + 1]), rows.back().cells[i]);
    }
    rows.back().last = line + 1;  // with its rule
  }
  at = line - 1;
  if (!plain || open || table.body == 0 || rows.size() < 2) return false;
  TakeHeader(rows[0], table);
  table.rows.assign(rows.begin() + 1, rows.end());
  return true;
}

}  // namespace

// A table that is not plain is skipped to its end, so its rules do not begin another one.
std::vector<TableText> FindRstTables(std::string_view text) {
  std::vector<TableText> out;
  const PageText page{text, LineStarts(text)};
  for (int line = 1; line <= page.size(); ++line) {
    const std::string_view first = page.Line(line);
    TableText table;
    bool found = false;
    if (Trim(first).starts_with(".. list-table::")) {
      found = ReadListTable(page, line, table);
    } else if (IsGridRule(first)) {
      found = ReadGridTable(page, line, table);
    } else if (IsSimpleBorder(first)) {
      found = ReadSimpleTable(page, line, table);
    }
    if (found) out.push_back(std::move(table));
  }
  return out;
}

}  // namespace flagcensus
