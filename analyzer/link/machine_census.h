// What the abstract machine (machine/) finds beyond the evaluator, laid over a census.
#pragma once

#include "analyzer/config/resolve_options.h"
#include "analyzer/link/python/module_index.h"
#include "analyzer/model/census.h"
#include "analyzer/tree/tree.h"

namespace flagcensus {

// Runs the machine over the tree's Python: its accesses are those of `census`. Where the machine's steps
// are used up, a diagnostic says so. Costs some .15 s a MB of files that hold a word of the accessor table.
void AddMachineAccesses(const Tree& tree, const ModuleIndex& index, const ResolveOptions& options,
                        Census* census);

}  // namespace flagcensus
