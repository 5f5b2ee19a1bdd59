// The formats that the files of this folder declare, by rank.
#include "analyzer/audit/reports.h"

#include "analyzer/base/ranked.h"

namespace flagcensus {

const std::vector<AuditFormat>& AuditFormats() {
  static const std::vector<AuditFormat> kRows = Ranked(AuditFormatRows());
  return kRows;
}

}  // namespace flagcensus
