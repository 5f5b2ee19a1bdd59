// What a run looked at ─→ its Coverage, in one place for every command.
#pragma once

#include <vector>

#include "analyzer/model/access.h"
#include "analyzer/model/coverage.h"
#include "analyzer/model/finding.h"
#include "analyzer/model/flag.h"
#include "analyzer/tree/tree.h"

namespace flagcensus {

// The files: what of `tree` is a source and what is in a language that is not analysed, and which
// of `diagnostics` say that a limit cut the input. Costs a look at each file's name; only where
// there is no source, at the beginning of files that no language is known of.
Coverage CoverageOf(const Tree& tree, const std::vector<Diagnostic>& diagnostics);

// Files of `tree` on the disk that have no text; those of an archive or a revision are counted as
// it is read. Only files of no known language are looked at, each at its beginning.
uint64_t CountBinaries(const Tree& tree);

// Adds the entries of `flags` that could not be compared. `unresolved`: accesses in scope src whose
// names are unknown. Costs the flags times the patterns among them.
void CountEntries(const std::vector<Flag>& flags, const std::vector<const Access*>& unresolved,
                  Coverage& coverage);

}  // namespace flagcensus
