// the `.git` of a folder ─→ the folders of its repository, if they can be trusted
//
//   /w/.git/                                      ─→ own and common /w/.git/
//   /w/.git: "gitdir: /r/.git/worktrees/w", and /r/.git/worktrees/w/gitdir: "/w/.git"
//                                                 ─→ own /r/.git/worktrees/w/, common /r/.git/
//   /w/.git: "gitdir: /home/me/private/.git"      ─→ untrusted-repository
//
// gitrepository-layout(5): `.git` is a folder or a file "gitdir: PATH". The file belongs to a
// worktree (its "gitdir" names that file again, and its "commondir" the shared folder), to a
// submodule (a folder below .git/modules of the repository above), or to a repository separate from
// its files. If it is a link, the repository's "core.worktree" can name the folder.
// files. Where it is a link, the repository's "core.worktree" can name the folder.
#include <sys/stat.h>

#include "analyzer/base/text.h"
#include "analyzer/tree/git_index.h"
#include "analyzer/tree/inside.h"
#include "analyzer/tree/tree.h"

namespace flagcensus {
namespace {

// The path that a small file contains after `prefix`, relative to `base`; "" if it contains none.
std::string ReadPath(const std::string& file, std::string_view prefix, const std::string& base) {
  constexpr size_t kMaxBytes = 8192;
  std::string text, error;
  if (!ReadBytes(file, kMaxBytes, &text, &error) || !text.starts_with(prefix)) return "";
  const std::string path(Trim(std::string_view(text).substr(prefix.size())));
  if (path.empty() || path.find('\0') != std::string::npos) return "";
  return path.front() == '/' ? path : base + path;
}

// A value of git's configuration without its quoting: it is in quotes if it contains ';' or '#',
// with '\' before quotes and itself. Other escapes do not occur in paths.
std::string Unquoted(std::string_view value) {
  std::string out;
  for (size_t at = 0; at < value.size(); ++at) {
    if (value[at] == '"') continue;
    if (value[at] == '\\' && at + 1 < value.size()) ++at;
    out += value[at];
  }
  return out;
}

// Whether the configuration of the repository `git` (resolved) names `folder` (resolved) as that of
// its files, as every submodule's does: in its own file, or in the one for this worktree only. The
// line is found by its text, as git writes it; a different spelling does not count, which only
// loses trust.
bool IsWorkTree(const std::string& git, const std::string& folder) {
  constexpr uint64_t kMaxBytes = 65536;
  constexpr std::string_view kKey = "worktree = ";
  for (const char* name : {"config", "config.worktree"}) {
    std::string text, error;
    if (!ReadBytes(git + name, kMaxBytes, &text, &error)) continue;
    for (const std::string_view line : Split(text, '\n')) {
      const std::string_view trimmed = Trim(line);
      if (!trimmed.starts_with(kKey)) continue;
      const std::string path = Unquoted(Trim(trimmed.substr(kKey.size())));
      if (path.empty() || path.find('\0') != std::string::npos) continue;
      if (RealDirectory(path.front() == '/' ? path : git + path) == folder) return true;
    }
  }
  return false;
}

// Whether the worktree's folder `git` names the `.git` file of `folder` (resolved) as its own.
bool PointsBack(const std::string& git, const std::string& folder) {
  const std::string back = ReadPath(git + "gitdir", "", git);
  if (!back.ends_with("/.git")) return false;
  return RealDirectory(back.substr(0, back.size() - 4)) == folder;
}

}  // namespace

GitFolders FindGitFolders(const std::string& folder, const std::string& shown,
                          std::vector<Diagnostic>* diagnostics) {
  struct stat status = {};
  const std::string git = folder + ".git";
  if (lstat(git.c_str(), &status) != 0) return {};
  // A real folder is the repository itself: nothing is followed.
  if (S_ISDIR(status.st_mode)) return {git + "/", git + "/"};
  if (!S_ISREG(status.st_mode) && !S_ISLNK(status.st_mode)) return {};
  const bool link = S_ISLNK(status.st_mode);
  const std::string own = RealDirectory(link ? git : ReadPath(git, "gitdir: ", folder));
  const std::string here = RealDirectory(folder);
  if (own.empty() || here.empty()) return {};
  const std::string named = ReadPath(own + "commondir", "", own);
  const std::string common = named.empty() ? own : RealDirectory(named);
  // A repository in the tree itself may point to anything in the tree: nothing outside is read.
  if (own.starts_with(here) && common.starts_with(here)) return {own, common};
  // A worktree of the user.
  if (!link && !own.starts_with(here) && PointsBack(own, here)) return {own, common};
  // A submodule, or a repository next to its files.
  if (common == own && IsWorkTree(own, here)) return {own, own};
  diagnostics->push_back(
      {"untrusted-repository",
       {shown + ".git", 0, 0},
       "points to a repository outside that does not point back, so that neither "
       "its index nor its exclude file is used"});
  return {};
}

}  // namespace flagcensus
