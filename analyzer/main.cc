// flagcensus: finds where documents and code disagree about a program's environment variables.
#include <exception>
#include <tuple>

#include "analyzer/clang/worker/process.h"
#include "analyzer/pipeline/pipeline.h"
#include "analyzer/pipeline/projects.h"

namespace flagcensus {
namespace {

// Fills in what pages and code of one project say, and where they disagree.
std::optional<Error> Examine(Project& project, RunBudget& budget) {
  const auto& [options, config, tree] = std::tie(project.options, project.config, project.tree);
  Result<Catalog> catalog = ReadCatalog(tree, options, config, &budget);
  if (!catalog.ok()) return catalog.error();
  project.catalog = std::move(catalog).value();
  project.census = ReadCode(tree, options, config, budget);
  const std::vector<Consumption> consumption =
      FindConsumption(tree, {options.jobs, config.accessors.get(), &budget}, &project.census);
  project.flags = JoinFlags(project.census, consumption, project.catalog.entries);
  FindElsewhere(tree, project.catalog, options.jobs, project.flags, project.census.diagnostics);
  FindDocumentation(tree, project.catalog, options, project.flags);
  project.ownership = FindOwners(tree, project.flags, config);
  project.findings =
      FindDrift(project.flags, project.ownership, project.census, project.catalog, config);
  return std::nullopt;
}

int Main(int argc, const char* const* argv) {
  const ParsedOptions parsed = ParseOptions(argc, argv, KnownFormats());
  if (!parsed.options) return parsed.status;
  Options options = *parsed.options;
  if (options.command == Command::kExplain) return PrintRulePage(options.rule);
  if (options.command == Command::kInit) return InitProject(options);

  RunBudget budget(options.max_seconds, options.max_memory);
  const Result<Config> loaded = LoadConfig(options);
  if (!loaded.ok()) return CannotRun(loaded.error().message);
  const Config& config = loaded.value();
  if (const auto why = TakePaths(config, options)) return CannotRun(*why);
  if (options.show_config) return PrintSettings(config, options);
  if (options.command == Command::kCatalog)
    return PrintCatalog(ReadPages(options, config, &budget), options);

  Tree tree = WalkProject(options, config);
  if (const auto why = NothingToRead(tree, options)) return CannotRun(*why);
  Result<std::vector<Project>> split = SplitProjects(std::move(tree), options, config);
  if (!split.ok()) return CannotRun(split.error().message);
  std::vector<Project>& projects = split.value();
  if (options.command == Command::kScan) {
    for (Project& one : projects) one.census = ReadCode(one.tree, one.options, one.config, budget);
    const Project all = Together(projects);
    return PrintScan(all.tree, all.census, options);
  }
  for (Project& one : projects) {
    if (const auto error = Examine(one, budget)) return CannotRun(error->message);
  }
  if (options.command == Command::kExplainFlag) return PrintExplanations(projects, options);
  return PrintChecks(std::move(projects), options);
}

}  // namespace
}  // namespace flagcensus

int main(int argc, char** argv) {
  try {
    if (argc == 2 && argv[1] == flagcensus::kWorkerCommand) return flagcensus::RunClangWorker();
    return flagcensus::Main(argc, argv);
  } catch (const std::exception& error) {  // memory ran out, or a mistake of ours
    return flagcensus::CannotRun(std::string("internal error: ") + error.what());
  }
}
