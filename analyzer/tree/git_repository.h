// What git knows about a project: the changed files, and the files of a revision.
//
//   const auto repository = GitRepository::Open(".");
//   repository.value()->ChangedFiles()        ─→ {"app.py"}: differs from HEAD, or is untracked
//   repository.value()->FirstTags({"APP_X"})  ─→ {"APP_X": "v1.2"}
//
// libgit2 reads the repository; nothing in it is run (no hooks, no filters), and the checkout and
// the index are not modified. Errors include a remedy, for example for a shallow clone or a folder
// outside any repository.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "analyzer/base/result.h"
#include "analyzer/tree/git_index.h"

namespace flagcensus {

// A folder that is removed with its contents on destruction.
class TemporaryFolder {
 public:
  // Creates it below $TMPDIR, accessible only to this user.
  static Result<std::unique_ptr<TemporaryFolder>> Make();
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  const std::string& path() const { return path_; }  // absolute, without a trailing '/'

 private:
  explicit TemporaryFolder(std::string path) : path_(std::move(path)) {}
  std::string path_;
};

class GitRepository {
 public:
  // The repository of the user's own files that contains `folder`, in it or above. Its
  // core.worktree is ignored: the files are next to `.git`. Fails for links to other places: a
  // `.git` file or link to a repository that does not point back, alternates and links out of it
  // (git_trust.h), except alternates in a directory listed as safe.directory in the user's git
  // configuration.
  static Result<std::unique_ptr<GitRepository>> Open(const std::string& folder);
  // `folder` itself, with files or bare: for callers that only need revisions. The repository is
  // third-party, so all of it must be in `folder`: the repository of a worktree or submodule has to
  // be named itself.
  static Result<std::unique_ptr<GitRepository>> OpenForRevisions(const std::string& folder);
  ~GitRepository();
  GitRepository(const GitRepository&) = delete;
  GitRepository& operator=(const GitRepository&) = delete;

  // The folder of its files, or the repository itself if bare: absolute, links resolved, without a
  // trailing '/'.
  const std::string& root() const { return root_; }

  // Files that differ from the last commit, staged or not, and untracked files that are not
  // ignored: relative to the root, sorted. Deleted files are not included.
  Result<std::vector<std::string>> ChangedFiles() const;

  // Writes the files of `revision` (a branch, a tag, a commit, "HEAD~3") into the empty folder
  // `into`. Skips files larger than `max_file_bytes`, as a walk would, submodules, with files
  // that are not in the repository, and names that a checkout must not write.
  Result<bool> WriteRevision(const std::string& revision, const std::string& into,
                             uint64_t max_file_bytes) const;

  // For each of `names` the first tag, by the age of its commit, with sources in which it occurs as
  // a word; names that occur in none of them are not in the result. Each version of a file is read
  // once,
  // for any number of tags. Skips files larger than `max_file_bytes`, and tags after the first
  // 5,000 by name. Fails if the repository has no tag, such as a clone without tags.
  Result<std::map<std::string, std::string>> FirstTags(const std::set<std::string>& names,
                                                       uint64_t max_file_bytes) const;

  // For each of `names` that the sources of HEAD do not contain as a word, the commit among its
  // first parents that removed it: "3f2c1ab9d0 (2026-05-01)". Not in the result: names that no
  // source had, or not within 2,000 commits and 128 MiB of their files.
  std::map<std::string, std::string> RemovedIn(const std::set<std::string>& names,
                                               uint64_t max_file_bytes) const;

  // The full hash of the commit that `revision` names. Fails if there is none.
  Result<std::string> CommitOf(const std::string& revision) const;

  // The names of a commit by tags, as in `git describe --tags`.
  struct CommitNames {
    // The tag that points at it, the newest if there are several; "": there is no tag.
    std::string tag;
    std::string describe;  // "v1.2-3-g0123abc": the nearest tag before it; "": there is none
  };
  // Both are empty if git finds no tag. Costs a walk over the commits since the nearest tags.
  CommitNames NamesOf(const std::string& commit) const;

  // remote.origin.url in the repository's own configuration; "" if it is not set.
  std::string OriginUrl() const;

  // How the files on disk differ from those of `commit`. Line ends that git would convert and Git
  // LFS pointers are not differences.
  struct CheckoutChanges {
    uint64_t modified = 0;   // files of the commit with different content
    uint64_t missing = 0;    // files of the commit that are missing on disk
    uint64_t untracked = 0;  // files of `audited` that the commit does not have
  };
  // `audited`: the files that were read, relative to the root. The index is not read: a hostile one
  // crashes libgit2 (docs/dependencies.md). Costs a read of all files of the commit. `stop` is
  // called between files and returns why reading has to end, "" to continue.
  Result<CheckoutChanges> ChangesSince(const std::string& commit,
                                       const std::vector<std::string>& audited,
                                       const std::function<std::string()>& stop) const;

  // Passes each file of `revision` to `take`: its path, its size, and its bytes if it is no larger
  // than `max_file_bytes`. `take` returns false to stop. Links and submodules are skipped.
  using TakeFile = std::function<bool(std::string path, uint64_t size, std::string_view bytes)>;
  Result<bool> ReadRevision(const std::string& revision, uint64_t max_file_bytes,
                            const TakeFile& take) const;

 private:
  struct State;  // git_state.h
  GitRepository(std::unique_ptr<State> state, std::string root);
  static Result<std::unique_ptr<GitRepository>> OpenAt(const std::string& root,
                                                       const GitFolders& git, bool foreign);
  std::unique_ptr<State> state_;
  std::string root_;
};

}  // namespace flagcensus
