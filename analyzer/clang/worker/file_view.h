// The part of the file system that the compiler sees: the tree and the system's headers.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "analyzer/clang/protocol.h"

namespace flagcensus {

// Whether `path` (canonical) lies in one of `roots` or where systems keep headers.
bool IsReadable(std::string_view path, const std::vector<std::string>& roots);

// A file in memory that a later ViewOf fills; called before the worker gives up writing to files.
// False where the kernel has none: the compiler then sees everything, and what it included is
// checked afterwards as always.
bool PrepareView();

struct FileView {
  std::string path;     // of an overlay for -ivfsoverlay; "" where there is none
  std::string problem;  // why nothing may be shown
  // What it was made of: of the folders that it lists each entry and where links lead.
  std::vector<Look> looks;
};

// The overlay that shows `roots` and the system's folders and nothing else, so that neither an
// #include nor a __has_include can tell whether a file exists elsewhere. Links that lead elsewhere
// are left out; for them each folder of the roots is listed once.
const FileView& ViewOf(const std::vector<std::string>& roots);

}  // namespace flagcensus
