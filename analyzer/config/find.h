// Where a configuration stands, and what it goes on from.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "analyzer/base/result.h"
#include "analyzer/config/config.h"
#include "analyzer/tree/dependency_tracker.h"

namespace flagcensus {

struct FoundConfig {
  std::string file;                 // absolute; "" where there is none
  std::vector<std::string> unread;  // other configurations in the same folder
};

// Whether a file of that base name may be one.
bool IsConfigName(std::string_view name);

// The configuration in `folder` itself; none where it has none.
Result<FoundConfig> ConfigIn(const std::string& folder);

// The configuration of the nearest folder, from `folder` upwards, that has one: flagcensus.toml,
// .flagcensus.toml, or pyproject.toml with a table [tool.flagcensus], in this order. It ends at the
// repository's root (a folder with .git). An error where a pyproject.toml that speaks of
// flagcensus cannot be read.
Result<FoundConfig> FindConfig(const std::string& folder);

// Notes each place that FindConfig looks at.
void NoteConfigsAbove(const std::string& folder, DependencyTracker& dependencies);

// `file` and what it extends, as one. Own settings come first: a list or value replaces the
// other's, rows and severities are added to them. `found`: the file belongs to the tree, so that
// what it extends lies in the same repository, or, without one, in its folder.
Result<Config> ReadConfigChain(const std::string& file, bool found);

}  // namespace flagcensus
