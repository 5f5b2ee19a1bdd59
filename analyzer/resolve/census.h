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

// What is looked for in all files of a tree but `pages`, other documents and changelogs, which say
// what the catalog says or said once.
struct WordsAsked {
  std::vector<std::string> names;  // variables; `APP_*` is found in whatever begins so
  // These count only where they are all of a string in a Python or C file of scope src.
  std::vector<std::string> flags;
  std::vector<std::string> parts;  // lower case; found in any case
};

// At most `limit` places a name.
struct WordsFound {
  std::map<std::string, std::vector<Place>> mentions;
  std::map<std::string, std::vector<LightAccess>> light;
  std::map<std::string, Place> flags;
  std::map<std::string, Place> parts;
  std::vector<Diagnostic> diagnostics;  // limits that keep a default from being known
};

// Costs a read of the files and one search over their bytes.
WordsFound FindWords(const Tree& tree, const WordsAsked& asked,
                     const std::vector<std::string>& pages, size_t limit, unsigned jobs);

}  // namespace flagcensus
