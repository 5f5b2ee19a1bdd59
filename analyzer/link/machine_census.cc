#include "analyzer/link/machine_census.h"

#include "analyzer/machine/python/accesses.h"

namespace flagcensus {
void AddMachineAccesses(const Tree& tree, const ModuleIndex& index, const ResolveOptions& options,
                        Census* census) {
  Machine m(tree, index, options.tables().python);
  const MachineRun run = RunPython(m, options.jobs, *options.budget);
  if (run.cut) {
    census->diagnostics.push_back(
        {"limit", {run.cut_at, 0, 0}, "the program takes too many steps to follow: what runs from here on was not"});
  }
  census->accesses = MakeMachineAccesses(m);
}

}  // namespace flagcensus
