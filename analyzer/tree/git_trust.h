// Checks whether links in a repository lead out of it, before libgit2 follows them.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace flagcensus {

struct GitTrust {
  // Directories (resolved, with a trailing '/') that may contain the repository and its link
  // targets.
  std::vector<std::string> within;
  // A third-party repository: its configuration must not include files either.
  bool foreign = false;
  // Whether the user trusts the repository in a directory (resolved, with a trailing '/').
  std::function<bool(const std::string& directory)> is_safe;
};

// Whether `directory` (with a trailing '/') looks like the inside of a repository.
bool IsGitDirectory(const std::string& directory);

// Why the repository at `own` must not be opened: links and alternates that lead elsewhere, or
// files that are neither regular nor directories, which could block forever. "" if it may be
// opened. `common`: the directory that a worktree shares with its repository, otherwise `own`.
// Costs a listing of the directories of objects and references, without reading their files.
std::string ReasonNotToOpen(const std::string& own, const std::string& common, const GitTrust& trust);

}  // namespace flagcensus
