// The folders of the Filesystem Hierarchy Standard, and of Nix. Headers in other places (such as a
// home directory) are read only as roots.
#include "analyzer/c/compiler/system_folders.h"

namespace flagcensus {

const std::vector<std::string>& SystemFolders() {
  static const std::vector<std::string> folders = {"/usr/", "/opt/", "/nix/store/"};
  return folders;
}

const std::vector<std::string>& DriverFolders() {
  static const std::vector<std::string> folders = {"/etc/", "/lib/", "/lib32/", "/lib64/",
                                                   "/libx32/"};
  return folders;
}

}  // namespace flagcensus
