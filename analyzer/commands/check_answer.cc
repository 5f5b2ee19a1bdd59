// checked projects ─→ the report in each requested format
#include "analyzer/commands/check_answer.h"

#include <algorithm>
#include <utility>

#include "analyzer/base/text.h"
#include "analyzer/pipeline/compare.h"
#include "analyzer/pipeline/pages.h"
#include "analyzer/pipeline/print.h"
#include "analyzer/report/formats.h"
#include "analyzer/review/stated.h"
#include "analyzer/rules/rule.h"

namespace flagcensus {
namespace {

// Prints why pages were selected: for the first three, or for all if `verbose`.
void PrintPages(const Catalog& catalog, bool verbose, const MessageSink& sink) {
  // A project has one to three pages that matter; more are usually translations or versions.
  constexpr size_t kShown = 3;
  size_t shown = 0;
  for (const std::string& reason : catalog.reasons) {
    if (shown++ < kShown || verbose) sink("catalog: " + reason);
  }
  if (shown > kShown && !verbose) {
    sink("catalog: " + std::to_string(shown - kShown) + " more; --verbose lists them");
  }
}

// Prefixes that are only known from documented names may be many: they share one line.
// "project prefix APP_ (the project is called app (pyproject.toml:2))"
void PrintOwnPrefixes(const Ownership& ownership, const MessageSink& sink) {
  std::vector<std::string> siblings;
  for (const OwnPrefix& own : ownership.own) {
    if (own.by == OwnBy::kSibling) {
      siblings.push_back(own.prefix);
    } else {
      sink("project prefix " + own.prefix + " (" + own.why + ")");
    }
  }
  if (!siblings.empty()) {
    sink("project prefixes (of documented names that are in use): " + Join(siblings, ", "));
  }
}

// Whether more names are unknown than --max-unresolved allows; if so, reports it.
// A gate for projects that want to notice when names become invisible to the check.
bool ExceedsUnresolved(const MergedProjects& checked, const CheckOptions& options,
                       const MessageSink& sink) {
  if (!options.max_unresolved) return false;
  const size_t count = UnresolvedInSources(checked.comparison.census, checked.config).size();
  if (count <= *options.max_unresolved) return false;
  sink(std::to_string(count) + (count == 1 ? " access" : " accesses") +
       " could not be resolved to a variable name; --max-unresolved allows " +
       std::to_string(*options.max_unresolved));
  return true;
}

// Adds the report in one format to what the answer prints or writes.
// A file gets no colour, and CI commands are broken up by the rules of the format.
// One report is written in each format in turn, so all of them agree.
void WriteForm(const CheckReport& report, const Output& output, const CheckOptions& options,
               Answer& answer) {
  const CheckFormat& format = FormatOf(CheckFormats(), output.format);
  PrintOptions print = PrintOptionsOf(options.output, options.project);
  print.line = MakeLineReader(options.project);
  if (!output.file.empty()) {  // a file is not a terminal
    print.colour = false;
    print.width = 0;
    print.link_root.clear();
  }
  std::string text = format.write(report, print);
  // Formats for programs are escaped by their writers, each in the way that its readers decode.
  if (format.commands == Commands::kBroken) text = Printable(text);
  if (format.commands == Commands::kBrokenXml) text = BreakCommands(text, "&#35;");
  if (output.file.empty()) {
    answer.out = std::move(text);
  } else {
    answer.files.push_back({output.file, std::move(text)});
  }
}

}  // namespace

// The findings are moved into the report, then filtered, then written.
Answer CheckAnswer(MergedProjects checked, const CheckOptions& options) {
  Answer answer;
  const MessageSink sink = SinkInto(answer);
  Comparison& comparison = checked.comparison;
  const ProjectOptions& project = options.project;
  const std::vector<Output>& outputs = options.output.outputs;
  const Census& census = comparison.census;
  const Catalog& catalog = comparison.catalog;
  const Ownership& ownership = comparison.ownership;
  CheckReport report;
  // The numbers of the summary.
  report.files = census.files_read;
  report.accesses = census.accesses.size();
  // Flags without an access are those of pages and deployments, and are not counted as variables.
  report.unresolved = static_cast<uint64_t>(
      std::count_if(census.accesses.begin(), census.accesses.end(), IsUnresolved));
  report.flags =
      static_cast<uint64_t>(std::count_if(comparison.flags.begin(), comparison.flags.end(),
                                          [](const Flag& flag) { return !flag.accesses.empty(); }));
  report.entries = static_cast<uint64_t>(
      std::count_if(catalog.entries.begin(), catalog.entries.end(),
                    [](const Entry& entry) { return entry.how != EntryHow::kMention; }));
  report.coverage = std::move(comparison.coverage);
  report.clang = census.clang;
  report.pages = catalog.pages;
  report.page_reasons = catalog.reasons;
  for (const Rule& rule : Rules()) {
    report.rules.push_back({std::string(rule.name), std::string(rule.remedy),
                            std::string(rule.summary), RulePage(rule), rule.severity});
  }
  report.findings = std::move(comparison.findings);
  report.inventory = std::move(comparison.inventory);
  report.diagnostics = MergeDiagnostics(
      MergeDiagnostics(checked.tree.diagnostics, census.diagnostics), catalog.diagnostics);
  report.diagnostics = MergeDiagnostics(std::move(report.diagnostics), ownership.diagnostics);
  report.diagnostics = MergeDiagnostics(std::move(report.diagnostics), comparison.diagnostics);
  report.accepted = comparison.accepted;
  report.baseline = comparison.baseline;
  report.fixes = std::move(comparison.fixes);
  // With a baseline or --since, "no findings" means "no new findings", and the report says so.
  report.only_new = !report.baseline.empty() || !options.findings.since.empty();

  PrintSkipped(checked.tree, project, sink);
  if (project.messages.verbose) {
    for (const std::string& line : catalog.judged) sink(line);
    PrintOwnPrefixes(ownership, sink);
  }
  // The text report contains these. With a format for programs they go to standard error.
  const bool in_report = std::any_of(outputs.begin(), outputs.end(), [](const Output& output) {
    return output.file.empty() && !FormatOf(CheckFormats(), output.format).machine;
  });
  if (!in_report) {
    PrintCoverage(report.coverage, sink);
    PrintDiagnostics(report.diagnostics, sink);
    PrintPages(catalog, project.messages.verbose, sink);
  }
  // The text format underlines the wrong part of a page's line, which has to be found.
  // This reads the pages again, and is not needed for other formats.
  const bool lines = std::any_of(outputs.begin(), outputs.end(),
                                 [](const Output& output) { return output.format == "text"; });
  if (lines) FindStated(catalog.entries, MakeLineReader(project), report.findings);
  // The exit status counts all findings, also those that --min-severity hides below.
  const bool blind = ExceedsUnresolved(checked, options, sink);
  const std::optional<Severity> fail_on = options.findings.fail_on;
  const bool failing =
      blind || (fail_on &&
                std::any_of(report.findings.begin(), report.findings.end(),
                            [&](const Finding& finding) { return finding.severity >= *fail_on; }));
  std::erase_if(report.findings, [&](const Finding& finding) {
    return finding.severity < options.findings.min_severity;
  });
  for (const Output& output : outputs) WriteForm(report, output, options, answer);
  answer.status =
      StatusOf(report.diagnostics, failing ? kFindings : kSuccess, project, report.coverage);
  DoubtPassing(report.diagnostics, project);
  return answer;
}

}  // namespace flagcensus
