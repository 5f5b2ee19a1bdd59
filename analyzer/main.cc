// flagcensus: finds where documents and code disagree about a program's environment variables.
#include <exception>

#include "analyzer/clang/worker/process.h"
#include "analyzer/pipeline/pipeline.h"

namespace flagcensus {
namespace {

int Main(int argc, const char* const* argv) {
  const ParsedOptions parsed = ParseOptions(argc, argv, KnownFormats());
  if (!parsed.options) return parsed.status;
  const Options& options = *parsed.options;
  if (options.command == Command::kExplain) return PrintRulePage(options.rule);

  if (options.command == Command::kDocs) {
    if (const auto why = CannotWriteDocs(options)) return CannotRun(*why);
  }

  RunBudget budget(options.max_seconds, options.max_memory);
  const Result<Config> loaded = LoadConfig(options);
  if (!loaded.ok()) return CannotRun(loaded.error().message);
  const Config& config = loaded.value();
  if (options.command == Command::kCatalog)
    return PrintCatalog(ReadPages(options, config, &budget), options);

  const Tree tree = WalkProject(options, config);
  if (const auto why = NothingToRead(tree, options)) return CannotRun(*why);
  if (options.command == Command::kScan) {
    return PrintScan(tree, ReadCode(tree, options, config, budget), options);
  }

  const Result<Catalog> catalog = ReadCatalog(tree, options, config, &budget);
  if (!catalog.ok()) return CannotRun(catalog.error().message);
  Census census = ReadCode(tree, options, config, budget);
  const std::vector<Consumption> consumption =
      FindConsumption(tree, {options.jobs, config.accessors.get(), &budget}, &census);
  std::vector<Flag> flags = JoinFlags(census, consumption, catalog.value().entries);
  FindElsewhere(tree, catalog.value(), options.jobs, flags, census.diagnostics);
  FindDocumentation(tree, catalog.value(), options, flags);
  const Ownership ownership = FindOwners(tree, flags, config);
  if (options.command == Command::kDocs) {
    return PrintDocs(tree, census, catalog.value(), flags, ownership, options, config);
  }
  std::vector<Finding> findings = FindDrift(flags, ownership, census, catalog.value(), config);
  if (options.command == Command::kExplainFlag) return PrintExplanation(flags, findings, options);
  return PrintCheck(tree, census, catalog.value(), flags, ownership, std::move(findings), options,
                    config);
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
