// Python's part of the census: one machine for the whole tree, its events as accesses, and what it
// could not read as diagnostics.
#include "analyzer/python/link/engine.h"

#include <any>
#include <memory>
#include <string>
#include <utility>

#include "analyzer/python/machine/accesses.h"
#include "analyzer/python/machine/machine.h"
#include "analyzer/python/machine/unseen.h"
#include "analyzer/python/module_index.h"
#include "analyzer/tree/step_memory.h"

namespace flagcensus {
namespace {

constexpr const char* kLastRun = "Python run";

}  // namespace

void PythonEngine::Collect(const Tree& tree, const ResolveOptions& options, Census* census) const {
  const PhaseScope phase(options.cost, Phase::kEvaluate);
  for (const SourceFile& file : tree.files) {
    // Files read counts all candidates; files parsed only those with a word.
    if (IsPythonSource(file.kind) || file.kind == FileKind::kNotebook) ++census->files_read;
  }
  // The machine lives for this call alone: its values refer to its own pool.
  const ModuleIndex index(tree);
  Machine m(tree, index, options.tables().python);
  m.program.budget = options.budget;
  m.program.cost = options.cost;
  m.program.follow_values = options.follow_values;
  const MachineRun run = RunPython(m, options.jobs);
  // Diagnostics: unread files, parse errors, limits, and a run that was cut.
  for (const auto& [file, error] : m.program.unread) {
    const std::string& path = tree.files[static_cast<size_t>(file)].path;
    census->diagnostics.push_back({"unreadable-file", {path, 0, 0}, error});
  }
  for (const int file : run.files) {
    const PythonUnit& unit = m.program.units[static_cast<size_t>(m.program.unit_of_file.at(file))];
    ReportParse(*unit.parsed, tree.files[static_cast<size_t>(file)].path, &census->diagnostics);
  }
  std::vector<Diagnostic> limits = LimitsOf(m);
  std::move(limits.begin(), limits.end(), std::back_inserter(census->diagnostics));
  if (run.cut) {
    census->diagnostics.push_back({"limit",
                                   {run.cut_at, 0, 0},
                                   "the program takes too many steps to follow; the code that runs "
                                   "after this point was not read"});
  }
  census->files_parsed += run.files.size();
  std::vector<Access> accesses = MakeMachineAccesses(m);
  if (tree.memory != nullptr && tree.memory->parsed()) {
    // A run without an end is repeated.
    tree.memory->PrivateState(kLastRun) =
        run.cut ? std::shared_ptr<RunRecord>() : RecordRun(m, run, accesses);
  }
  std::move(accesses.begin(), accesses.end(), std::back_inserter(census->accesses));
}

bool PythonEngine::Adapt(const Tree& tree, const ResolveOptions& options,
                         const std::set<size_t>& changed, Census* census) const {
  const PhaseScope phase(options.cost, Phase::kEvaluate);
  std::any& state = tree.memory->PrivateState(kLastRun);
  const auto* last = std::any_cast<std::shared_ptr<RunRecord>>(&state);
  return last != nullptr && *last != nullptr &&
         AdaptRun(tree, changed, options.budget, options.cost, last->get(), census);
}

}  // namespace flagcensus
