// path ─→ the `.git` above it ─→ the directories of the repository
//
//   FindRepositoryAround("/w/a/b.py"), /w/.git/ exists   ─→ root /w/, own /w/.git/
//   FindRepositoryIn("/w/a/")                            ─→ an error: not in a git repository
//   FindRepositoryIn("/srv/x.git"), bare                 ─→ root "", own /srv/x.git/
#include "analyzer/tree/git_find.h"

#include <sys/stat.h>

#include <cstdint>
#include <filesystem>
#include <vector>

#include "analyzer/base/text.h"
#include "analyzer/tree/git_trust.h"
#include "analyzer/tree/inside.h"
#include "analyzer/tree/tree.h"

namespace flagcensus {
namespace {

// The directory that the repository in `own` shares with its worktrees.
// A repository without "commondir" is its own common directory.
std::string CommonOf(const std::string& own) {
  constexpr uint64_t kMaxBytes = 8192;
  std::string text, error;
  if (!ReadBytes(own + "commondir", kMaxBytes, &text, &error)) return own;
  const std::string path(Trim(text));
  return RealDirectory(path.starts_with('/') ? path : own + path);
}

// The repository of `root`, which contains `.git`: a directory, or a file or link to a repository
// that points back to it. An empty result if `.git` is not a repository.
Result<FoundRepository> FoundIn(const std::string& root) {
  std::vector<Diagnostic> refused;
  const GitFolders git = FindGitFolders(root, root, &refused);
  if (!refused.empty()) {
    const std::string shown = ShownDirectory(root);
    return Error{EscapeControl(root) +
                 ".git points to a repository outside that does not point back; if it is yours, "
                 "'git -C " +
                 shown + " config core.worktree " + shown + "' makes it point back"};
  }
  const std::string own = git.own.empty() ? "" : RealDirectory(git.own);
  if (own.empty() || !IsGitDirectory(own)) return FoundRepository{};
  const std::string common = CommonOf(own);
  // Two readers of "commondir" must agree, or it must at least stay in the tree.
  if (common != RealDirectory(git.common) && !common.starts_with(root)) {
    return Error{EscapeControl(root) + ".git/commondir leads out of the repository"};
  }
  return FoundRepository{root, {own, common}};
}

bool ContainsDotGit(const std::string& directory) {
  struct stat status = {};
  return lstat((directory + ".git").c_str(), &status) == 0;
}

Error InNone(const std::string& path) {
  return Error{EscapeControl(path) + " is not in a git repository"};
}

}  // namespace

std::string ShownDirectory(std::string directory) {
  while (directory.size() > 1 && directory.ends_with('/')) directory.pop_back();
  return EscapeControl(directory);
}

Result<FoundRepository> FindRepositoryAround(const std::string& path) {
  struct stat first = {};
  // A file, or a path that does not exist: from its folder.
  std::string at = RealDirectory(path);
  if (at.empty()) at = RealDirectory(std::filesystem::path(AbsolutePath(path)).parent_path());
  if (at.empty() || stat(at.c_str(), &first) != 0) return InNone(path);
  while (true) {
    if (ContainsDotGit(at)) {
      Result<FoundRepository> found = FoundIn(at);
      // A `.git` that is not a repository is skipped, as by git.
      if (!found.ok() || !found.value().git.own.empty()) return found;
    } else if (IsGitDirectory(at)) {
      return FoundRepository{"", {at, CommonOf(at)}};
    }
    if (at == "/") return InNone(path);
    at = RealDirectory(at + "..");
    struct stat status = {};
    // Not above a mount point, as for git (GIT_DISCOVERY_ACROSS_FILESYSTEM).
    if (at.empty() || stat(at.c_str(), &status) != 0 || status.st_dev != first.st_dev) {
      return InNone(path);
    }
  }
}

Result<FoundRepository> FindRepositoryIn(const std::string& folder) {
  const std::string real = RealDirectory(folder);
  if (real.empty()) return InNone(folder);
  if (!ContainsDotGit(real)) {
    if (!IsGitDirectory(real)) return InNone(folder);
    return FoundRepository{"", {real, CommonOf(real)}};
  }
  Result<FoundRepository> found = FoundIn(real);
  if (!found.ok()) return found;
  const GitFolders& git = found.value().git;
  if (git.own.empty()) return InNone(folder);
  if (!git.own.starts_with(real) || !git.common.starts_with(real)) {
    return Error{EscapeControl(real) + ".git leads to another repository: name " +
                 ShownDirectory(git.common) + " instead"};
  }
  return found;
}

}  // namespace flagcensus
