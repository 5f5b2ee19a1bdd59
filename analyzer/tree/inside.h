// Whether a path stays in a folder, links followed, and whether it is a regular file.
#pragma once

#include <filesystem>
#include <string>

namespace flagcensus {

// Whether `path` is below `folder`, wherever links in it lead. Links are followed one by one, and a
// component that does not exist is taken literally, so the result does not depend on whether the
// file exists: a hostile tree cannot probe for files.
bool LiesBelow(const std::filesystem::path& path, const std::filesystem::path& folder);

// `path` with symbolic links resolved and a trailing '/'; "" if it is not a directory.
std::string RealDirectory(const std::string& path);

// Whether `path` is a regular file, links not followed.
bool IsRegularFile(const std::string& path);

}  // namespace flagcensus
