// Files of an archive or of a revision, in memory → a tree as a walk makes one.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "analyzer/archive/archive.h"
#include "analyzer/tree/tree.h"

namespace flagcensus {

// Why the walk would leave out the file `path` of an archive; "" where it would take it.
std::string WhyNotInTree(std::string_view path, const WalkOptions& options);

// `root`: the folder that the files would lie in, absolute, without '/' at its end; nothing has to
// be there. A single folder that holds all files is the project's own and left out of the paths.
Tree TreeInMemory(MemoryFolder folder, const std::string& root, const WalkOptions& options);

}  // namespace flagcensus
