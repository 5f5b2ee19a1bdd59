// The part of the file system that the compiler may access: the tree and the system's headers.
//
//   roots {"/home/me/tree/"}   ─→ /usr, /opt and /home/me/tree are visible, /home/me/.ssh is absent
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "analyzer/c/compiler/protocol.h"

namespace flagcensus {

// Whether `path` (canonical) is in one of `roots` or in a folder of system headers.
bool IsReadable(std::string_view path, const std::vector<std::string>& roots);

// Creates a file in memory that a later ViewOf fills; to be called before the worker gives up
// writing to files. Returns false if the kernel does not support it: the compiler then sees
// everything, and what it included is checked afterwards as always.
bool PrepareView();

struct FileView {
  std::string path;     // of an overlay for -ivfsoverlay; "" if there is none
  std::string problem;  // why nothing may be shown
  // Its dependencies: the entries of the folders that it lists, and the targets of links.
  std::vector<Look> looks;
};

// The overlay that shows only `roots` and the system's folders, so neither an #include nor a
// __has_include can reveal whether a file exists elsewhere. Links that lead elsewhere are excluded;
// to find them, each folder of the roots is listed once.
const FileView& ViewOf(const std::vector<std::string>& roots);

}  // namespace flagcensus
