// The code side of a census: every access of a tree, with names and defaults resolved, and what
// the rules need to know beside them.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "analyzer/model/access.h"
#include "analyzer/model/clang_contribution.h"
#include "analyzer/model/finding.h"
#include "analyzer/model/flag.h"
#include "analyzer/project/budget.h"
#include "analyzer/project/tree.h"

namespace flagcensus {

struct ResolveOptions {
  unsigned jobs = 0;
  std::string accessors_toml;   // the user's own accessor rows
  RunBudget* budget = nullptr;  // none: that of the defaults, from here on
};

struct Census {
  std::vector<Access> accesses;  // sorted by AccessLess
  std::vector<Diagnostic> diagnostics;
  uint64_t files_read = 0;
  uint64_t files_parsed = 0;
  std::optional<ClangContribution> clang;  // where it was asked
};

// Reads and parses what matters of `tree` and resolves names and defaults. The same tree gives the
// same census, whatever the number of threads. Costs about one read of all source bytes plus a
// parse of the files that touch the environment.
Census TakeCensus(const Tree& tree, const ResolveOptions& options);

// Whether the value each access receives is used, by index into census->accesses. Costs a second
// search over the source bytes. A file that cannot be told about is a diagnostic of the census.
std::vector<Consumption> FindConsumption(const Tree& tree, const ResolveOptions& options,
                                         Census* census);

// For each name, the places where it stands as a word in a text file of the tree other than
// `pages` (at most `limit` places a name); and so for `quoted`, whose words count only where they
// are all of a string in a file of scope src.
std::map<std::string, std::vector<Place>> FindWords(const Tree& tree,
                                                    const std::vector<std::string>& names,
                                                    const std::vector<std::string>& quoted,
                                                    const std::vector<std::string>& pages,
                                                    int limit, unsigned jobs);

}  // namespace flagcensus
