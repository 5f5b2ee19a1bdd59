// Files written down in a test → the census of a tree that holds them.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "analyzer/link/census.h"
#include "analyzer/project/walk_tree.h"
#include "tests/scratch_folder.h"

namespace flagcensus {

// `files`: name and text of each.
inline Census CensusOf(const std::vector<std::pair<std::string, std::string>>& files) {
  const ScratchFolder folder;
  for (const auto& [name, text] : files) folder.Write(name, text);
  WalkOptions options;
  options.root = folder.path();
  return CollectAccesses(WalkTree({folder.path()}, options), {});
}

inline Census CensusOf(const std::string& name, const std::string& text) {
  return CensusOf({{name, text}});
}

}  // namespace flagcensus
