// The census of a tree's C, C++ and CUDA: rounds until no new wrapper or macro is found.
#pragma once

#include "analyzer/config/resolve_options.h"
#include "analyzer/model/census.h"
#include "analyzer/tree/tree.h"

namespace flagcensus {

// Adds the accesses of the tree's C, C++ and CUDA files to `census` (not sorted into it). Costs a
// search over their bytes for each round, and a pass over the tokens of the files that matter.
void TakeCCensus(const Tree& tree, const ResolveOptions& options, Census* census);

}  // namespace flagcensus
