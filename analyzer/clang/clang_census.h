// The census, with what only a compiler knows of its C and C++ accesses.
#pragma once

#include <string>
#include <vector>

#include "analyzer/base/budget.h"
#include "analyzer/clang/worker.h"
#include "analyzer/config/resolve_options.h"
#include "analyzer/model/census.h"
#include "analyzer/tree/dependency_tracker.h"
#include "analyzer/tree/tree.h"

namespace flagcensus {

struct ClangOptions {
  bool enabled = true;
  unsigned jobs = 0;                     // workers; 0: one a core
  std::vector<std::string> databases;    // compile_commands.json; none: look for them
  std::string root = ".";                // what configurations' names are relative to
  const Accessors* accessors = nullptr;  // none: the built-in ones
  WorkerOptions worker;
  const RunBudget* budget = nullptr;          // none: nothing is left out for it
  DependencyTracker* dependencies = nullptr;  // takes what the answer depends on; none: nobody asks
};

// With a compile_commands.json every C and C++ file that holds accesses is parsed in each
// configuration, else only those whose defaults or names the tokens leave open, with a guess at
// their headers. Adds to `census`: values where they were dynamic, types where they were unknown,
// names, configurations, accesses that only the compiler sees, and what was contributed. It never
// takes an access away; a file that a worker fails at is a diagnostic. Costs a parse a file and
// configuration, on worker processes.
void AddSemantics(const Tree& tree, const ClangOptions& options, Census* census);

}  // namespace flagcensus
