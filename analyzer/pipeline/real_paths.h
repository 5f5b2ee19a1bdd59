// Paths as the file system resolves them.
#pragma once

#include <filesystem>
#include <string>
#include <system_error>

#include "analyzer/tree/tree.h"

namespace flagcensus {

// `path` as an absolute path, with links resolved as far as it exists. If the system cannot resolve
// it, links remain in it.
inline std::string ResolvedPath(const std::string& path) {
  std::error_code error;
  const std::filesystem::path real = std::filesystem::weakly_canonical(AbsolutePath(path), error);
  return error ? AbsolutePath(path) : real.string();
}

// Whether `path` is `folder` or below it; both resolved. "/srv/app2" is not below "/srv/app".
inline bool IsAtOrBelow(const std::string& path, const std::string& folder) {
  return path == folder || path.starts_with(folder.ends_with('/') ? folder : folder + "/");
}

}  // namespace flagcensus
