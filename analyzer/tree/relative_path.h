// Paths of a tree, relative to its root and with `/`, as texts: the file system is not accessed.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace flagcensus {

// "a/b/" of "a/b/c"; "" of "c".
std::string_view FolderOfPath(std::string_view path);

// "a/b/../c" as "a/c"; nullopt if it leaves the tree.
std::optional<std::string> PathWithinTree(std::string_view path);

}  // namespace flagcensus
