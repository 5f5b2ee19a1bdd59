// Python's part of the census: one machine for the whole tree, its events as accesses, and what it
// could not read as diagnostics.
#include "analyzer/python/link/engine.h"

#include <string>
#include <utility>

#include "analyzer/python/machine/accesses.h"
#include "analyzer/python/machine/machine.h"
#include "analyzer/python/module_index.h"

namespace flagcensus {
namespace {

// Reports the parts of the file that could not be parsed. The code around them was run.
void ReportParse(const PythonFile& parsed, const std::string& path, std::vector<Diagnostic>* out) {
  if (parsed.broken) {
    out->push_back({"unreadable-file", {path, 0, 0}, "skipped: its JSON is not a notebook"});
  }
  if (parsed.gave_up) {
    out->push_back({"parse-limit", {path, 0, 0}, "skipped: it takes too long to parse"});
    // Exceeding the limits, cut literals and syntax errors are reported separately.
  }
  for (const SyntaxCut& cut : parsed.syntax.cuts) {
    out->push_back(
        {"limit",
         PlaceIn(parsed, path, parsed.syntax.LineOf(cut.begin), parsed.syntax.ColumnOf(cut.begin)),
         cut.what});
  }
  if (parsed.error_line == 0) return;
  out->push_back(
      {"syntax-error",
       {path, static_cast<int>(parsed.error_line), static_cast<int>(parsed.error_column)},
       "syntax error; the code around it was read"});
}

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
  std::move(accesses.begin(), accesses.end(), std::back_inserter(census->accesses));
}

}  // namespace flagcensus
