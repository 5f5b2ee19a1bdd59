// A diagnostic for each entry of the configuration itself (not of what it extends) that matches
// nothing; none if only a part of the project was read. For [[internal]] and [[ignore]] there are
// rules instead: stale-internal, unused-ignore.
//
//   [[accessor]]
//   call = "conf.lookup_evn"    ─→ "[[accessor]] 'conf.lookup_evn' matches nothing: no access in
//                                  the tree uses it"
#pragma once

#include <vector>

#include "analyzer/config/config.h"
#include "analyzer/config/project_options.h"
#include "analyzer/model/access.h"
#include "analyzer/model/entry.h"
#include "analyzer/model/finding.h"
#include "analyzer/model/flag.h"
#include "analyzer/tree/tree.h"

namespace flagcensus {

// For [[accessor]] and [[object]]: entries that produced none of `accesses`.
std::vector<Diagnostic> UnmatchedRows(const ProjectOptions& options, const Config& config,
                                      const std::vector<Access>& accesses);
// For [[scope]] and [[override]]: entries with globs that match no file of the tree.
std::vector<Diagnostic> UnmatchedPathRows(const ProjectOptions& options, const Config& config,
                                          const Tree& tree);
// For [[family]]: entries that match no name in code or on a page; for [registry]: keys that
// produce no entry.
std::vector<Diagnostic> UnmatchedPageRows(const ProjectOptions& options, const Config& config,
                                          const std::vector<Flag>& flags,
                                          const std::vector<Entry>& entries);

}  // namespace flagcensus
