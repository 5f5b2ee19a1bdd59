// The files that a git repository tracks, from its index.
#pragma once

#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "analyzer/model/finding.h"

namespace flagcensus {

// Where a repository keeps what we read of it; "" where it is none, or not to be trusted.
struct GitFolders {
  std::string own;     // with a '/' at its end: "index" stands here
  std::string common;  // the same that its worktrees share: "info/exclude" and "config"
};
// For the folder that holds `.git` (absolute, '/' at its end). A `.git` that is a file or a link is
// followed where it stays in the folder, or where what it leads to points back: the repository of a
// worktree, of a submodule, or one whose core.worktree is the folder. A hostile tree can name any
// folder of the machine, and hide its sources behind rules of somebody else. A `.git` that is not
// followed is a diagnostic.
GitFolders FindGitFolders(const std::string& folder, const std::string& shown,
                          std::vector<Diagnostic>* diagnostics);

// Whether the index has a file. kUnknown: it lies in a directory of which a sparse index has only
// the name.
enum class Tracked { kNo, kYes, kUnknown };

// One repository of the walk. Its index is read when it is asked for the first time; several
// threads may ask. An index that cannot be read is one diagnostic, and tracks nothing.
class Repository {
 public:
  Repository(std::string root, std::string shown, GitFolders folders)
      : root_(std::move(root)), shown_(std::move(shown)), folders_(std::move(folders)) {}

  // The same of a folder (without '/' at its end): whether the index has a file below it, or has it
  // as a submodule.
  Tracked Tracks(std::string_view absolute, bool is_folder,
                 std::vector<Diagnostic>* diagnostics) const;
  // Whether there is an index to ask.
  bool HasIndex() const;

 private:
  void Read(std::vector<Diagnostic>* diagnostics) const;

  std::string root_;   // absolute, with '/' at its end
  std::string shown_;  // the same as the user sees it
  GitFolders folders_;
  mutable std::once_flag once_;
  mutable std::vector<std::string> names_;
};
using RepositoryPtr = std::shared_ptr<const Repository>;

}  // namespace flagcensus
