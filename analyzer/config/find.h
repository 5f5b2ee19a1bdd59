// The search for a configuration, and the chain of files that it extends.
//
//   FindConfig("src/app")   ─→ the first of src/app/, src/, ./ with a configuration; ./ has .git
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "analyzer/base/result.h"
#include "analyzer/config/config.h"
#include "analyzer/tree/dependency_tracker.h"

namespace flagcensus {

// The result of the search. More than one configuration in a folder is reported, since only one of
// them has an effect.
struct FoundConfig {
  std::string file;                 // absolute; "" if there is none
  std::vector<std::string> unread;  // other configurations in the same folder
};

// Whether a file with that base name may be a configuration.
bool IsConfigName(std::string_view name);

// The configuration in `folder` itself; an empty `file` if it has none.
Result<FoundConfig> ConfigIn(const std::string& folder);

// Searches `folder` and its parents for the nearest configuration: flagcensus.toml,
// .flagcensus.toml, or pyproject.toml with a table [tool.flagcensus], in this order. The search
// ends at the repository's root (a folder with .git). Fails if a pyproject.toml that mentions
// flagcensus cannot be read.
Result<FoundConfig> FindConfig(const std::string& folder);

// Records each path that FindConfig reads or looks up as a dependency.
void NoteConfigsAbove(const std::string& folder, DependencyTracker& dependencies);

// Merges `file` with what it extends. Its own settings take precedence: a list or value replaces
// the inherited one, entries and severities are added to the inherited ones. `found`: the file
// belongs to the tree, so what it extends must lie in the same repository, or, without one, in its
// folder.
Result<Config> ReadConfigChain(const std::string& file, bool found);

}  // namespace flagcensus
