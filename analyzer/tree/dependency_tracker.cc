// paths ─→ stamps; folders ─→ the files above and next to them that a run looks up
#include "analyzer/tree/dependency_tracker.h"

#include <fcntl.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <iterator>
#include <system_error>
#include <tuple>
#include <unordered_set>

#include "analyzer/tree/git_index.h"
#include "analyzer/tree/tree.h"

namespace flagcensus {
namespace {

int64_t NanosecondsOf(const timespec& time) {
  return static_cast<int64_t>(time.tv_sec) * 1'000'000'000 + time.tv_nsec;
}

std::string ParentOf(const std::string& folder) {
  const size_t slash = folder.size() < 2 ? std::string::npos : folder.rfind('/', folder.size() - 2);
  return slash == std::string::npos ? "" : folder.substr(0, slash + 1);
}

// `path` as it is opened, absolute. ".." is not resolved by its text: after a link it is the parent
// of the target.
std::string Whole(const std::string& path) {
  std::error_code error;
  const std::filesystem::path whole = std::filesystem::absolute(path.empty() ? "." : path, error);
  std::string out = error ? path : whole.string();
  while (out.size() > 1 && out.ends_with('/')) out.pop_back();
  return out;
}

// If the entries of a folder have not changed, a name that it did not contain is still missing:
// such paths need no stamp of their own.
void DropWhatFoldersTell(std::vector<LookupPath>* paths) {
  std::unordered_set<std::string_view> folders;
  for (const LookupPath& one : *paths) {
    if (one.look != LookHow::kKind && S_ISDIR(one.stamp.mode)) folders.insert(one.path);
  }
  std::vector<bool> covered;  // computed first, since erase_if moves the paths
  for (const LookupPath& one : *paths) {
    const std::string_view path = one.path;
    const bool absent = one.stamp.mode == 0 && one.stamp.size == ENOENT;
    covered.push_back(absent && folders.count(path.substr(0, path.rfind('/'))) > 0);
  }
  size_t at = 0;
  std::erase_if(*paths, [&](const LookupPath&) { return covered[at++]; });
}

bool IsThere(const std::string& path) {
  return LookAt(AT_FDCWD, path.c_str(), LookHow::kSelf).mode != 0;
}

}  // namespace

Stamp StampOf(const struct stat& status) {
  Stamp out;
  out.device = status.st_dev;
  out.inode = status.st_ino;
  out.size = static_cast<uint64_t>(status.st_size);
  out.modified = NanosecondsOf(status.st_mtim);
  out.changed = NanosecondsOf(status.st_ctim);
  out.mode = status.st_mode;
  return out;
}

// An error is part of the stamp: a path that becomes readable is a change.
Stamp LookAt(int folder, const char* name, LookHow look) {
  struct stat status = {};
  const int flags = look == LookHow::kTarget ? 0 : AT_SYMLINK_NOFOLLOW;
  Stamp out;
  if (fstatat(folder, name, &status, flags) != 0) {
    // A path below a file does not exist, like one that a folder does not contain.
    out.size = static_cast<uint64_t>(errno == ENOTDIR ? ENOENT : errno);
  } else if (look == LookHow::kKind) {
    out.mode = status.st_mode & S_IFMT;
  } else {
    out = StampOf(status);
  }
  return out;
}

// The stamp is made outside of the lock.
void DependencyTracker::Note(const std::string& path) {
  std::string absolute = Whole(path);
  const Stamp own = LookAt(AT_FDCWD, absolute.c_str(), LookHow::kSelf);
  const std::lock_guard<std::mutex> lock(mutex_);
  // A link is two dependencies: itself, and the file that it leads to.
  if (S_ISLNK(own.mode)) {
    paths_.push_back(
        {absolute, LookHow::kTarget, LookAt(AT_FDCWD, absolute.c_str(), LookHow::kTarget)});
  }
  paths_.push_back({std::move(absolute), LookHow::kSelf, own});
}

void DependencyTracker::NoteKind(const std::string& path) {
  std::string absolute = Whole(path);
  const Stamp kind = LookAt(AT_FDCWD, absolute.c_str(), LookHow::kKind);
  const std::lock_guard<std::mutex> lock(mutex_);
  paths_.push_back({std::move(absolute), LookHow::kKind, kind});
}

void DependencyTracker::Note(std::vector<LookupPath> paths) {
  const std::lock_guard<std::mutex> lock(mutex_);
  paths_.insert(paths_.end(), std::make_move_iterator(paths.begin()),
                std::make_move_iterator(paths.end()));
}

void DependencyTracker::Doubt() {
  const std::lock_guard<std::mutex> lock(mutex_);
  doubt_ = true;
}

// Sorts the paths, drops duplicates and those that a folder's stamp covers.
bool DependencyTracker::Take(std::vector<LookupPath>* out) {
  const std::lock_guard<std::mutex> lock(mutex_);
  *out = std::move(paths_);
  paths_.clear();
  // Sorted by folder, so the reader of stamps opens each folder once.
  std::sort(out->begin(), out->end(), [](const LookupPath& a, const LookupPath& b) {
    const auto parts = [](const LookupPath& one) {
      const std::string_view path = one.path;
      const size_t slash = path.rfind('/');
      return std::tuple(path.substr(0, slash), path.substr(slash + 1), one.look);
    };
    return parts(a) < parts(b);
  });
  bool same = true;
  // Two stamps of one path that differ: it changed during the run.
  const auto again = [&](const LookupPath& a, const LookupPath& b) {
    if (a.path != b.path || a.look != b.look) return false;
    same = same && a.stamp == b.stamp;
    return true;
  };
  out->erase(std::unique(out->begin(), out->end(), again), out->end());
  DropWhatFoldersTell(out);
  return same && !doubt_;
}

// Also folders without a .gitignore: its creation would change the answer.
void NoteIgnoresAbove(const std::string& folder, DependencyTracker& dependencies) {
  for (std::string at = folder; !at.empty(); at = ParentOf(at)) {
    dependencies.Note(at + ".gitignore");
    dependencies.NoteKind(at + ".git");
    if (!IsThere(at + ".git")) continue;
    return NoteRepository(at, dependencies);
  }
}

// The files by which a repository decides what is ignored and tracked.
void NoteRepository(const std::string& folder, DependencyTracker& dependencies) {
  const std::string git = folder + ".git";
  const Stamp stamp = LookAt(AT_FDCWD, git.c_str(), LookHow::kSelf);
  dependencies.NoteKind(git);
  const bool leads = S_ISREG(stamp.mode) || S_ISLNK(stamp.mode);
  if (leads) dependencies.Note(git);
  std::vector<Diagnostic> ignored;  // the reader of the repository reports them
  const GitFolders folders = FindGitFolders(folder, "", &ignored);
  // The `.git` leads to a repository that is not trusted. The path was followed through more files
  // than are recorded here, so the answer is not cached.
  if (folders.own.empty() && leads) return dependencies.Doubt();
  if (folders.own.empty()) return;
  for (const char* name : {"index", "gitdir", "commondir", "config", "config.worktree"}) {
    dependencies.Note(folders.own + name);
  }
  for (const char* name : {"config", "info/exclude"}) dependencies.Note(folders.common + name);
}

}  // namespace flagcensus
