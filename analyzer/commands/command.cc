// a parsed command ─→ what it needs ─→ its exit status
//
//   needs()     kNothing      Run(arguments)
//               kConfig       Begin, LoadConfig, Run(config)
//               kProjects     Begin, LoadConfig, WalkProject, SplitProjects, Examine each, Report
#include "analyzer/commands/command.h"

#include <filesystem>
#include <system_error>
#include <utility>

#include "analyzer/config/named_inputs.h"
#include "analyzer/pipeline/isolate.h"
#include "analyzer/pipeline/load.h"
#include "analyzer/pipeline/named_repositories.h"
#include "analyzer/pipeline/print.h"
#include "analyzer/pipeline/projects.h"
#include "analyzer/pipeline/stats.h"

namespace flagcensus {
namespace {

// Walks the tree, splits it, and calls the command's Examine and Report. `config`: null if it is
// broken, which ends the run unless other projects of the run do not need it.
//
//   one tree with web/flagcensus.toml and api/flagcensus.toml
//   ─→ Examine(web), Examine(api), Report({web, api})
int RunOnProjects(CommandRun& run, const Config* config, RunBudget& budget) {
  const ProjectOptions& options = *run.project();
  Tree tree = WalkProject(options, config == nullptr ? Config() : *config);
  if (const auto why = NothingToRead(tree, options)) return Fail(*why);
  std::vector<Diagnostic> broken;
  Result<std::vector<Workspace>> split = SplitProjects(std::move(tree), options, config, broken);
  if (!split.ok()) return Fail(split.error().message);
  const auto examine = [&](Workspace& one) { return run.Examine(one, budget); };
  const auto report = [&](std::vector<Workspace>& projects, std::vector<Diagnostic> failed) {
    if (const auto why = ExamineEach(projects, examine, failed)) return Fail(*why);
    CountRun(projects, options);
    return run.Report(projects, failed, budget);
  };
  return RunIsolated(split.value(), std::move(broken), examine, report);
}

// Prepares what the command needs; each level prepares more.
// A command without projects skips everything below its level: `explain unused` loads no
// configuration.
int Prepare(CommandRun& run, const Arguments& arguments) {
  if (run.needs() == Needs::kNothing) return run.Run(arguments);
  if (const std::optional<int> status = run.Begin(arguments)) return *status;
  ProjectOptions& options = *run.project();
  RunBudget budget(options.limits.seconds, options.limits.memory);
  const Result<Config> config = LoadConfig(options);
  // A broken configuration of the first PATH is not a reason to skip the repositories of other
  // PATHs.
  if (!config.ok()) {
    const bool others = run.needs() == Needs::kProjects && NamesRepositories(options);
    return others ? RunOnProjects(run, nullptr, budget) : Fail(config.error().message);
  }
  if (const auto why = TakePaths(config.value(), options)) return Fail(*why);
  return run.needs() == Needs::kConfig ? run.Run(config.value(), budget)
                                       : RunOnProjects(run, &config.value(), budget);
}

}  // namespace

// These are reached only if a command declares needs() without the function for it.
int CommandRun::Run(const Arguments&) { return Fail("internal error: the command cannot run"); }

std::optional<int> CommandRun::Begin(const Arguments&) { return std::nullopt; }

int CommandRun::Run(const Config&, RunBudget&) {
  return Fail("internal error: the command cannot run with a configuration");
}

std::optional<Error> CommandRun::Examine(Workspace&, RunBudget&) { return std::nullopt; }

int CommandRun::Report(std::vector<Workspace>&, const std::vector<Diagnostic>&, RunBudget&) {
  return Fail("internal error: the command cannot run on projects");
}

// Without a PATH the root is read.
// `paths_named` distinguishes `check .` from `check`: the configuration's own paths apply only to
// the latter.
std::optional<std::string> FinishProject(ProjectOptions& options, bool pages_as_option) {
  if (auto wrong = CheckNamedInputs(options, pages_as_option)) return wrong;
  options.paths_named = !options.paths.empty();
  if (options.paths.empty()) options.paths.push_back(options.root);
  std::error_code ignored;
  if (std::filesystem::is_directory(options.root, ignored)) return std::nullopt;
  return "--root " + options.root + " is not a directory";
}

// The statistics are the last thing that is printed, also for a failed run.
int RunCommand(CommandRun& run, const Arguments& arguments) {
  const int status = Prepare(run, arguments);
  if (const ProjectOptions* options = run.project()) PrintStats(*options);
  return status;
}

}  // namespace flagcensus
