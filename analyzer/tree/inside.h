// Whether a path stays in a folder, links followed, and whether it is a file and no link.
#pragma once

#include <filesystem>
#include <string>

namespace flagcensus {

// Whether `path` lies below `folder`, wherever links in it lead. Links are followed one by one and
// what does not exist is taken as it is written, so that the answer is the same whether or not
// there is such a file: a hostile tree learns nothing by it.
bool LiesBelow(const std::filesystem::path& path, const std::filesystem::path& folder);

// `path` without symbolic links, with '/' at its end; "" if it is no directory.
std::string RealDirectory(const std::string& path);

// Whether `path` is a file, links not followed.
bool IsRegularFile(const std::string& path);

}  // namespace flagcensus
