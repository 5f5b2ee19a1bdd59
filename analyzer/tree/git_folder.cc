// the `.git` of a folder ─→ the folders of its repository, where they can be trusted
//
// gitrepository-layout(5): `.git` is a folder, or a file "gitdir: PATH" of a worktree (whose
// "gitdir" names that file again, and whose "commondir" the shared folder), of a submodule (a
// folder below .git/modules of the repository above), or of a repository that lies beside its
// files.
#include <sys/stat.h>

#include <cstdlib>

#include "analyzer/base/text.h"
#include "analyzer/tree/git_index.h"
#include "analyzer/tree/inside.h"
#include "analyzer/tree/tree.h"

namespace flagcensus {
namespace {

// `path` without symbolic links, with '/' at its end; "" where it is no folder.
std::string RealFolder(const std::string& path) {
  char* resolved = realpath(path.c_str(), nullptr);
  if (resolved == nullptr) return "";
  std::string out = resolved;
  std::free(resolved);
  struct stat status = {};
  if (stat(out.c_str(), &status) != 0 || !S_ISDIR(status.st_mode)) return "";
  return out.ends_with('/') ? out : out + "/";
}

// The path that a small file holds behind `prefix`, relative to `base`; "" where it holds none.
std::string ReadPath(const std::string& file, std::string_view prefix, const std::string& base) {
  constexpr size_t kMostBytes = 8192;
  struct stat status = {};
  if (lstat(file.c_str(), &status) != 0 || !S_ISREG(status.st_mode)) return "";
  if (static_cast<size_t>(status.st_size) > kMostBytes) return "";
  std::string text, error;
  bool binary = false;
  if (!ReadWhole(file, &text, &binary, &error) || !text.starts_with(prefix)) return "";
  const std::string path(Trim(std::string_view(text).substr(prefix.size())));
  if (path.empty() || path.find('\0') != std::string::npos) return "";
  return path.front() == '/' ? path : base + path;
}

// Whether `git` (real) is a submodule's: below .git/modules of a folder above `folder` (real).
bool IsSubmodule(const std::string& git, const std::string& folder) {
  const size_t at = git.find("/.git/modules/");
  if (at == std::string::npos) return false;
  return folder.size() > at + 1 && folder.starts_with(git.substr(0, at + 1));
}

// Whether the configuration of the repository `git` (real) names `folder` (real) as its files'.
bool IsWorkTree(const std::string& git, const std::string& folder) {
  constexpr uint64_t kMostBytes = 65536;
  struct stat status = {};
  const std::string file = git + "config";
  if (lstat(file.c_str(), &status) != 0 || !S_ISREG(status.st_mode)) return false;
  if (static_cast<uint64_t>(status.st_size) > kMostBytes) return false;
  std::string text, error;
  bool binary = false;
  if (!ReadWhole(file, &text, &binary, &error) || binary) return false;
  constexpr std::string_view kKey = "worktree = ";
  for (const std::string_view line : Split(text, '\n')) {
    const std::string_view trimmed = Trim(line);
    if (!trimmed.starts_with(kKey)) continue;
    const std::string path(Trim(trimmed.substr(kKey.size())));
    if (path.empty() || path.find('\0') != std::string::npos) return false;
    return RealFolder(path.front() == '/' ? path : git + path) == folder;
  }
  return false;
}

// Whether the worktree's folder `git` names the `.git` file of `folder` (real) as its own.
bool PointsBack(const std::string& git, const std::string& folder) {
  const std::string back = ReadPath(git + "gitdir", "", git);
  if (!back.ends_with("/.git")) return false;
  return RealFolder(back.substr(0, back.size() - 4)) == folder;
}

}  // namespace

GitFolders FindGitFolders(const std::string& folder, const std::string& shown,
                          std::vector<Diagnostic>* diagnostics) {
  struct stat status = {};
  const std::string git = folder + ".git";
  if (lstat(git.c_str(), &status) != 0) return {};
  if (S_ISDIR(status.st_mode)) return {git + "/", git + "/"};
  if (!IsRegularFile(git)) return {};
  const std::string own = RealFolder(ReadPath(git, "gitdir: ", folder));
  const std::string here = RealFolder(folder);
  if (own.empty() || here.empty()) return {};
  const std::string named = ReadPath(own + "commondir", "", own);
  const std::string common = named.empty() ? own : RealFolder(named);
  // What a repository in the tree itself points to stays in the tree: it may say anything.
  if (own.starts_with(here) && common.starts_with(here)) return {own, common};
  if (!own.starts_with(here) && PointsBack(own, here)) return {own, common};
  if (common == own && (IsSubmodule(own, here) || IsWorkTree(own, here))) return {own, own};
  diagnostics->push_back(
      {"untrusted-repository",
       {shown + ".git", 0, 0},
       "points to a repository outside that does not point back, so that neither "
       "its index nor its exclude file is used"});
  return {};
}

}  // namespace flagcensus
