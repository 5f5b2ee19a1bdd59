// `check --format concise`: one line per finding, for editors and for `grep`.
//
//   app/server.py:12:11: warning: APP_TIMEOUT is documented as 30 ... [default-mismatch]
//
// The place is the first one in code, or on the page if the finding is not about code. Findings
// that another one explains are omitted without --verbose.
#include <fmt/format.h>

#include "analyzer/base/text.h"
#include "analyzer/model/secrets.h"
#include "analyzer/report/excerpt.h"
#include "analyzer/report/formats.h"
#include "analyzer/report/own_report.h"

namespace flagcensus {
namespace {

// The form of compilers, "file:line:column: severity: message", which editors parse.
std::string WriteCheckConcise(const CheckReport& report, const PrintOptions& options) {
  std::string out;
  for (const Finding& finding : report.findings) {
    if (!finding.explained.rule.empty() && !options.verbose) continue;
    if (const Place* place = MainPlace(finding)) out += PlaceText(*place) + ": ";
    out +=
        fmt::format("{}: {} [{}]\n", ToString(finding.severity),
                    EscapeControl(MaskSecrets(WholeMessage(finding), finding.name)), finding.rule);
  }
  return out;
}

// A place is optional, so the severity begins the line or follows a ": ". The rule at the end must
// be one of this program, since other linters write similar lines.
bool IsOwnConcise(std::string_view head) {
  const std::string_view line = FirstLineOf(head);
  const size_t open = line.rfind(" [");
  if (open == std::string_view::npos || !line.ends_with(']')) return false;
  const bool severity =
      std::any_of(std::begin(kSeverityWords), std::end(kSeverityWords), [&](std::string_view word) {
        const std::string mark = std::string(word) + ": ";
        return line.starts_with(mark) || line.find(": " + mark) != std::string_view::npos;
      });
  return severity && IsRuleName(line.substr(open + 2, line.size() - open - 3));
}

}  // namespace

extern constexpr CheckFormat kCheckConciseFormat = {
    .rank = 20,
    .name = "concise",
    .machine = true,
    .write = WriteCheckConcise,
    .is_own = IsOwnConcise,
};

}  // namespace flagcensus
