// Finding ─→ the texts and places that several formats write. The order of the steps in ShownText
// matters: credentials are masked in the original text, then control characters are escaped.
#include "analyzer/report/shared.h"

#include <map>

#include "analyzer/base/text.h"
#include "analyzer/model/secrets.h"

namespace flagcensus {

std::string ShownText(std::string_view text, std::string_view name) {
  return ToValidUtf8(EscapeControl(MaskSecrets(text, name)));
}

std::string ShownMessage(const Finding& finding) {
  return ShownText(WholeMessage(finding), finding.name);
}

std::string ShownFile(std::string_view path) { return ToValidUtf8(EscapeControl(MaskPath(path))); }

// "APP_X", or "APP_X APP_Y" for a finding about a group.
std::string ShownNames(const Finding& finding) {
  return ShownText(finding.names.empty() ? finding.name : Join(finding.names, " "), {});
}

// Without the line's text, the column as it is, in bytes, and no end.
Extent ExtentAt(const Place& place, const Finding& finding, const PrintOptions& options) {
  const std::string line = options.line ? options.line(place) : std::string();
  return ExtentOf(line, place.column, finding.name);
}

// "1 error, 2 warnings, 3 info"; "" without findings |
std::string CountBySeverity(const std::vector<Finding>& findings) {
  std::map<Severity, uint64_t> counts;
  for (const Finding& finding : findings) ++counts[finding.severity];
  std::vector<std::string> parts;
  const auto add = [&](Severity severity, const char* one, const char* many) {
    if (counts[severity] > 0) parts.push_back(Count(counts[severity], one, many));
  };
  add(Severity::kError, "error", "errors");
  add(Severity::kWarning, "warning", "warnings");
  add(Severity::kInfo, "info", "info");
  return Join(parts, ", ");
}

}  // namespace flagcensus
