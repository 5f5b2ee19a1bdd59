// `scan` for humans: a table of the accesses, and the number of names that could not be resolved.
//
//   NAME      OP    DEFAULT  TYPE  SCOPE  VIA             PLACE
//   APP_PORT  read  80       int   src    os.environ.get  app/a.py:12:11
#include <fmt/format.h>

#include <algorithm>

#include "analyzer/model/unset.h"
#include "analyzer/report/excerpt.h"
#include "analyzer/report/formats.h"
#include "analyzer/report/table.h"

namespace flagcensus {
namespace {

// "-" means that unset gives no value; "" is an empty text as the default.
std::string DefaultCell(const Access& access, const std::string& name) {
  const Unset unset = UnsetOf(access);
  if (unset.falls_back) return TableCell(std::string(unset.text), name, 30);
  switch (unset.stated() ? unset.kind : access.default_kind) {
    case DefaultKind::kNone:
      return "-";
    case DefaultKind::kRequired:
      return "(required)";
    case DefaultKind::kDynamic:
      return "(dynamic)";
    case DefaultKind::kLiteral:
      break;
  }
  const std::string text =
      (unset.stated() ? access.use.unset_text : access.default_text).value_or(std::string());
  return text.empty() ? "\"\"" : TableCell(text, name, 30);
}

// Names and callees are cut, places are not: 400 columns are longer than the usual path.
std::string WriteScanTable(const std::vector<Access>& accesses, const PrintOptions& options) {
  Table table{{"NAME", "OP", "DEFAULT", "TYPE", "SCOPE", "VIA", "PLACE"}, {}};
  for (const Access& access : accesses) {
    const std::string name = access.name.value_or(std::string());
    table.rows.push_back(
        {access.name ? TableCell(name, {}, 50) : "?", std::string(ToString(access.op)),
         DefaultCell(access, name), std::string(ToString(access.type)),
         std::string(ToString(access.scope)), TableCell(access.via, {}, 40),
         TableCell(
             fmt::format("{}:{}:{}", access.place.file, access.place.line, access.place.column), {},
             400)});
  }
  // An access of the whole environment has no name to resolve.
  const auto unresolved = std::count_if(accesses.begin(), accesses.end(), [](const Access& access) {
    return !access.name && access.op != AccessOp::kBulk;
  });
  std::string out = table.rows.empty() ? std::string() : WriteTable(table, options.colour) + "\n";
  out += fmt::format("{} access{}", accesses.size(), accesses.size() == 1 ? "" : "es");
  if (unresolved > 0) out += fmt::format(", {} with a name that could not be resolved", unresolved);
  return out + "\n";
}

}  // namespace

extern constexpr ScanFormat kScanTableFormat = {
    .rank = 10, .name = "table", .write = WriteScanTable};

}  // namespace flagcensus
