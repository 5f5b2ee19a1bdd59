// Where the repository of a path is: found here, as libgit2 would follow whatever points to one.
#pragma once

#include <string>

#include "analyzer/base/result.h"
#include "analyzer/tree/git_index.h"

namespace flagcensus {

struct FoundRepository {
  std::string root;  // the directory with `.git`, real, '/' at its end; "" if it is bare
  GitFolders git;    // real
};

// The repository of the user's own files around `path`: in it or above, on its file system. Fails
// if there is none, and if it points to one that does not point back.
Result<FoundRepository> FindRepositoryAround(const std::string& path);

// The repository of `folder` itself, with files or bare, none of it elsewhere.
Result<FoundRepository> FindRepositoryIn(const std::string& folder);

// `directory` without '/' at its end, to be printed.
std::string ShownDirectory(std::string directory);

}  // namespace flagcensus
