#include "analyzer/tree/relative_path.h"

#include <vector>

#include "analyzer/base/text.h"

namespace flagcensus {

std::string_view FolderOfPath(std::string_view path) { return path.substr(0, path.rfind('/') + 1); }

std::optional<std::string> PathWithinTree(std::string_view path) {
  std::vector<std::string> out;
  // A path without ".." and "." is its own parts; an empty one is the root.
  for (const std::string_view part : Split(path, '/')) {
    if (part.empty() || part == ".") continue;
    if (part == "..") {
      if (out.empty()) return std::nullopt;
      out.pop_back();
    } else {
      out.emplace_back(part);
    }
  }
  return Join(out, "/");
}

}  // namespace flagcensus
