// flagcensus baseline: accepts the current findings
#include "analyzer/pipeline/baseline.h"

#include <algorithm>

#include "analyzer/base/date.h"
#include "analyzer/commands/command.h"
#include "analyzer/config/output_options.h"
#include "analyzer/pipeline/print.h"
#include "analyzer/pipeline/projects.h"

namespace flagcensus {
namespace {

// The complaint about `text` if it is not a date; "" if it is one.
// CLI11 calls it for the value; an empty text accepts it.
std::string CheckDate(const std::string& text) {
  return IsDate(text) ? "" : "'" + text + "' is not a date such as 2027-01-31";
}

// Needs the same findings as `check`, and reports them in a different form.
//
//   an undocumented APP_PORT    ─→ an entry with its fingerprint in flagcensus-baseline.json
//   check                       ─→ reports nothing about APP_PORT
class BaselineRun : public CommandRun {
 public:
  void AddOptions(CommandApp& command) override {
    AddPaths(command, project_);
    AddClang(command, project_);
    AddCatalog(command, project_);
    command
        .add_option("--output", baseline_.file,
                    "Path of the baseline to write (default: flagcensus-baseline.json next to the "
                    "configuration file, or in the --root directory)")
        ->type_name("FILE");
    command
        .add_option("--until", baseline_.until,
                    "Last day on which the baseline is valid, such as 2027-01-31")
        ->check(CheckDate)
        ->type_name("DATE");
    command.add_flag("--prune", baseline_.prune,
                     "Only remove entries for findings that no longer occur");
    AddConfig(command, project_);
    AddFormat(command, output_, {"text"});
    AddRun(command, project_);
  }

  std::optional<std::string> Finish(const CommandApp&) override { return FinishProject(project_); }

  ProjectOptions* project() override { return &project_; }
  Needs needs() const override { return Needs::kProjects; }

  // The output is checked first: otherwise a whole check may be run for nothing.
  std::optional<int> Begin(const Arguments&) override {
    const auto why = WhyNotWritten(baseline_.file, OwnBaselines(baseline_.file));
    return why ? std::optional(Fail(*why)) : std::nullopt;
  }

  std::optional<Error> Examine(Workspace& project, RunBudget& budget) override {
    // Each finding separately: a group of findings would hide a new member.
    FindingOptions each;
    each.grouped = false;
    each.no_baseline = true;
    return project.Check(each, {}, budget);
  }

  int Report(std::vector<Workspace>& projects, const std::vector<Diagnostic>& failed,
             RunBudget&) override {
    // One file cannot be the baseline of several projects: the paths in it are relative to one
    // root.
    if (const auto why = OneForSeveral(baseline_.file, projects)) return Fail(*why);
    int status = kSuccess;
    for (const Workspace& one : projects) {
      status = std::max(status, WriteBaselineFile(one, baseline_));
    }
    return std::max(status, PrintFailed(failed));
  }

 private:
  ProjectOptions project_;
  BaselineOptions baseline_;
  OutputOptions output_;
};

}  // namespace

extern const Command kBaseline;
const Command kBaseline = {
    "baseline", "Accept all current findings, so that only new ones are reported",
    "  flagcensus baseline                              accept the current findings\n"
    "  flagcensus baseline --until 2027-01-31           accept them until then\n"
    "  flagcensus baseline --prune                      remove findings that no longer occur\n",
    "0 success, 2 failure.", MakeRun<BaselineRun>};

}  // namespace flagcensus
