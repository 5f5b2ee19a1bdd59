// The files that a git repository tracks, from its index.
#pragma once

#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "analyzer/base/result.h"
#include "analyzer/model/finding.h"

namespace flagcensus {

// The names of an index in their order ("src/app.c"). `wide`: objects are named by SHA-256.
// gitformat-index(5), versions 2 to 4; a split index is an error. Costs one pass over the bytes;
// the names together are bounded, however they are packed.
Result<std::vector<std::string>> ReadGitIndex(std::string_view bytes, bool wide);

// Where a repository keeps what we read of it; "" where it is none, or not to be trusted.
struct GitFolders {
  std::string own;     // with a '/' at its end: "index" stands here
  std::string common;  // the same that its worktrees share: "info/exclude" and "config"
};
// For the folder that holds `.git` (absolute, '/' at its end). A `.git` file is followed where it
// stays in the folder, where it is a submodule's of a repository above, or where the worktree that
// it names points back to it: a hostile tree can name any folder of the machine, and hide its
// sources behind rules of somebody else. A `.git` that is not followed is a diagnostic.
GitFolders FindGitFolders(const std::string& folder, const std::string& shown,
                          std::vector<Diagnostic>* diagnostics);

// One repository of the walk. Its index is read when it is asked for the first time; several
// threads may ask.
class Repository {
 public:
  Repository(std::string root, std::string shown, GitFolders folders)
      : root_(std::move(root)), shown_(std::move(shown)), folders_(std::move(folders)) {}

  // Whether the index has the file, or a file below the folder (without '/' at its end).
  bool Tracks(std::string_view absolute, bool is_folder,
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
