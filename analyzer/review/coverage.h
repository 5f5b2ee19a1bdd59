// The files that a run read ─→ its Coverage, in one place for all commands.
//
//   2 sources, 3 files in a language that is not read, a page cut at a limit
//     ─→ sources 2, unread {that language: 3}, limits {"page-truncated": 1}
#pragma once

#include <vector>

#include "analyzer/model/access.h"
#include "analyzer/model/coverage.h"
#include "analyzer/model/finding.h"
#include "analyzer/model/flag.h"
#include "analyzer/tree/tree.h"

namespace flagcensus {

// The coverage of files: the sources in `tree`, the files in languages that are not analysed, and
// the `diagnostics` that report truncated input. Costs a check of each file's name; only if the
// tree has no source, also a read of the beginning of files in unknown languages.
Coverage CoverageOf(const Tree& tree, const std::vector<Diagnostic>& diagnostics);

// The number of non-text files of `tree` on disk; those of an archive or a revision are counted
// when it is read. Reads only files in unknown languages, each at its beginning.
uint64_t CountBinaries(const Tree& tree);

// Adds the entries of `flags` that could not be compared. `unresolved`: accesses in scope src with
// unknown names. Costs O(flags * patterns among them).
void CountEntries(const std::vector<Flag>& flags, const std::vector<const Access*>& unresolved,
                  Coverage& coverage);

}  // namespace flagcensus
