// `check --format github`: workflow commands that GitHub Actions shows next to the changed lines.
//
//   ::warning file=app/server.py,line=12,col=11,endColumn=24,title=default-mismatch::APP_TIMEOUT
//   ...
//
// Written and escaped like @actions/core of the toolkit (packages/core/src/command.ts): %, CR and
// LF in the text, and ':' and ',' in properties. Info is a notice. Findings that another one
// explains are omitted without --verbose, since GitHub shows the first ten of a kind.
#include <fmt/format.h>

#include "analyzer/base/text.h"
#include "analyzer/report/own_report.h"
#include "analyzer/report/shared.h"

namespace flagcensus {
namespace {

// "50%\n" ─→ "50%25%0A"; '%' first, so the others are not escaped twice
std::string EscapeData(std::string_view text) {
  std::string out = ReplaceAll(text, "%", "%25");
  out = ReplaceAll(out, "\r", "%0D");
  return ReplaceAll(out, "\n", "%0A");
}

std::string EscapeProperty(std::string_view text) {
  return ReplaceAll(ReplaceAll(EscapeData(text), ":", "%3A"), ",", "%2C");
}

std::string_view CommandOf(Severity severity) {
  switch (severity) {
    case Severity::kError:
      return "error";
    case Severity::kWarning:
      return "warning";
    case Severity::kInfo:
      return "notice";
  }
  return {};
}

// Without a place, the message is shown for the run and not in a file.
std::string CommandLine(std::string_view command, const Place* place, const Extent& extent,
                        std::string_view title, const std::string& text) {
  std::string out = fmt::format("::{} ", command);
  if (place != nullptr) {
    out += "file=" + EscapeProperty(ShownFile(place->file)) + ",";
    // GitHub requires a line for columns, and the same end line.
    if (place->line > 0) out += fmt::format("line={},endLine={},", place->line, place->line);
    if (place->line > 0 && extent.column > 0) out += fmt::format("col={},", extent.column);
    if (place->line > 0 && extent.end > 0) out += fmt::format("endColumn={},", extent.end);
  }
  out += "title=" + EscapeProperty(title) + "::";
  // Older commands, "##[...]", which other systems also interpret.
  return out + EscapeData(BreakCommands(text, "\\x23")) + "\n";
}

std::string WriteCheckGithub(const CheckReport& report, const PrintOptions& options) {
  std::string out;
  for (const Finding& finding : report.findings) {
    if (!finding.explained.rule.empty() && !options.verbose) continue;
    const Place* place = MainPlace(finding);
    const Extent extent = place == nullptr ? Extent() : ExtentAt(*place, finding, options);
    out += CommandLine(CommandOf(finding.severity), place, extent, finding.rule,
                       ShownMessage(finding));
  }
  // Inputs that were not read do not fail a build: a notice.
  for (const Diagnostic& diagnostic : report.diagnostics) {
    const Place& place = diagnostic.place;
    out += CommandLine("notice", place.file.empty() ? nullptr : &place, {}, diagnostic.kind,
                       ShownText(diagnostic.message, {}));
  }
  return out;
}

// Other tools write such commands, too, so a title is required besides.
bool IsOwnGithub(std::string_view head) {
  const std::string_view line = FirstLineOf(head);
  const bool command = line.starts_with("::error ") || line.starts_with("::warning ") ||
                       line.starts_with("::notice ");
  return command && !NameBetween(line, "title=", ':').empty();
}

}  // namespace

extern constexpr CheckFormat kCheckGithubFormat = {
    .rank = 60,
    .name = "github",
    .machine = true,
    .write = WriteCheckGithub,
    .is_own = IsOwnGithub,
    .commands = Commands::kOwn,
};

}  // namespace flagcensus
