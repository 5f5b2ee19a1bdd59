// Whether a path stays in a folder when its links are followed, and whether it is a regular file.
//
//   LiesBelow("/t/a/../b", "/t")             ─→ true
//   LiesBelow("/t/link", "/t")               ─→ false, if `link` leads to /etc/passwd
//   LiesBelow("/t/link/missing", "/t")       ─→ by the target of `link`, though no such file exists
#pragma once

#include <filesystem>
#include <string>

namespace flagcensus {

// Whether `path` is below `folder` when links in it are followed. They are followed one by one, and
// a component that does not exist is used literally, so the result does not depend on whether the
// file exists: a hostile tree cannot probe for files.
bool LiesBelow(const std::filesystem::path& path, const std::filesystem::path& folder);

// `path` with symbolic links resolved and a trailing '/'; "" if it is not a directory.
std::string RealDirectory(const std::string& path);

// Whether `path` is a regular file, links not followed.
bool IsRegularFile(const std::string& path);

}  // namespace flagcensus
