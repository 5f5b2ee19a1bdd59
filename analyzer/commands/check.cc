// flagcensus check: compares documentation and code
//
//   Begin     the cached answer, if nothing has changed; named or changed files
//   Examine   the findings of --since, then the comparison, for each project
//   Report    --diff or --fix, the report, and --watch
#include <algorithm>
#include <iterator>

#include "analyzer/base/text.h"
#include "analyzer/commands/check_answer.h"
#include "analyzer/commands/check_watch.h"
#include "analyzer/commands/command.h"
#include "analyzer/config/given_files.h"
#include "analyzer/config/show.h"
#include "analyzer/pipeline/baseline.h"
#include "analyzer/pipeline/fix_projects.h"
#include "analyzer/pipeline/print.h"
#include "analyzer/pipeline/revisions.h"
#include "analyzer/pipeline/selected_files.h"
#include "analyzer/pipeline/stats.h"

namespace flagcensus {
namespace {

// Maximum for --fix: one fix may make another possible; more rounds change nothing in practice.
constexpr int kMaxRounds = 5;

// --format may be repeated; each format but one needs a file.
//
//   --format text --format sarif=out.sarif    ─→ text to standard output, SARIF to a file
//   --format json --output out.json           ─→ JSON to a file
void AddOutputs(CommandApp& command, OutputOptions& output, std::vector<std::string>& formats,
                std::string& file) {
  const std::vector<std::string> names = NamesOf(CheckFormats());
  CLI::Option* const format = command.add_option(
      "--format", formats, "Output format; FORMAT=FILE writes it to FILE (repeatable)");
  format->type_name("FORMAT")->default_str(names.front())->allow_extra_args(false);
  command.Offer(format, names);  // TakeOutputs checks them, as "=FILE" may follow a name
  command.add_option("--output", file, "Write the output to FILE instead of standard output")
      ->type_name("FILE");
  AddColour(command, output);
}

// Options that only the text format uses.
// The other formats contain all findings, for programs to group.
void AddTextOptions(CommandApp& command, OutputOptions& output) {
  CLI::Option* const group = command.add_option_function<std::string>(
      "--group-by",
      [&output](const std::string& by) {
        output.group_by = by == "file"     ? GroupBy::kFile
                          : by == "name"   ? GroupBy::kName
                          : by == "prefix" ? GroupBy::kPrefix
                                           : GroupBy::kRule;
      },
      "Group findings by WHAT in text output");
  command.OneOf(group, {"rule", "file", "name", "prefix"})->type_name("WHAT")->default_str("rule");
  command.add_flag("--all", output.all,
                   "Show all findings in text output, no matter how many there are");
  auto* statistics = command.add_flag("--statistics", output.statistics,
                                      "Show the number of findings per rule in text output");
  command.add_flag("-q,--quiet", output.quiet, "Show only the findings in text output")
      ->excludes(statistics);
}

// --since is excluded: a finding that is hidden because it is old would not be fixed.
void AddFixOptions(CommandApp& command, FixOptions& options) {
  auto* fix = command.add_flag(
      "--fix", options.apply,
      "Fix wrong defaults and missing entries on the pages; code is never changed");
  auto* diff = command.add_flag(
      "--diff", options.diff,
      "Print the changes that --fix would make as a patch instead of writing them");
  command.add_flag(
      "--unsafe-fixes", options.unsafe_fixes,
      "With --fix or --diff: also remove entries of unused variables, add entries without a "
      "description, and apply uncertain defaults");
  fix->excludes(command.get_option("--since"));
  diff->excludes(command.get_option("--since"));
}

// The order of the options in AddOptions is that of the help.
// Options that exclude each other are declared so, and the parser reports the pair.
class CheckRun : public CommandRun {
 public:
  void AddOptions(CommandApp& command) override {
    AddPaths(command, options_.project);
    AddClang(command, options_.project);
    AddCache(command, cache_options_);
    AddStats(command, options_.project);
    AddCatalog(command, options_.project);
    AddFindingOptions(command, options_.findings);
    AddTextOptions(command, options_.output);
    AddSelectionOfFindings(command);
    AddFixOptions(command, fix_);
    AddGivenFiles(command, files_);
    command
        .add_flag("--watch", watch_,
                  "Keep running after the report, and print findings that appear or disappear")
        ->excludes(command.get_option("--fix"))
        ->excludes(command.get_option("--diff"))
        ->excludes(command.get_option("--since"))
        ->excludes(command.get_option("--changed-files"));
    AddConfig(command, options_.project);
    command
        .add_flag("--show-config", show_config_,
                  "Print the effective settings and their sources, and exit")
        ->excludes(command.get_option("--stats"));
    AddOutputs(command, options_.output, formats_, output_file_);
    AddRun(command, options_.project);
  }

  // Completes the options in an order in which each step can rely on the previous ones.
  std::optional<std::string> Finish(const CommandApp& parsed) override {
    ProjectOptions& project = options_.project;
    OutputOptions& output = options_.output;
    UseTerminal(output);
    if (auto wrong = TakeOutputs(formats_, output_file_, NamesOf(CheckFormats()), output.outputs)) {
      return *wrong + "; 'flagcensus check --help' lists the options";
    }
    // The run's own outputs are not input, even if they are pages.
    for (const Output& one : output.outputs) {
      if (!one.file.empty()) project.outputs.push_back(AbsolutePath(one.file));
    }
    project.pages_suffice = true;
    project.messages.quiet = output.quiet;
    // A compiler would read the current files with current build products, and those of a revision
    // without them: differences between the two would appear as new findings.
    if (!options_.findings.since.empty()) project.clang.used = false;
    fix_.quiet = output.quiet;
    fix_.min_severity = options_.findings.min_severity;
    if (!files_.overlay.empty() && (fix_.apply || fix_.diff)) {
      return "--stdin-filename: text from standard input cannot be fixed, only files";
    }
    if (watch_ && (output.outputs.size() != 1 || output.outputs[0].format != "text" ||
                   !output.outputs[0].file.empty())) {
      // Changes are printed while the program runs, which only the text format allows.
      return "--watch: findings that appear or disappear are printed as text, to standard output";
    }
    if (watch_ && (!files_.overlay.empty() || !files_.list.empty())) {
      return "--watch: name directories, not files";
    }
    if (show_config_) shown_ = ShownOptions(parsed);
    if (auto wrong = TakeList(files_, project.paths)) return wrong;
    if (auto wrong = TakeOverlay(files_, project.paths)) return wrong;
    return FinishProject(project);
  }

  ProjectOptions* project() override { return &options_.project; }
  Needs needs() const override { return show_config_ ? Needs::kConfig : Needs::kProjects; }

  // Problems with the options, then the cached answer, then the selection of files.
  std::optional<int> Begin(const Arguments& arguments) override {
    ProjectOptions& project = options_.project;
    if (const auto wrong = UnknownRule(options_.findings)) return Fail(*wrong);
    for (const Output& output : options_.output.outputs) {
      if (const auto why = WhyNotWritten(output.file, IsOwnReport)) return Fail(*why);
    }
    // A cached answer is printed without a walk of the tree; only the dependencies are compared.
    if (IsCacheable()) {
      cache_ = OpenCache(cache_options_, project,
                         {arguments.argc, arguments.argv, options_.output, true});
    }
    if (cache_) {
      if (const auto answer = FindAnswer(*cache_)) return PrintCached(*answer, project);
      project.dependencies = std::make_shared<DependencyTracker>();
    }
    const auto why = SelectFiles(files_, changed_files_, project, only_);
    return why ? std::optional(Fail(*why)) : std::nullopt;
  }

  int Run(const Config& config, RunBudget&) override {
    return PrintText(ShowSettings(config, options_.project, shown_));
  }

  // Steps are remembered before the check and stored after it.
  //
  // With --since, the findings of the revision are computed before those of the files, and filtered
  // out.
  std::optional<Error> Examine(Workspace& project, RunBudget& budget) override {
    const Result<FindingFilter> only =
        LoadBaselineRevision(project.options(), options_.findings, only_, revisions_, budget);
    if (!only.ok()) return only.error();
    // With --watch and --fix the steps stay in memory for the next check; otherwise the cache has
    // them.
    const bool repeated = watch_ || fix_.apply;
    CacheOptions cache = cache_options_;
    cache.disabled = cache.disabled || repeated;
    project.RememberSteps(cache, repeated);
    const std::optional<Error> error = project.Check(options_.findings, only.value(), budget);
    if (!error) project.StoreSteps();
    return error;
  }

  // --diff and --fix first, since the report is about the pages after the corrections.
  //
  //   check --diff     ─→ a patch, and no report
  //   check --fix      ─→ the corrected pages, then the report of what remains
  //   check --watch    ─→ the report, then differences until a signal
  int Report(std::vector<Workspace>& projects, const std::vector<Diagnostic>& failed,
             RunBudget& budget) override {
    if (const auto why = OneForSeveral(options_.findings.baseline, projects)) return Fail(*why);
    if (fix_.diff) return std::max(PrintPatch(projects, fix_), PrintFailed(failed));
    if (fix_.apply) {
      if (const int status = FixAll(projects, budget); status != kSuccess) return status;
    }
    const std::vector<Output>& outputs = options_.output.outputs;
    // Formats that list fixes need them computed, which costs a pass for each finding.
    const bool fixes = std::any_of(outputs.begin(), outputs.end(), [](const Output& output) {
      return FormatOf(CheckFormats(), output.format).fixes;
    });
    for (Workspace& one : projects) {
      if (fixes && one.options().overlays.empty()) FindFixes(one, one.comparison().findings, fix_);
    }
    // The report consumes the findings, so --watch needs a copy.
    std::vector<Workspace> watched = watch_ ? projects : std::vector<Workspace>();
    FindingsOfProjects known;
    const auto shown = [&](std::vector<Finding> all) {
      const Severity least = options_.findings.min_severity;
      std::erase_if(all, [&](const Finding& finding) { return finding.severity < least; });
      return all;
    };
    for (const Workspace& one : watched) known.push_back(shown(one.comparison().findings));
    RelateProjects(projects);
    // Failed projects are reported with the diagnostics of the first one.
    std::vector<Diagnostic>& diagnostics = projects.front().tree().diagnostics;
    diagnostics.insert(diagnostics.end(), failed.begin(), failed.end());
    const int status = PrintAndCache(CheckAnswer(MergeProjects(projects), options_), cache_,
                                     options_.project, budget);
    if (!watch_ || status == kFailed) return status;
    return WatchProjects(watched, std::move(known), [&](Workspace& project) {
      // Each check has a new budget: the program may run for days.
      RunBudget again(options_.project.limits.seconds, options_.project.limits.memory);
      const std::optional<Error> error = Examine(project, again);
      if (!error) project.comparison().findings = shown(std::move(project.comparison().findings));
      return error;
    });
  }

 private:
  // --baseline, --since and the like, which determine the findings that are not reported.
  //
  //   --baseline      findings that the file lists are accepted
  //   --since REV     findings that REV already has are not reported
  void AddSelectionOfFindings(CommandApp& command) {
    FindingOptions& findings = options_.findings;
    auto* baseline =
        command
            .add_option(
                "--baseline", findings.baseline,
                "Path to the baseline of accepted findings (default: flagcensus-baseline.json next "
                "to the configuration file, or in the --root directory)")
            ->type_name("FILE");
    auto* since =
        command
            .add_option("--since", findings.since,
                        "Report only findings that are not present at REV, a branch, tag or commit")
            ->type_name("REV")
            ->excludes(command.get_option("--compile-commands"));
    command
        .add_flag("--changed-files", changed_files_,
                  "Report only findings in files that differ from the last commit in git")
        ->excludes(since);
    command.add_flag("--no-baseline", findings.no_baseline, "Ignore the baseline")
        ->excludes(baseline);
    command
        .add_option(
            "--max-unresolved", options_.max_unresolved,
            "Exit with status 1 if the variable names of more than N accesses cannot be determined")
        ->type_name("N");
  }

  // Whether a later run may use the answer: it must depend only on the arguments and the files.
  // --watch, --fix and --diff have effects besides their output; --since and --changed-files depend
  // on the state of git, and --files-from on a list that may be standard input.
  bool IsCacheable() const {
    return !show_config_ && !watch_ && !changed_files_ && options_.findings.since.empty() &&
           !fix_.apply && !fix_.diff && files_.list.empty();
  }

  // Corrects the pages until a round writes nothing. Returns the status of a failure, or kSuccess.
  //
  //   round 1: an entry for APP_PORT is added    ─→ docs/env.md is written, the project checked
  //   round 2: nothing to fix                    ─→ the end
  int FixAll(std::vector<Workspace>& projects, RunBudget& budget) {
    for (int round = 0; round < kMaxRounds; ++round) {
      const Fixed fixed = FixProjects(projects, fix_, nullptr);
      if (fixed.status != kSuccess) return fixed.status;
      if (fixed.written.empty()) break;
      for (Workspace& one : projects) {
        const Result<bool> updated = one.Update(fixed.written);
        if (!updated.ok()) return Fail(updated.error().message);
        if (const auto error = Examine(one, budget)) return Fail(error->message);
      }
    }
    return kSuccess;
  }

  CheckOptions options_;
  FixOptions fix_;
  GivenFiles files_;
  bool changed_files_ = false;
  bool show_config_ = false;
  bool watch_ = false;
  std::vector<OptionShown> shown_;    // with show_config_: the command's options
  std::vector<std::string> formats_;  // each --format
  std::string output_file_;
  CacheOptions cache_options_;
  std::optional<Cache> cache_;
  FindingFilter only_;
  std::vector<std::shared_ptr<const Revision>> revisions_;
};

}  // namespace

extern const Command kCheck;
const Command kCheck = {
    "check", "Compare documentation and code, and report where they disagree",
    "  flagcensus check                                 the whole project\n"
    "  flagcensus check . --catalog docs/environment.md compare with that page only\n"
    "  flagcensus check --since origin/main             only new findings on the branch\n"
    "  flagcensus check app/server.py                   only findings in that file\n"
    "  flagcensus check --select unused,default-mismatch --all\n"
    "  flagcensus check --fix                           correct the pages (preview: --diff)\n"
    "  flagcensus check --watch                         keep running, and report changes\n"
    "  flagcensus check --format text --format sarif=report.sarif\n",
    "0 no findings at or above --fail-on, 1 findings, or more than --max-unresolved, 2 failure.",
    MakeRun<CheckRun>};

}  // namespace flagcensus
