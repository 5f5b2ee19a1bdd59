// `check --format concise`: one line a finding, for editors and for `grep`.
//
//   app/server.py:12:11: warning: APP_TIMEOUT is documented as 30 ... [default-mismatch]
//
// The place is that in code, or on the page where no code is to blame. Findings that another one
// explains are omitted unless more is asked for.
#include <fmt/format.h>

#include "analyzer/base/text.h"
#include "analyzer/model/secrets.h"
#include "analyzer/report/excerpt.h"
#include "analyzer/report/report.h"

namespace flagcensus {

std::string WriteCheckConcise(const CheckReport& report, bool verbose) {
  std::string out;
  for (const Finding& finding : report.findings) {
    if (!finding.explained_by.empty() && !verbose) continue;
    if (const Place* place = MainPlace(finding)) out += PlaceText(*place) + ": ";
    out +=
        fmt::format("{}: {} [{}]\n", ToString(finding.severity),
                    EscapeControl(MaskSecrets(WholeMessage(finding), finding.name)), finding.rule);
  }
  return out;
}

}  // namespace flagcensus
