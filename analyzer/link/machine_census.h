// What the abstract machine (machine/) finds beyond the evaluator, laid over a census.
#pragma once

#include "analyzer/config/resolve_options.h"
#include "analyzer/link/python/module_index.h"
#include "analyzer/model/census.h"
#include "analyzer/tree/tree.h"

namespace flagcensus {

// Runs the machine over the tree's Python and adds its accesses to variables of which `census`,
// which holds those of the evaluator, has none of that kind (read or tested; set; deleted). An
// access whose name the evaluator does not know and the machine does is known by the machine's.
// Where the machine's steps are used up, a diagnostic says so. Costs some .15 s a MB of files that
// hold a word of the accessor table.
void AddMachineAccesses(const Tree& tree, const ModuleIndex& index, const ResolveOptions& options,
                        Census* census);

}  // namespace flagcensus
