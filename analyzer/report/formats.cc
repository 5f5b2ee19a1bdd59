// The formats that the files of this folder declare, by rank.
#include "analyzer/report/formats.h"

#include <algorithm>

#include "analyzer/base/ranked.h"

namespace flagcensus {

const std::vector<CheckFormat>& CheckFormats() {
  static const std::vector<CheckFormat> kRows = Ranked(CheckFormatRows());
  return kRows;
}

const std::vector<ScanFormat>& ScanFormats() {
  static const std::vector<ScanFormat> kRows = Ranked(ScanFormatRows());
  return kRows;
}

const std::vector<CatalogFormat>& CatalogFormats() {
  static const std::vector<CatalogFormat> kRows = Ranked(CatalogFormatRows());
  return kRows;
}

const std::vector<ExplainFormat>& ExplainFormats() {
  static const std::vector<ExplainFormat> kRows = Ranked(ExplainFormatRows());
  return kRows;
}

const std::vector<ChangesFormat>& ChangesFormats() {
  static const std::vector<ChangesFormat> kRows = Ranked(ChangesFormatRows());
  return kRows;
}

// Whether a file begins like a report of any format, so a run may overwrite it.
bool IsOwnReport(std::string_view head) {
  return std::any_of(CheckFormats().begin(), CheckFormats().end(),
                     [&](const CheckFormat& format) { return format.is_own(head); });
}

bool IsAbout(const Finding& finding, const std::string& name) {
  return finding.name == name ||
         std::find(finding.names.begin(), finding.names.end(), name) != finding.names.end();
}

}  // namespace flagcensus
