// machine_scan TREE: what the abstract machine finds in a tree's Python, as `scan --format jsonl`
// prints it; figures of the run on standard error.
#include <cstdio>
#include <iostream>

#include "analyzer/config/accessors.h"
#include "analyzer/machine/python/accesses.h"
#include "analyzer/project/walk_tree.h"
#include "analyzer/report/report.h"

int main(int argc, char** argv) {
  using namespace flagcensus;
  if (argc < 2) return 2;
  WalkOptions options;
  options.root = argv[1];
  const Tree tree = WalkTree({argv[1]}, options);
  const ModuleIndex index(tree);
  Machine m(tree, index, BuiltInAccessors().python);
  const MachineRun run = RunPython(m, 0, RunBudget());
  std::cout << WriteScanJsonl(MakeMachineAccesses(m));
  std::fprintf(stderr, "files %zu units %zu roots %zu steps %llu spent %zu sites %zu\n", run.files,
               m.units.size(), run.roots, static_cast<unsigned long long>(run.steps), run.spent,
               m.events.sites().size());
}
