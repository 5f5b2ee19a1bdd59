// .git/index ─→ which files a repository tracks
//
//   names a/b.c, a/c.c, sub (a submodule)
//   Tracks("/root/a/b.c")            ─→ kYes
//   Tracks("/root/a", is_folder)     ─→ kYes: a file below it is tracked
//   Tracks("/root/a/new.c")          ─→ kNo
//
// Like git, the analysis does not skip tracked files that a .gitignore matches.
#include "analyzer/tree/git_index.h"

#include <sys/stat.h>

#include <algorithm>
#include <cstdint>

#include "analyzer/tree/git_index_format.h"
#include "analyzer/tree/tree.h"

namespace flagcensus {
namespace {

// An index entry has about 100 bytes: a repository of two million files fits.
constexpr uint64_t kMaxIndexBytes = uint64_t{256} << 20;

// Reads the index `file`. `more` is prepended to error messages.
Result<GitIndex> ReadIndexFile(const std::string& file, const std::string& more) {
  std::string bytes, error;
  if (!ReadBytes(file, kMaxIndexBytes, &bytes, &error)) return Error{more + error};
  Result<GitIndex> out = ParseGitIndex(bytes);
  if (!out.ok()) return Error{more + out.error().message};
  return out;
}

// The names in the index of `folder`.
Result<std::vector<std::string>> ReadNames(const std::string& folder) {
  Result<GitIndex> own = ReadIndexFile(folder + "index", "");
  if (!own.ok()) return own.error();
  Result<GitIndex> shared = GitIndex{};
  if (const std::string& hash = own.value().shared; !hash.empty()) {
    const std::string name = "sharedindex." + hash;
    shared = ReadIndexFile(folder + name, "is split, and " + name + " ");
    if (!shared.ok()) return shared.error();
  }
  return JoinGitIndex(std::move(own).value(), std::move(shared).value());
}

}  // namespace

bool Repository::HasIndex() const {
  struct stat status = {};
  return !folders_.own.empty() && lstat((folders_.own + "index").c_str(), &status) == 0;
}

void Repository::Read(std::vector<Diagnostic>* diagnostics) const {
  if (!HasIndex()) return;
  Result<std::vector<std::string>> names = ReadNames(folders_.own);
  if (names.ok()) {
    names_ = std::move(names).value();
    return;
  }
  diagnostics->push_back({"unreadable-index",
                          {shown_ + ".git/index", 0, 0},
                          names.error().message +
                              "; committed files that .gitignore matches are skipped "
                              "(--no-ignore reads them)"});
}

// The names are sorted: a lookup costs two binary searches.
Tracked Repository::Tracks(std::string_view absolute, bool is_folder,
                           std::vector<Diagnostic>* diagnostics) const {
  std::call_once(once_, [&] { Read(diagnostics); });
  if (!absolute.starts_with(root_)) return Tracked::kNo;
  const std::string path(absolute.substr(root_.size()));
  const auto found = std::lower_bound(names_.begin(), names_.end(), path);
  // A tracked file; if it is a folder, a submodule.
  if (found != names_.end() && *found == path) return Tracked::kYes;
  if (is_folder) {
    const std::string below = path + "/";
    const auto first = std::lower_bound(found, names_.end(), below);
    if (first != names_.end() && first->starts_with(below)) return Tracked::kYes;
  }
  // No name sorts between a directory of a sparse index and a file below it.
  const bool sparse = found != names_.begin() && found[-1].ends_with('/') &&
                      std::string_view(path).starts_with(found[-1]);
  return sparse ? Tracked::kUnknown : Tracked::kNo;
}

}  // namespace flagcensus
