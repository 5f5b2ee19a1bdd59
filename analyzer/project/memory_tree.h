// Files of an archive or a revision, in memory → a tree like that of a walk.
//
//   {"app-1.2/src/a.py", "app-1.2/README.md"}  ─→  files src/a.py, README.md of the project
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "analyzer/archive/archive.h"
#include "analyzer/tree/tree.h"

namespace flagcensus {

// Why the walk would skip the file `path` of an archive; "" if it would not.
std::string WhyNotInTree(std::string_view path, const WalkOptions& options);

// `root`: the folder that the files would be in, absolute, without a trailing '/'; it does not have
// to exist. A single folder that contains all files is the project's own and is removed from the
// paths.
Tree TreeInMemory(MemoryFolder folder, const std::string& root, const WalkOptions& options);

}  // namespace flagcensus
