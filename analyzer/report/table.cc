#include "analyzer/report/table.h"

#include <algorithm>

#include "analyzer/report/excerpt.h"

namespace flagcensus {
namespace {

// {"A", "bc"}, widths {3, 2} ─→ "A    bc": two blanks between columns, none at the end of the line
void AppendRow(const std::vector<std::string>& row, const std::vector<int>& widths,
               std::string* out) {
  for (size_t i = 0; i < row.size(); ++i) {
    *out += row[i];
    if (i + 1 == row.size()) break;
    out->append(static_cast<size_t>(widths[i] - DisplayWidth(row[i]) + 2), ' ');
  }
  while (!out->empty() && out->back() == ' ') out->pop_back();
  *out += '\n';
}

}  // namespace

// Widths are those of a terminal, in which some characters use two columns.
std::string WriteTable(const Table& table, bool colour) {
  std::vector<int> widths;
  for (const std::string& cell : table.header) widths.push_back(DisplayWidth(cell));
  for (const std::vector<std::string>& row : table.rows) {
    for (size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], DisplayWidth(row[i]));
  }
  std::string out;
  if (colour) out += "\x1b[1m";
  AppendRow(table.header, widths, &out);
  if (colour) out.insert(out.size() - 1, "\x1b[0m");
  for (const std::vector<std::string>& row : table.rows) AppendRow(row, widths, &out);
  return out;
}

}  // namespace flagcensus
