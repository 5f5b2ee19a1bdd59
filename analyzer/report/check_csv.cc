// `check --format csv`: RFC 4180, a header and a row for each finding, for spreadsheets.
//
// A spreadsheet takes a cell that begins with = + - @ for a formula, whatever stands around it:
// such a cell begins with ' (OWASP, "CSV Injection").
#include "analyzer/base/text.h"
#include "analyzer/report/shared.h"

namespace flagcensus {
namespace {

std::string Cell(std::string text) {
  constexpr std::string_view kFormula = "=+-@";
  const size_t first = text.find_first_not_of(' ');
  if (first != std::string::npos && kFormula.find(text[first]) != std::string_view::npos) {
    text.insert(0, "'");
  }
  if (text.find_first_of(",\"\r\n") == std::string::npos) return text;
  return "\"" + ReplaceAll(text, "\"", "\"\"") + "\"";
}

std::string Number(int number) { return number > 0 ? std::to_string(number) : std::string(); }

std::string PlacesCell(const std::vector<Place>& places) {
  std::vector<std::string> out;
  for (const Place& place : places) out.push_back(ToValidUtf8(PlaceText(place)));
  return Join(out, "; ");
}

std::string RowOf(std::vector<std::string> cells) {
  for (std::string& cell : cells) cell = Cell(std::move(cell));
  return Join(cells, ",") + "\r\n";
}

}  // namespace

std::string WriteCheckCsv(const CheckReport& report, const PrintOptions&) {
  std::string out =
      RowOf({"rule", "severity", "confidence", "name", "file", "line", "column", "message",
             "documented", "actual", "code", "doc", "explained_by", "fingerprint"});
  for (const Finding& finding : report.findings) {
    const Place* main = MainPlace(finding);
    const Place place = main == nullptr ? Place() : *main;
    out += RowOf({finding.rule, std::string(ToString(finding.severity)),
                  std::string(ToString(finding.confidence)), ShownNames(finding),
                  ShownFile(place.file), Number(place.line), Number(place.column),
                  ShownMessage(finding), ShownText(finding.documented.value_or(""), finding.name),
                  ShownText(finding.actual.value_or(""), finding.name), PlacesCell(finding.code),
                  PlacesCell(finding.doc), finding.explained_by, finding.fingerprint});
  }
  return out;
}

}  // namespace flagcensus
