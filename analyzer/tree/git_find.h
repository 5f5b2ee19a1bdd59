// Finds the repository of a path, and follows everything that points to one as libgit2 would.
#pragma once

#include <string>

#include "analyzer/base/result.h"
#include "analyzer/tree/git_index.h"

namespace flagcensus {

struct FoundRepository {
  std::string root;  // the directory with `.git`, resolved, with a trailing '/'; "" if bare
  GitFolders git;    // resolved
};

// The repository of the user's own files around `path`: in it or above, on its file system. Fails
// if there is none, or if it points to one that does not point back.
Result<FoundRepository> FindRepositoryAround(const std::string& path);

// The repository of `folder` itself, with files or bare, with no part outside of it.
Result<FoundRepository> FindRepositoryIn(const std::string& folder);

// `directory` without its trailing '/', for printing.
std::string ShownDirectory(std::string directory);

}  // namespace flagcensus
