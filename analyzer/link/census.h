// The code side of a census: every access of a tree, with names and defaults resolved, and what
// the rules need to know beside them.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "analyzer/config/resolve_options.h"
#include "analyzer/model/census.h"
#include "analyzer/model/flag.h"
#include "analyzer/tree/tree.h"

namespace flagcensus {

// Reads and parses what matters of `tree` and resolves names and defaults. The same tree gives the
// same census, whatever the number of threads. Costs about one read of all source bytes plus a
// parse of the files that touch the environment.
Census CollectAccesses(const Tree& tree, const ResolveOptions& options);

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
