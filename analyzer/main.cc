// flagcensus: finds where documents and code disagree about a program's environment variables.
#include <algorithm>
#include <exception>

#include "analyzer/clang/worker/process.h"
#include "analyzer/pipeline/isolate.h"
#include "analyzer/pipeline/pipeline.h"
#include "analyzer/pipeline/projects.h"

namespace flagcensus {
namespace {

constexpr int kMaxRounds = 5;  // of --fix: one fix may make way for another

// `round`: how often --fix has corrected the pages already.
int Run(Options options, int argc, const char* const* argv, int round) {
  const Options given = options;
  FindingFilter only;
  if (options.command == Command::kExplain) return PrintRulePage(options);
  if (options.command == Command::kInit) return InitProject(options);
  if (options.command == Command::kDiff) return DiffRevisions(options);
  if (options.command == Command::kCache) return PrintCache(options);
  if (options.command == Command::kManual) return PrintManual(options);
  if (options.command == Command::kAudit) return AuditInputs(options);
  if (options.command == Command::kMerge) return MergeCensuses(options);

  if (const auto wrong = UnknownRule(options)) return Fail(*wrong);
  if (const auto why = CannotWriteFiles(options)) return Fail(*why);
  const std::optional<Cache> cache = OpenCache(options, argc, argv);
  if (cache) {
    if (const auto answer = FindAnswer(*cache)) return TellKept(*answer, options);
    options.dependencies = std::make_shared<DependencyTracker>();
  }
  RunBudget budget(options.max_seconds, options.max_memory);
  if (const auto why = TakeNamedFiles(options, only)) return Fail(*why);
  const Result<Config> loaded = LoadConfig(options);
  if (!loaded.ok()) return Fail(loaded.error().message);
  const Config& config = loaded.value();
  if (const auto why = TakePaths(config, options)) return Fail(*why);
  if (options.show_config) return PrintSettings(config, options);
  if (options.command == Command::kCatalog)
    return PrintCatalog(ReadPages(options, config, &budget), options);

  if (options.command == Command::kDocs) return WriteDocs(options, config, budget);

  Tree tree = WalkProject(options, config);
  if (const auto why = NothingToRead(tree, options)) return Fail(*why);
  std::vector<Diagnostic> broken;
  Result<std::vector<Project>> split = SplitProjects(std::move(tree), options, config, broken);
  if (!split.ok()) return Fail(split.error().message);
  const Result<StdinFile> given_text = CopyStdin(options);
  if (!given_text.ok()) return Fail(given_text.error().message);
  TakeStdinText(given_text.value(), options, split.value());

  std::vector<Revision> revisions;
  const auto examine = [&](Project& one) { return ExamineProject(one, only, revisions, budget); };
  const auto rest = [&](std::vector<Project>& projects, std::vector<Diagnostic> failed) -> int {
    if (const auto why = ExamineEach(projects, examine, failed)) return Fail(*why);
    CountRun(projects, options);
    if (options.command == Command::kScan) {
      return PrintAndCache(ScansAnswer(projects, failed, options), cache, options, budget);
    }
    if (options.command == Command::kExplainFlag) {
      return std::max(PrintExplanations(projects, options), TellFailed(failed));
    }
    if (options.command == Command::kBaseline) {
      return std::max(WriteBaselines(projects), TellFailed(failed));
    }
    if (options.fix_diff) return std::max(PrintPatch(projects, options), TellFailed(failed));
    if (options.fix && round < kMaxRounds) {
      const Fixed fixed = FixProjects(projects, options, nullptr);
      if (fixed.status != 0) return fixed.status;
      if (fixed.pages > 0) return Run(given, argc, argv, round + 1);  // told is what is left
    }
    const Answer answer = ChecksAnswer(std::move(projects), failed, options);
    return PrintAndCache(answer, cache, options, budget);
  };
  return RunIsolated(split.value(), broken, examine, rest);
}

int Main(int argc, const char* const* argv) {
  const ParsedOptions parsed = ParseOptions(argc, argv, KnownFormats());
  if (!parsed.options) return parsed.status;
  const int status = Run(*parsed.options, argc, argv, 0);
  TellStats(*parsed.options);
  return status;
}

}  // namespace
}  // namespace flagcensus

int main(int argc, char** argv) {
  try {
    if (argc == 2 && argv[1] == flagcensus::kWorkerCommand) return flagcensus::RunClangWorker();
    return flagcensus::Main(argc, argv);
  } catch (const std::exception& error) {  // memory ran out, or a mistake of ours
    return flagcensus::Fail(std::string("internal error: ") + error.what());
  }
}
