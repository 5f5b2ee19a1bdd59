// flagcensus: finds where documents and code disagree about a program's environment variables.
#include <exception>

#include "analyzer/clang/worker/process.h"
#include "analyzer/pipeline/pipeline.h"

namespace flagcensus {
namespace {

int Main(int argc, const char* const* argv) {
  const ParsedOptions parsed = ParseOptions(argc, argv, KnownFormats());
  if (!parsed.options) return parsed.status;
  Options options = *parsed.options;
  Narrowing only;
  if (options.command == Command::kExplain) return PrintRulePage(options.rule);
  if (options.command == Command::kInit) return InitProject(options);

  if (const auto wrong = UnknownRule(options)) return CannotRun(*wrong);
  RunBudget budget(options.max_seconds, options.max_memory);
  if (const auto why = TakeNamedFiles(options, only)) return CannotRun(*why);
  const Result<Config> loaded = LoadConfig(options);
  if (!loaded.ok()) return CannotRun(loaded.error().message);
  const Config& config = loaded.value();
  if (const auto why = TakePaths(config, options)) return CannotRun(*why);
  if (options.show_config) return PrintSettings(config, options);
  if (options.command == Command::kCatalog)
    return PrintCatalog(ReadPages(options, config, &budget), options);

  const Tree tree = WalkProject(options, config);
  if (const auto why = NothingToRead(tree, options)) return CannotRun(*why);
  if (options.command == Command::kScan) {
    return PrintScan(tree, ReadCode(tree, options, config, budget), options);
  }

  Result<Narrowing> narrowed = FindBefore(options, std::move(only), budget);
  if (!narrowed.ok()) return CannotRun(narrowed.error().message);
  Result<Comparison> compared = Compare(tree, options, config, budget, narrowed.value());
  if (!compared.ok()) return CannotRun(compared.error().message);
  if (options.command == Command::kExplainFlag) {
    return PrintExplanation(compared.value().flags, compared.value().findings, options);
  }
  if (options.command == Command::kBaseline) {
    return WriteBaselineFile(compared.value(), options, config);
  }
  return PrintCheck(tree, std::move(compared).value(), options, config);
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
