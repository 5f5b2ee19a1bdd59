// What git knows of a project: the files that changed, and a revision as a folder of its own.
//
// libgit2 reads the repository; nothing in it is run (no hooks, no filters), the checkout and the
// index are not touched. Errors say what to do: a shallow clone, a folder that is in no repository.
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

// A folder that is removed, with all it holds, when its owner goes.
class TemporaryFolder {
 public:
  // Below $TMPDIR, for this user alone.
  static Result<std::unique_ptr<TemporaryFolder>> Make();
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  const std::string& path() const { return path_; }  // absolute, without '/' at its end

 private:
  explicit TemporaryFolder(std::string path) : path_(std::move(path)) {}
  std::string path_;
};

class GitRepository {
 public:
  // The repository of the user's own files that holds `folder`, in it or above. Its core.worktree
  // is ignored: the files are where `.git` is. What leads elsewhere is refused: a `.git` file or
  // link to a repository that does not point back, alternates and links out of it (git_trust.h);
  // alternates in a directory that the user's git configuration has as safe.directory are not.
  static Result<std::unique_ptr<GitRepository>> Open(const std::string& folder);
  // `folder` itself, with files or bare: for whoever only asks for revisions. Somebody else's, so
  // that all of it must lie in `folder`: a worktree's or submodule's repository is to be named.
  static Result<std::unique_ptr<GitRepository>> OpenForRevisions(const std::string& folder);
  ~GitRepository();
  GitRepository(const GitRepository&) = delete;
  GitRepository& operator=(const GitRepository&) = delete;

  // The folder of its files, or of a bare one that of the repository: absolute, links followed,
  // without '/' at its end.
  const std::string& root() const { return root_; }

  // Files that differ from the last commit, staged or not, and those that git does not know and
  // does not ignore: relative to the root, sorted. Deleted ones are not among them.
  Result<std::vector<std::string>> ChangedFiles() const;

  // Writes the files of `revision` (a branch, a tag, a commit, "HEAD~3") into the empty folder
  // `into`. Files larger than `max_file_bytes` are left out, as a walk would; so are submodules,
  // whose files are not in the repository, and names that a checkout must not write.
  Result<bool> WriteRevision(const std::string& revision, const std::string& into,
                             uint64_t max_file_bytes) const;

  // For each of `names` the first tag, by the age of its commit, in whose sources it occurs as a
  // word; a name that occurs in none is not in the result. Each version of a file is read once,
  // whatever the number of tags; those larger than `max_file_bytes` are skipped, and of the tags
  // those after the first 5,000 by name. Fails if the repository has no tag, as a clone without
  // them.
  Result<std::map<std::string, std::string>> FirstTags(const std::set<std::string>& names,
                                                       uint64_t max_file_bytes) const;

  // The full hash of the commit that `revision` names. Fails where there is none.
  Result<std::string> CommitOf(const std::string& revision) const;

  // The names that tags give to a commit, by `git describe --tags`.
  struct CommitNames {
    std::string tag;       // that points at it; of several the newest; "": none
    std::string describe;  // "v1.2-3-g0123abc": the nearest tag before it; "": there is none
  };
  // Nothing if git cannot say. Costs a walk over the commits since the nearest tags.
  CommitNames NamesOf(const std::string& commit) const;

  // remote.origin.url as the repository's own configuration has it; "" if it has none.
  std::string OriginUrl() const;

  // How the files on the disk differ from those of `commit`. Line ends that git would convert and
  // pointers of Git LFS are no difference.
  struct CheckoutChanges {
    uint64_t modified = 0;   // files of the commit with other content
    uint64_t missing = 0;    // files of the commit that are not there
    uint64_t untracked = 0;  // of `audited`, files that the commit does not have
  };
  // `audited`: the files that were read, relative to the root. The index is not read: a hostile one
  // ends libgit2 (docs/dependencies.md). Costs a reading of all files of the commit; `stop` is
  // called between them: why no more may be read, "" while it may.
  Result<CheckoutChanges> ChangesSince(const std::string& commit,
                                       const std::vector<std::string>& audited,
                                       const std::function<std::string()>& stop) const;

  // Hands over each file of `revision`: its path, its size, and its bytes where it is no larger
  // than `max_file_bytes`. `take` says false where it has enough. Links and submodules are left
  // out.
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
