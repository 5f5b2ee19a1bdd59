// Where systems keep what a compiler reads beside the tree.
#pragma once

#include <string>
#include <vector>

namespace flagcensus {

// Folders of headers, which a worker may read; each with '/' at its end.
const std::vector<std::string>& SystemFolders();

// Folders that the compiler's driver looks into beside those, for how the system is set up. A
// worker reads nothing there; that something is there can change which headers it takes.
const std::vector<std::string>& DriverFolders();

}  // namespace flagcensus
