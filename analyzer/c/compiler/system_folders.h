// Folders of the system that a compiler reads besides the tree.
#pragma once

#include <string>
#include <vector>

namespace flagcensus {

// Header folders, which a worker may read; each with trailing '/'.
const std::vector<std::string>& SystemFolders();

// Other folders that the compiler's driver searches to detect the system's configuration. A worker
// reads nothing there, but the presence of a file can change which headers it uses.
const std::vector<std::string>& DriverFolders();

}  // namespace flagcensus
