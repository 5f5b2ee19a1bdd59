// The code side of a census: every access of a tree, with names and defaults resolved, and other
// facts that the rules need.
//
//   app.py: os.environ.get("APP_PORT", "80")  ─→ Access: APP_PORT, read, default 80, app.py:1
//   app.py: os.environ.get(name)              ─→ Access without a name, if no caller is known
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "analyzer/config/resolve_options.h"
#include "analyzer/model/census.h"
#include "analyzer/model/flag.h"
#include "analyzer/tree/tree.h"

namespace flagcensus {

// Reads and parses the relevant files of `tree` and resolves names and defaults. Deterministic for
// a tree: the number of threads makes no difference. Costs about one read of all source bytes plus
// a parse of the files that access the environment.
Census CollectAccesses(const Tree& tree, const ResolveOptions& options);

// Whether the value that each access reads is used, by index into census->accesses. Costs a second
// search over the source bytes. A file that cannot be judged is a diagnostic of the census.
std::vector<Consumption> FindConsumption(const Tree& tree, const ResolveOptions& options,
                                         Census* census);

// The words to search for in all files of a tree except `pages`, other documents and changelogs,
// which repeat current or former contents of the catalog.
struct WordsAsked {
  std::vector<std::string> names;  // variables; `APP_*` matches any name with that prefix
  // These match only whole strings in a Python or C file of scope src.
  std::vector<std::string> flags;
  std::vector<std::string> parts;  // lower case; matched in any case
  // Names the results that a repeated check keeps: those of one purpose replace each other.
  std::string purpose;
};

// The places of each name, at most `limit` of them.
struct WordsFound {
  std::map<std::string, std::vector<Place>> mentions;
  std::map<std::string, std::vector<LightAccess>> light;
  std::map<std::string, Place> flags;
  std::map<std::string, Place> parts;
  // Names that sources test as macros of the build and never write as a string.
  std::set<std::string, std::less<>> macros;
  // Names that sources put into an environment through a function or an object of the project.
  std::map<std::string, Place> sets;
  std::vector<Diagnostic> diagnostics;  // limits that leave a default unknown
};

// Costs a read of the files and one search over their bytes.
WordsFound FindWords(const Tree& tree, const WordsAsked& asked,
                     const std::vector<std::string>& pages, size_t limit, unsigned jobs);

}  // namespace flagcensus
