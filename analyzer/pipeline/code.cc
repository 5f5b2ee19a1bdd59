// tree ─→ census of what the sources show ─→ what a compiler knows beyond
#include "analyzer/pipeline/code.h"

#include <algorithm>
#include <iterator>

#include "analyzer/c/compiler/clang_census.h"
#include "analyzer/link/census.h"
#include "analyzer/pipeline/rows_unmatched.h"

namespace flagcensus {

Census ReadCode(const Tree& tree, const ProjectOptions& options, const Config& config,
                RunBudget& budget) {
  Census census = CollectAccesses(tree, {options.jobs, config.source.accessors.get(), &budget,
                                         options.cost.get(), options.third_party});
  const PhaseScope phase(options.cost.get(), Phase::kClang);
  ClangOptions clang;
  clang.enabled = options.clang.used;
  clang.jobs = options.jobs;
  clang.databases = options.clang.compile_commands;
  clang.root = options.root;
  clang.accessors = config.source.accessors.get();
  clang.budget = &budget;
  clang.dependencies = options.dependencies.get();
  // The compiler's answers are added to the census; it needs the accesses that the tokens gave.
  AddSemantics(tree, clang, &census);
  // Rows of the configuration that produced nothing are reported with the code, where they would
  // have had an effect.
  for (std::vector<Diagnostic> rows : {UnmatchedRows(options, config, census.accesses),
                                       UnmatchedPathRows(options, config, tree)}) {
    std::move(rows.begin(), rows.end(), std::back_inserter(census.diagnostics));
  }
  std::sort(census.diagnostics.begin(), census.diagnostics.end(), DiagnosticLess);
  return census;
}

}  // namespace flagcensus
