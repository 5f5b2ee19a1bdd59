// `check --format csv`: a header and a row for each finding, for spreadsheets.
//
//   default-mismatch,warning,high,APP_PORT,app/server.py,12,11,APP_PORT is documented as ...
#include "analyzer/base/text.h"
#include "analyzer/report/csv.h"
#include "analyzer/report/shared.h"

namespace flagcensus {
namespace {

// An unknown line is an empty cell; 0 would be sorted and summed up.
std::string Number(int number) { return number > 0 ? std::to_string(number) : std::string(); }

// "app/a.py:12:11; app/b.py:3:1" |
std::string PlacesCell(const std::vector<Place>& places) {
  std::vector<std::string> out;
  for (const Place& place : places) out.push_back(ToValidUtf8(PlaceText(place)));
  return Join(out, "; ");
}

// A row for each finding, with its first place in three cells and all places in two.
std::string WriteCheckCsv(const CheckReport& report, const PrintOptions&) {
  std::string out =
      CsvRow({"rule", "severity", "confidence", "name", "file", "line", "column", "message",
              "documented", "actual", "code", "doc", "explained_by", "fingerprint"});
  for (const Finding& finding : report.findings) {
    const Place* main = MainPlace(finding);
    const Place place = main == nullptr ? Place() : *main;
    out += CsvRow({finding.rule, std::string(ToString(finding.severity)),
                   std::string(ToString(finding.confidence)), ShownNames(finding),
                   ShownFile(place.file), Number(place.line), Number(place.column),
                   ShownMessage(finding), ShownText(finding.documented.value_or(""), finding.name),
                   ShownText(finding.actual.value_or(""), finding.name), PlacesCell(finding.code),
                   PlacesCell(finding.doc), finding.explained.rule, finding.fingerprint});
  }
  return out;
}

// Any other CSV has another header.
bool IsOwnCsv(std::string_view head) {
  return head.starts_with("rule,severity,confidence,name,file,line,column,message,");
}

}  // namespace

extern constexpr CheckFormat kCheckCsvFormat = {
    .rank = 100,
    .name = "csv",
    .machine = true,
    .write = WriteCheckCsv,
    .is_own = IsOwnCsv,
};

}  // namespace flagcensus
