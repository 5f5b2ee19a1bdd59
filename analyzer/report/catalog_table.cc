// `catalog` for humans: a table of the entries.
//
//   NAME      DEFAULT  TYPE  HOW    PLACE         DESCRIPTION
//   APP_PORT  80       int   table  docs/a.md:3   Where it listens.
#include <fmt/format.h>

#include "analyzer/report/excerpt.h"
#include "analyzer/report/formats.h"
#include "analyzer/report/table.h"

namespace flagcensus {
// "-" means that the page does not say; "(none)" that it says there is no default.
namespace {

std::string DefaultCell(const Entry& entry) {
  switch (entry.default_kind) {
    case DocumentedDefault::kNone:
      return "(none)";
    case DocumentedDefault::kUnstated:
      return "-";
    case DocumentedDefault::kLiteral:
    case DocumentedDefault::kProse:
      break;
  }
  const std::string text = entry.default_text.value_or(std::string());
  return text.empty() ? "\"\"" : TableCell(text, entry.name, 30);
}

// An option within a variable's value is shown after that variable: "APP_FLAGS --fast".
std::string WriteCatalogTable(const std::vector<Entry>& entries, const PrintOptions& options) {
  Table table{{"NAME", "DEFAULT", "TYPE", "HOW", "PLACE", "DESCRIPTION"}, {}};
  for (const Entry& entry : entries) {
    if (entry.how == EntryHow::kMention && !options.mentions) continue;
    const std::string name = entry.parent ? *entry.parent + " " + entry.name : entry.name;
    table.rows.push_back(
        {TableCell(name, {}, 60), DefaultCell(entry), std::string(ToString(entry.type)),
         std::string(ToString(entry.how)),
         // A path is never cut in practice, since users copy it; other cells are.
         TableCell(fmt::format("{}:{}", entry.place.file, entry.place.line), {}, 400),
         TableCell(entry.description, entry.name, 60)});
  }
  std::string out = table.rows.empty() ? std::string() : WriteTable(table, options.colour) + "\n";
  return out + fmt::format("{} entr{}\n", table.rows.size(), table.rows.size() == 1 ? "y" : "ies");
}

}  // namespace

extern constexpr CatalogFormat kCatalogTableFormat = {
    .rank = 10, .name = "table", .write = WriteCatalogTable};

}  // namespace flagcensus
