#include "analyzer/report/csv.h"

#include <string_view>

#include "analyzer/base/text.h"

namespace flagcensus {
namespace {

// A spreadsheet would evaluate a cell such as "=HYPERLINK(...)" from a checked file. The apostrophe
// makes it a text.
//
//   a,b      ─→  "a,b"
//   say "x"  ─→  "say ""x"""
//   =1+1     ─→  '=1+1
std::string Cell(std::string text) {
  constexpr std::string_view kFormula = "=+-@";
  const size_t first = text.find_first_not_of(' ');
  if (first != std::string::npos && kFormula.find(text[first]) != std::string_view::npos) {
    text.insert(0, "'");
  }
  if (text.find_first_of(",\"\r\n") == std::string::npos) return text;
  return "\"" + ReplaceAll(text, "\"", "\"\"") + "\"";
}

}  // namespace

// With the line end that RFC 4180 states.
std::string CsvRow(std::vector<std::string> cells) {
  for (std::string& cell : cells) cell = Cell(std::move(cell));
  return Join(cells, ",") + "\r\n";
}

}  // namespace flagcensus
