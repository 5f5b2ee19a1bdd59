// tree, options ─→ what the project accepts; findings ─→ its baseline
#include "analyzer/pipeline/accept.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <set>
#include <system_error>

#include "analyzer/base/date.h"
#include "analyzer/base/text.h"
#include "analyzer/config/outputs.h"
#include "analyzer/pipeline/baseline.h"
#include "analyzer/pipeline/print.h"
#include "analyzer/report/formats.h"
#include "analyzer/review/review.h"
#include "analyzer/rules/rule.h"
#include "analyzer/tree/output_file.h"

namespace flagcensus {
namespace {

// The path of the baseline: the one that the user names, otherwise next to the configuration,
// otherwise in the project's folder.
std::string BaselinePath(const ProjectOptions& options, const std::string& named,
                         const Config& config) {
  if (!named.empty()) return named;
  const std::string& home = options.home.empty() ? options.root : options.home;
  const std::filesystem::path folder =
      config.source.file.empty() ? std::filesystem::path(home)
                                 : std::filesystem::path(config.source.file).parent_path();
  return (folder / kBaselineName).string();
}

bool Exists(const std::string& path) {
  std::error_code ignored;
  return std::filesystem::exists(path, ignored);
}

// The baseline for a check. An empty one if there is none, or it has expired: then its findings are
// reported again, with a diagnostic that says why. A baseline that is named must exist.
Result<Baseline> BaselineFor(const ProjectOptions& options, const FindingOptions& findings,
                             const Config& config, std::vector<Diagnostic>& diagnostics) {
  if (findings.no_baseline) return Baseline();
  // A baseline that appears later changes the answer, so it is a dependency even if missing.
  const std::string path = BaselinePath(options, findings.baseline, config);
  if (options.dependencies) options.dependencies->Note(path);
  if (findings.baseline.empty() && !Exists(path)) return Baseline();
  const std::string shown = ShownPath(path, options.root);
  Result<Baseline> baseline = ReadBaseline(path, shown);
  if (!baseline.ok() || baseline.value().until.empty()) return baseline;
  if (!IsPast(baseline.value().until, Today())) return baseline;
  diagnostics.push_back(
      {"baseline-over",
       {shown, 0, 0},
       "the baseline expired on " + baseline.value().until + ": its findings are reported again"});
  return Baseline();
}

// The rows of `before` that a finding of this run still needs.
std::vector<BaselineRow> Pruned(const Baseline& before, const std::vector<BaselineRow>& today) {
  std::set<std::pair<std::string_view, std::string_view>> known;
  for (const BaselineRow& row : today) known.emplace(row.rule, row.fingerprint);
  std::vector<BaselineRow> out = before.rows;
  std::erase_if(
      out, [&](const BaselineRow& row) { return !known.contains({row.rule, row.fingerprint}); });
  return out;
}

// Whether the options and the configuration enable `rule`: --select and --ignore, disabled-rules.
bool IsAsked(std::string_view rule, const FindingOptions& options, const Config& config) {
  const auto holds = [&](const std::vector<std::string>& rules) {
    return std::find(rules.begin(), rules.end(), rule) != rules.end();
  };
  if (IsDisabled(config, rule) || holds(options.ignore)) return false;
  return options.select.empty() || holds(options.select);
}

}  // namespace

Result<Acceptance> ReadAcceptance(const Tree& tree, const ProjectOptions& options,
                                  const FindingOptions& findings, const Config& config,
                                  std::vector<Diagnostic>& diagnostics) {
  Acceptance out;
  // The rules of the run: suppressions of other rules are not reported as unused.
  for (const Rule& rule : Rules()) {
    if (IsAsked(rule.name, findings, config)) out.rules.emplace_back(rule.name);
  }
  Result<Baseline> baseline = BaselineFor(options, findings, config, diagnostics);
  if (!baseline.ok()) return baseline.error();
  out.baseline = std::move(baseline).value();
  // In a third-party tree, comments could accept every finding, as its configuration could.
  if (!options.third_party) out.comments = FindIgnoreComments(tree, options.jobs);
  return out;
}

IsOwnFile OwnBaselines(const std::string& path) {
  const bool named = std::filesystem::path(path).filename() == kBaselineName;
  return [named](std::string_view head) { return named || IsOwnBaseline(head); };
}

std::optional<std::string> WhyNotWritten(const std::string& file, const IsOwnFile& is_own) {
  if (file.empty() || DescriptorOf(file)) return std::nullopt;
  const auto why = WhyNotReplaced(file, is_own);
  return why ? std::optional(file + ": cannot be written: " + *why) : std::nullopt;
}

std::optional<std::string> OneForSeveral(const std::string& file,
                                         const std::vector<Workspace>& projects) {
  if (file.empty() || projects.size() < 2) return std::nullopt;
  return "--baseline names one file for " + std::to_string(projects.size()) +
         " projects (the last is " + projects.back().options().home +
         "): each has its own next to its configuration, or name one project as PATH";
}

int WriteBaselineFile(const Workspace& project, const BaselineOptions& options) {
  const std::string path = BaselinePath(project.options(), options.file, project.config());
  const bool stream = DescriptorOf(path).has_value();
  const std::string shown = stream ? "the baseline" : ShownPath(path, project.options().root);
  if (const auto why = stream ? std::nullopt : WhyNotReplaced(path, OwnBaselines(path))) {
    return Fail(shown + ": cannot be written: " + *why);
  }
  // Findings of severity info do not fail a run, so accepting them would only hide later ones.
  std::vector<Finding> findings = project.comparison().findings;
  std::erase_if(findings,
                [](const Finding& finding) { return finding.severity == Severity::kInfo; });
  Baseline out;
  out.rows = BaselineRowsOf(findings);
  Baseline before;
  if (!stream && Exists(path)) {
    Result<Baseline> read = ReadBaseline(path, shown);
    // A baseline that is written anew may replace one that cannot be read; pruning needs its rows.
    if (!read.ok() && options.prune) return Fail(read.error().message);
    if (read.ok()) before = std::move(read).value();
  } else if (options.prune) {
    return Fail(shown + ": no baseline to prune; 'flagcensus baseline' writes one");
  }
  if (options.prune) out.rows = Pruned(before, out.rows);
  out.until = options.until.empty() ? before.until : options.until;
  const std::string done =
      fmt::format("{}: {} {} accepted{} (previously {})", shown, out.rows.size(),
                  out.rows.size() == 1 ? "finding is" : "findings are",
                  out.until.empty() ? "" : " until " + out.until, before.rows.size());
  if (IsStandardOutput(path)) {
    ReportUser(done);
    return WritePatch(WriteBaseline(out), 0);
  }
  if (const auto error = WriteOutputFile(path, WriteBaseline(out), OwnBaselines(path))) {
    return Fail(shown + ": cannot be written: " + *error);
  }
  return PrintText(done + "\n");
}

}  // namespace flagcensus
