// Row ─→ cells ─→ a line.
//
//   | `APP_HOME` | `/srv` | The data. |        like this one
//   | `APP_PORT` | `80`   | Where it listens. |
//
// Marks of code, widths of cells, capitals and periods are those of the table. The values are those
// that `docs` would write.
#include "analyzer/fix/row_text.h"

#include <algorithm>
#include <map>

#include "analyzer/base/text.h"
#include "analyzer/fix/list_text.h"
#include "analyzer/fix/page.h"
#include "analyzer/reference/markup.h"

namespace flagcensus {

namespace {

// The position of the period of the first sentence; npos if the text is one sentence. A period in
// brackets does not count, nor one of an abbreviation: "(i.e. with", "e.g. a".
size_t EndOfSentence(std::string_view text) {
  int brackets = 0;
  for (size_t at = 0; at + 1 < text.size(); ++at) {
    if (text[at] == '(') ++brackets;
    if (text[at] == ')') --brackets;
    if (text[at] != '.' || text[at + 1] != ' ' || brackets > 0) continue;
    const bool letter = at >= 2 && std::string_view(". (").find(text[at - 2]) < 3;
    if (!letter) return at;
  }
  return std::string_view::npos;
}

}  // namespace

// The first sentence of the description; "" if it is not certain that it describes the variable.
std::string SafeDescription(const Row& row) {
  // A longer text is a paragraph, of which the first sentence may be about something else.
  constexpr size_t kLongest = 200;
  const std::string& text = row.description.text;
  const size_t end = EndOfSentence(text);
  const bool several = end != std::string::npos;
  if (text.size() > kLongest || (row.description.by == DescribedBy::kDoc && several)) return {};
  return text.substr(0, end);
}

namespace {

// The rows of the table as cells, so a new one is written in the same style.
struct Rows {
  std::string_view text;
  std::vector<size_t> starts;
  const TableText& table;
  const std::vector<const Entry*>& entries;
  const Markup& markup;

  std::string Cell(int line, size_t column) const {
    return CellAt(text, starts, table, line, column);
  }
  // The trimmed cells of `column` in all rows for which `wanted` is true.
  template <typename Wanted>
  std::vector<std::string> Like(size_t column, const Wanted& wanted) const {
    std::vector<std::string> out;
    for (const Entry* entry : entries) {
      if (wanted(*entry)) out.push_back(Cell(entry->place.line, column));
    }
    return out;
  }
};

// The most frequent text; among equally frequent ones the first in the alphabet.
// {"-", "", "-"} ─→ "-"
std::string MostUsed(const std::vector<std::string>& texts) {
  std::map<std::string, int> counts;
  for (const std::string& text : texts) ++counts[text];
  const auto most =
      std::max_element(counts.begin(), counts.end(),
                       [](const auto& a, const auto& b) { return a.second < b.second; });
  return most == counts.end() ? std::string() : most->first;
}

// Whether most of the cells that are not empty are code.
// An empty column counts as code, which is the more frequent style.
bool MostlyCode(const std::vector<std::string>& cells) {
  size_t code = 0, filled = 0;
  for (const std::string& cell : cells) {
    filled += cell.empty() || cell == "-" ? 0 : 1;
    code += cell.starts_with('`') ? 1 : 0;
  }
  return code * 2 > filled || filled == 0;
}

// The marks around the name are copied if the cell contains nothing but them.
// "**`A`**" with B ─→ "**`B`**"; "`A` (old)" with B ─→ code(B)
std::string NameCell(const Rows& rows, size_t column, const Entry& like, const std::string& name) {
  const std::string cell = rows.Cell(like.place.line, column);
  const size_t at = cell.find(like.name);
  const size_t role = cell.starts_with(":envvar:`") ? 8 : 0;
  const bool marks = at != std::string::npos && cell.find_first_not_of("`* ", role) == at &&
                     cell.find_first_not_of("`* ", at + like.name.size()) == std::string::npos;
  if (!marks) return rows.markup.code(name);
  return cell.substr(0, at) + name + cell.substr(at + like.name.size());
}

// `80` if most defaults of the column are code, otherwise 80.
std::string DefaultCell(const Rows& rows, size_t column, const Row& row) {
  const RowDefault* single = row.single_default();
  const bool literal = single != nullptr && single->kind == DefaultKind::kLiteral;
  // Without a literal, the word that the table has for it: "-", "unset", "".
  if (!literal || single->text.empty()) {
    return MostUsed(rows.Like(column, [](const Entry& entry) {
      return entry.default_kind == DocumentedDefault::kNone ||
             entry.default_kind == DocumentedDefault::kUnstated;
    }));
  }
  const bool code = MostlyCode(rows.Like(column, [](const Entry& entry) {
    return entry.default_kind == DocumentedDefault::kLiteral;
  }));
  return code ? rows.markup.code(single->text) : rows.markup.text(single->text);
}

// The table's own word for the type, "integer", from a row with the same type; otherwise "int".
std::string TypeCell(const Rows& rows, size_t column, const Row& row) {
  const std::string known =
      MostUsed(rows.Like(column, [&](const Entry& entry) { return entry.type == row.type; }));
  if (!known.empty() || row.type == ValueType::kUnknown) return known;
  const std::string plain(ToString(row.type));
  const bool code = MostlyCode(rows.Like(column, [](const Entry&) { return true; }));
  return code ? rows.markup.code(plain) : plain;
}

// The description with the capital and the period that the others have.
// More than half decide. A mixed table with some periods keeps the description as it is.
std::string DescriptionCell(const Rows& rows, size_t column, const Row& row) {
  const std::vector<std::string> others = rows.Like(column, [](const Entry&) { return true; });
  size_t capitals = 0, periods = 0;
  for (const std::string& other : others) {
    capitals += BeginsWithUpper(other) ? 1 : 0;
    periods += other.ends_with('.') ? 1 : 0;
  }
  std::string text = SafeDescription(row);
  if (text.empty()) text = kTodo;
  const bool word = text.size() > 1 && IsLower(text[1]);  // no name in capitals
  if (word && capitals * 2 > others.size()) text = ToUpper(text.substr(0, 1)) + text.substr(1);
  if (periods * 2 > others.size() && !text.ends_with('.')) text += '.';
  if (periods == 0 && text.ends_with('.') && text.find(". ") == std::string::npos) text.pop_back();
  return rows.markup.text(text);
}

// "no" for an optional variable, in the words of the page; "" for a required one.
std::string RequiredCell(const Rows& rows, size_t column, const Row& row) {
  // The page's word for an optional variable is in the rows with a default. Its word for a required
  // one is not known.
  if (row.required()) return {};
  return MostUsed(rows.Like(column, [](const Entry& entry) {
    return entry.default_kind == DocumentedDefault::kLiteral;
  }));
}

std::string CellFor(const Rows& rows, size_t column, size_t names, const Entry& like,
                    const Row& row) {
  if (column == names) return NameCell(rows, column, like, row.name);
  switch (rows.table.columns[column]) {
    case ColumnKind::kDefault:
      return DefaultCell(rows, column, row);
    case ColumnKind::kType:
      return TypeCell(rows, column, row);
    case ColumnKind::kDescription:
      return DescriptionCell(rows, column, row);
    case ColumnKind::kRequired:
      return RequiredCell(rows, column, row);
    default:
      break;
  }
  // An unknown column is empty in the new row, with the table's mark for that.
  const std::string usual = MostUsed(rows.Like(column, [](const Entry&) { return true; }));
  return usual == "-" || usual == "—" ? usual : std::string();
}

}  // namespace

namespace {

// The column with the name of `like`; the number of columns if no cell contains it.
// The place of the entry decides, since a name may also occur in a description.
size_t NameColumn(const Rows& rows, const Entry& like) {
  const size_t count = rows.table.columns.size();
  if (rows.table.form == TableForm::kPipes) {
    const std::vector<CellRange> cells = CellsOf(LineAt(rows.text, rows.starts, like.place.line));
    const auto at = static_cast<size_t>(std::max(1, like.place.column)) - 1;
    if (cells.size() != count) return count;
    for (size_t i = 0; i < count; ++i) {
      if (at >= cells[i].begin && at < cells[i].end) return i;
    }
    return count;
  }
  for (size_t i = 0; i < count; ++i) {
    if (rows.Cell(like.place.line, i).find(like.name) != std::string::npos) return i;
  }
  return count;
}

// Whether the cells of a column are drawn to one width: that of the head and of most rows.
// A text that is too long makes its own cell wider; the other rows are not drawn again.
bool IsDrawnColumn(const Rows& rows, size_t column, size_t width) {
  const auto wide = [&](int line) {
    const std::vector<CellRange> cells = CellsOf(LineAt(rows.text, rows.starts, line));
    return column < cells.size() && cells[column].end - cells[column].begin == width;
  };
  if (!wide(rows.table.header)) return false;
  size_t drawn = 0;
  for (const Entry* entry : rows.entries) drawn += wide(entry->place.line) ? 1 : 0;
  return drawn * 2 > rows.entries.size();
}

// The cells have the widths of the row `like`, if the column is drawn to one width.
std::string PipesRow(const Rows& rows, const Entry& like, const std::vector<std::string>& texts) {
  const std::string_view line = LineAt(rows.text, rows.starts, like.place.line);
  const std::vector<CellRange> cells = CellsOf(line);
  std::string out(line.substr(0, cells[0].begin));
  for (size_t i = 0; i < cells.size(); ++i) {
    const size_t width = cells[i].end - cells[i].begin;
    std::string cell = texts[i].empty() ? " " : " " + texts[i] + " ";
    if (cell.size() < width && IsDrawnColumn(rows, i, width)) cell.append(width - cell.size(), ' ');
    out += cell;
    if (i + 1 < cells.size()) out += '|';
  }
  if (line.substr(cells.back().end).find('|') != std::string_view::npos) return out + '|';
  while (out.ends_with(' ')) out.pop_back();
  return out;
}

}  // namespace

// "" if no row can be written, since the name's column is not known.
std::string NewRow(const FixedPage& page, const TableText& table,
                   const std::vector<const Entry*>& entries, const Entry& like, const Row& row) {
  if (table.form == TableForm::kItems) {
    const std::string description = SafeDescription(row);
    return NewItem(page, table, entries, like, row, description.empty() ? kTodo : description);
  }
  const Markup& markup = *MarkupOf(page);  // a format with tables has one
  const Rows rows{page.text, LineStarts(page.text), table, entries, markup};
  const size_t names = NameColumn(rows, like);
  if (names == table.columns.size()) return {};
  std::vector<std::string> cells;
  for (size_t i = 0; i < table.columns.size(); ++i) {
    cells.push_back(CellFor(rows, i, names, like, row));
  }
  return table.form == TableForm::kPipes ? PipesRow(rows, like, cells) : RstRow(page, table, cells);
}

}  // namespace flagcensus
