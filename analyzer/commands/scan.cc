// flagcensus scan: every access to the environment
//
//   os.environ.get("APP_PORT", "80")  ─→ app.py:3  APP_PORT  read  default 80
#include "analyzer/base/text.h"
#include "analyzer/cache/answer.h"
#include "analyzer/commands/command.h"
#include "analyzer/config/output_options.h"
#include "analyzer/model/secrets.h"
#include "analyzer/pipeline/print.h"
#include "analyzer/pipeline/projects.h"
#include "analyzer/pipeline/stats.h"
#include "analyzer/review/coverage.h"

namespace flagcensus {
namespace {

// The text about what was not read. A table begins with it if it is much, and ends with it
// otherwise.
std::string CoverageText(const Coverage& coverage) {
  std::string out;
  for (const std::string& note : DescribeCoverage(coverage)) {
    out += EscapeControl(MaskSecrets(note, {})) + "\n";
  }
  return out;
}

// Reads code only: pages and configuration of rules do not matter.
class ScanRun : public CommandRun {
 public:
  void AddOptions(CommandApp& command) override {
    AddPaths(command, project_);
    AddClang(command, project_);
    AddCache(command, cache_options_);
    AddStats(command, project_);
    AddConfig(command, project_);
    AddFormat(command, output_, NamesOf(ScanFormats()));
    AddRun(command, project_);
  }

  // Without pages and rules, a scan takes about the time of parsing the code.
  std::optional<std::string> Finish(const CommandApp&) override {
    project_.code_only = true;
    UseTerminal(output_);
    return FinishProject(project_);
  }

  ProjectOptions* project() override { return &project_; }
  Needs needs() const override { return Needs::kProjects; }

  std::optional<int> Begin(const Arguments& arguments) override {
    cache_ = OpenCache(cache_options_, project_, {arguments.argc, arguments.argv, output_, false});
    if (!cache_) return std::nullopt;
    if (const auto answer = FindAnswer(*cache_)) return PrintCached(*answer, project_);
    project_.dependencies = std::make_shared<DependencyTracker>();
    return std::nullopt;
  }

  std::optional<Error> Examine(Workspace& project, RunBudget& budget) override {
    project.RememberSteps(cache_options_, false);
    project.ReadAccesses(budget);
    project.StoreSteps();
    return std::nullopt;
  }

  int Report(std::vector<Workspace>& projects, const std::vector<Diagnostic>& failed,
             RunBudget& budget) override {
    std::vector<Diagnostic>& diagnostics = projects.front().tree().diagnostics;
    diagnostics.insert(diagnostics.end(), failed.begin(), failed.end());
    return PrintAndCache(AnswerFor(MergeProjects(projects)), cache_, project_, budget);
  }

 private:
  // The complete output.
  // Only the table has room for remarks; the other formats are for programs, and remarks go to
  // standard error.
  Answer AnswerFor(const MergedProjects& scanned) const {
    const Census& census = scanned.comparison.census;
    const Coverage& coverage = scanned.comparison.coverage;
    const std::vector<Diagnostic> diagnostics =
        MergeDiagnostics(scanned.tree.diagnostics, census.diagnostics);
    Answer answer;
    const MessageSink sink = SinkInto(answer);
    PrintSkipped(scanned.tree, project_, sink);
    PrintDiagnostics(diagnostics, sink);
    std::string text = FormatOf(ScanFormats(), output_.format)
                           .write(census.accesses, PrintOptionsOf(output_, project_));
    if (output_.format == "table") {
      text = coverage.IsPartial() ? CoverageText(coverage) + "\n" + text
                                  : text + CoverageText(coverage);
    } else {
      PrintCoverage(coverage, sink);
    }
    answer.out = Printable(text);
    answer.status = StatusOf(diagnostics, kSuccess, project_, coverage);
    DoubtPassing(diagnostics, project_);
    return answer;
  }

  ProjectOptions project_;
  OutputOptions output_;
  CacheOptions cache_options_;
  std::optional<Cache> cache_;
};

}  // namespace

extern const Command kScan;
const Command kScan = {"scan", "Print every access to an environment variable",
                       "  flagcensus scan src                              print a table\n"
                       "  flagcensus scan --format jsonl | jq -r .name | sort -u\n",
                       "0 success, 2 failure.", MakeRun<ScanRun>};

}  // namespace flagcensus
