// unused ─→ its row removed from a Markdown table.
//
//   | `APP_OLD` | ... |        nothing reads APP_OLD: the line is removed
//
// Unsafe: the variable may be one of another program that the page documents on purpose. A row is
// removed if the name is its only subject, and never the last one of its table.
#include <algorithm>

#include "analyzer/fix/fix.h"
#include "analyzer/fix/table.h"

namespace flagcensus {
namespace {

bool RemoveAt(const FixInput& input, const Place& place, std::string_view name, FixedPage& page) {
  if (TablesOf(page) != TableMarkup::kPipes) return false;
  const std::optional<size_t> number = EntryAt(page.entries, name, place.line);
  if (!number || page.entries[*number].how != EntryHow::kTable) return false;
  const std::vector<TableText> tables = FindTables(page.text);
  const auto table = std::find_if(tables.begin(), tables.end(),
                                  [&](const TableText& one) { return one.Holds(place.line); });
  if (table == tables.end() || table->last - table->header < 3) return false;
  const std::vector<size_t> starts = LineStarts(page.text);
  const auto line = static_cast<size_t>(place.line) - 1;
  // A row that begins with something else is about that.
  const std::vector<CellRange> cells = CellsOf(LineAt(page.text, starts, place.line));
  const auto column = static_cast<size_t>(std::max(1, place.column)) - 1;
  if (cells.empty() || column >= cells.front().end) return false;
  const size_t end = line + 1 < starts.size() ? starts[line + 1] : page.text.size();
  const EntriesWanted wanted = [&](const std::vector<Entry>& entries) {
    std::vector<const Entry*> kept;
    for (const Entry& entry : page.entries) {
      if (entry.place.line != place.line) kept.push_back(&entry);
      const bool other = entry.place.line == place.line && entry.name != name;
      if (other && entry.how != EntryHow::kMention) return false;
    }
    if (kept.size() != entries.size()) return false;
    for (size_t i = 0; i < kept.size(); ++i) {
      const int lines = kept[i]->place.line > place.line ? -1 : 0;
      if (!SaysTheSame(*kept[i], entries[i], lines)) return false;
    }
    return true;
  };
  return TryChange({starts[line], end - starts[line], ""}, wanted, input.reading, page);
}

}  // namespace

bool RemoveRow(const FixInput& input, const Finding& finding, std::vector<FixedPage>& pages) {
  if (!input.unsafe || finding.severity == Severity::kInfo) return false;
  bool all = !finding.doc.empty();
  // From the last place up, so the lines of the others stay valid.
  for (auto place = finding.doc.rbegin(); place != finding.doc.rend(); ++place) {
    const auto page = std::find_if(pages.begin(), pages.end(),
                                   [&](const FixedPage& one) { return one.file == place->file; });
    all = page != pages.end() && RemoveAt(input, *place, finding.name, *page) && all;
  }
  return all;
}

}  // namespace flagcensus
