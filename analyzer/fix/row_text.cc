// row ─→ cells ─→ a line
//
// Marks of code, widths of cells, capitals and periods are those of the table; the values are those
// that `docs` would write.
#include "analyzer/fix/row_text.h"

#include <algorithm>
#include <map>

#include "analyzer/base/text.h"
#include "analyzer/fix/page.h"
#include "analyzer/reference/markup.h"

namespace flagcensus {

std::string SafeDescription(const Row& row) {
  constexpr size_t kLongest = 200;
  const std::string& text = row.description;
  const bool several = text.find(". ") != std::string::npos;
  if (text.size() > kLongest || (row.described_by == DescribedBy::kDoc && several)) return {};
  return text.substr(0, std::min(text.find(". "), text.size()));
}

namespace {

// The rows of the table as cells, to write a new one alike.
struct Rows {
  std::string_view text;
  std::vector<size_t> starts;
  const TableText& table;
  const std::vector<const Entry*>& entries;

  std::string_view Cell(int line, size_t column) const {
    const std::string_view row = LineAt(text, starts, line);
    const std::vector<TableCellText> cells = CellsOf(row);
    if (column >= cells.size()) return {};
    return row.substr(cells[column].begin, cells[column].end - cells[column].begin);
  }
  // The cells of `column` in all rows for which `wanted` holds, trimmed.
  template <typename Wanted>
  std::vector<std::string> Like(size_t column, const Wanted& wanted) const {
    std::vector<std::string> out;
    for (const Entry* entry : entries) {
      if (wanted(*entry)) out.emplace_back(Trim(Cell(entry->place.line, column)));
    }
    return out;
  }
};

std::string MostUsed(const std::vector<std::string>& texts) {
  std::map<std::string, int> counts;
  for (const std::string& text : texts) ++counts[text];
  const auto most =
      std::max_element(counts.begin(), counts.end(),
                       [](const auto& a, const auto& b) { return a.second < b.second; });
  return most == counts.end() ? std::string() : most->first;
}

// Whether most of the cells that hold something are code.
bool MostlyCode(const std::vector<std::string>& cells) {
  size_t code = 0, filled = 0;
  for (const std::string& cell : cells) {
    filled += cell.empty() || cell == "-" ? 0 : 1;
    code += cell.starts_with('`') ? 1 : 0;
  }
  return code * 2 > filled || filled == 0;
}

std::string NameCell(const Rows& rows, size_t column, const Entry& like, const std::string& name) {
  const std::string cell(Trim(rows.Cell(like.place.line, column)));
  const size_t at = cell.find(like.name);
  const bool marks = at != std::string::npos && cell.find_first_not_of("`* ") == at &&
                     cell.find_first_not_of("`* ", at + like.name.size()) == std::string::npos;
  if (!marks) return "`" + name + "`";
  return cell.substr(0, at) + name + cell.substr(at + like.name.size());
}

std::string DefaultCell(const Rows& rows, size_t column, const Row& row) {
  const RowDefault* single = row.single_default();
  const bool literal = single != nullptr && single->kind == DefaultKind::kLiteral;
  if (!literal || single->text.empty()) {
    return MostUsed(rows.Like(column, [](const Entry& entry) {
      return entry.default_kind == DocumentedDefault::kNone ||
             entry.default_kind == DocumentedDefault::kUnstated;
    }));
  }
  const bool code = MostlyCode(rows.Like(column, [](const Entry& entry) {
    return entry.default_kind == DocumentedDefault::kLiteral;
  }));
  return code ? MarkdownMarkup().code(single->text) : MarkdownMarkup().text(single->text);
}

std::string TypeCell(const Rows& rows, size_t column, const Row& row) {
  const std::string known =
      MostUsed(rows.Like(column, [&](const Entry& entry) { return entry.type == row.type; }));
  if (!known.empty() || row.type == ValueType::kUnknown) return known;
  const std::string plain(ToString(row.type));
  return MostlyCode(rows.Like(column, [](const Entry&) { return true; })) ? "`" + plain + "`"
                                                                          : plain;
}

// The description with the capital and the period that the others have.
std::string DescriptionCell(const Rows& rows, size_t column, const Row& row) {
  const std::vector<std::string> others = rows.Like(column, [](const Entry&) { return true; });
  size_t capitals = 0, periods = 0;
  for (const std::string& other : others) {
    capitals += !other.empty() && other[0] >= 'A' && other[0] <= 'Z' ? 1 : 0;
    periods += other.ends_with('.') ? 1 : 0;
  }
  std::string text = SafeDescription(row);
  if (text.empty()) text = kTodo;
  const bool word = text.size() > 1 && text[1] >= 'a' && text[1] <= 'z';  // no name in capitals
  if (word && capitals * 2 > others.size()) text = ToUpper(text.substr(0, 1)) + text.substr(1);
  if (periods * 2 > others.size() && !text.ends_with('.')) text += '.';
  if (periods == 0 && text.ends_with('.') && text.find(". ") == std::string::npos) text.pop_back();
  return MarkdownMarkup().text(text);
}

std::string RequiredCell(const Rows& rows, size_t column, const Row& row) {
  // Which word the page has for it is known from rows with a default, which are not required.
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
  const std::string usual = MostUsed(rows.Like(column, [](const Entry&) { return true; }));
  return usual == "-" || usual == "—" ? usual : std::string();
}

}  // namespace

std::string NewRow(std::string_view text, const TableText& table,
                   const std::vector<const Entry*>& entries, const Entry& like, const Row& row) {
  const Rows rows{text, LineStarts(text), table, entries};
  const std::string_view line = LineAt(rows.text, rows.starts, like.place.line);
  const std::vector<TableCellText> cells = CellsOf(line);
  const std::vector<ColumnKind>& columns = rows.table.columns;
  if (cells.size() != columns.size()) return {};
  size_t names = cells.size();
  for (size_t i = 0; i < cells.size(); ++i) {
    const auto at = static_cast<size_t>(std::max(1, like.place.column)) - 1;
    if (at >= cells[i].begin && at < cells[i].end) names = i;
  }
  if (names == cells.size()) return {};
  // Where the cells of the header are as wide, the table is drawn.
  const std::string_view header = LineAt(rows.text, rows.starts, rows.table.header);
  const std::vector<TableCellText> heads = CellsOf(header);
  std::string out(line.substr(0, cells[0].begin));
  for (size_t i = 0; i < cells.size(); ++i) {
    const size_t width = cells[i].end - cells[i].begin;
    const bool drawn = i < heads.size() && heads[i].end - heads[i].begin == width;
    std::string cell = " " + CellFor(rows, i, names, like, row) + " ";
    if (cell == "  ") cell = " ";
    if (drawn && cell.size() < width) cell.append(width - cell.size(), ' ');
    out += cell;
    if (i + 1 < cells.size()) out += '|';
  }
  if (line.substr(cells.back().end).find('|') != std::string_view::npos) return out + '|';
  while (out.ends_with(' ')) out.pop_back();
  return out;
}

}  // namespace flagcensus
