// The files that a git repository tracks, from its index.
//
//   Repository(root, shown, FindGitFolders(root, shown, ...)).Tracks("/t/gen/a.py", false)
//                               ─→ kYes: it is read although .gitignore has gen/
#pragma once

#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "analyzer/model/finding.h"

namespace flagcensus {

// Where a repository stores what is read of it; "" if it is not a repository, or not trusted.
struct GitFolders {
  std::string own;     // with a trailing '/'; contains "index"
  std::string common;  // shared by its worktrees: contains "info/exclude" and "config"
};
// The folders for `folder` (absolute, with a trailing '/'), which contains `.git`. A `.git` that is
// a file or a link is followed if it stays in the folder, or if its target points back: the
// repository of a worktree, of a submodule, or one whose core.worktree is the folder. Otherwise a
// hostile tree could name any folder of the machine, and hide its sources behind the rules of
// another repository. A `.git` that is not followed is a diagnostic.
GitFolders FindGitFolders(const std::string& folder, const std::string& shown,
                          std::vector<Diagnostic>* diagnostics);

// Whether the index contains a file. kUnknown: it is in a directory of which a sparse index has
// only the name.
enum class Tracked { kNo, kYes, kUnknown };

// One repository of the walk. Its index is read on the first query. Thread-safe. An index that
// cannot be read is one diagnostic, and tracks nothing.
class Repository {
 public:
  Repository(std::string root, std::string shown, GitFolders folders)
      : root_(std::move(root)), shown_(std::move(shown)), folders_(std::move(folders)) {}

  // Whether the index contains the file `absolute` or, for a folder (without a trailing '/'), a
  // file below it or a submodule at it.
  Tracked Tracks(std::string_view absolute, bool is_folder,
                 std::vector<Diagnostic>* diagnostics) const;
  // Whether there is an index to query.
  bool HasIndex() const;

 private:
  void Read(std::vector<Diagnostic>* diagnostics) const;

  std::string root_;   // absolute, with a trailing '/'
  std::string shown_;  // the same as the user sees it
  GitFolders folders_;
  mutable std::once_flag once_;
  mutable std::vector<std::string> names_;
};
using RepositoryPtr = std::shared_ptr<const Repository>;

}  // namespace flagcensus
