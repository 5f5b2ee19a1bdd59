// A diagnostic for each row of the configuration's own (not of what it extends) that matches
// nothing; none where only a part of the project was read. Rows of [[internal]] and [[ignore]] are
// findings of rules: stale-internal, unused-ignore.
#pragma once

#include <vector>

#include "analyzer/config/config.h"
#include "analyzer/config/options.h"
#include "analyzer/model/entry.h"
#include "analyzer/model/finding.h"
#include "analyzer/model/flag.h"
#include "analyzer/tree/tree.h"

namespace flagcensus {

// [[scope]] and [[override]], whose globs match no file of the tree.
std::vector<Diagnostic> UnmatchedPathRows(const Options& options, const Config& config,
                                          const Tree& tree);
// [[family]], to which no name in code or on a page belongs; [registry], by whose keys no entry
// comes.
std::vector<Diagnostic> UnmatchedPageRows(const Options& options, const Config& config,
                                          const std::vector<Flag>& flags,
                                          const std::vector<Entry>& entries);

}  // namespace flagcensus
