// Adds to the census what only a compiler knows about its C and C++ accesses.
//
//   getenv("APP_PORT") ? ... : kDefault + 1     dynamic for the token layer; the compiler knows 81
#pragma once

#include <string>
#include <vector>

#include "analyzer/base/budget.h"
#include "analyzer/c/compiler/worker.h"
#include "analyzer/config/resolve_options.h"
#include "analyzer/model/census.h"
#include "analyzer/tree/dependency_tracker.h"
#include "analyzer/tree/tree.h"

namespace flagcensus {

struct ClangOptions {
  bool enabled = true;
  unsigned jobs = 0;                     // workers; 0: one per core
  std::vector<std::string> databases;    // compile_commands.json; empty: search for them
  std::string root = ".";                // the folder that configurations' names are relative to
  const Accessors* accessors = nullptr;  // null: the built-in ones
  WorkerOptions worker;
  const RunBudget* budget = nullptr;          // null: nothing is skipped for it
  DependencyTracker* dependencies = nullptr;  // records what the answer depends on; may be null
};

// Parses every C and C++ file that contains accesses in each configuration of each
// compile_commands.json; without one nothing is parsed and no process started. Adds to `census`:
// values that were dynamic, types that were unknown, names, configurations, accesses that only the
// compiler sees, and what was contributed. Never removes an access; a file at which a worker fails
// is a diagnostic. Costs one parse per file and configuration, in worker processes.
void AddSemantics(const Tree& tree, const ClangOptions& options, Census* census);

}  // namespace flagcensus
