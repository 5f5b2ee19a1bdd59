// The dependencies of an answer: the paths that were read, listed or looked up, with their stamps.
//
//   Note("/t/app.py")        ─→ {"/t/app.py", kSelf, size, times, inode}
//   Note("/t/.gitignore")    ─→ {"/t/.gitignore", kSelf, mode 0, ENOENT}: its creation is a change
//
// A stamp is the result of stat for a path. Content cannot change without the time of change, which
// only the kernel sets. Equal stamps therefore mean equal contents if the stamp was old enough when
// it was made (git's "racily clean" entries, which the cache's reader of stamps rejects).
#pragma once

#include <cstdint>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

struct stat;

namespace flagcensus {

struct Stamp {
  uint64_t device = 0;
  uint64_t inode = 0;
  uint64_t size = 0;     // if the path does not exist: the error number
  int64_t modified = 0;  // nanoseconds since 1970
  int64_t changed = 0;
  uint32_t mode = 0;  // 0: the path does not exist

  bool operator==(const Stamp&) const = default;
};

enum class LookHow : uint8_t {
  kSelf,    // the path itself: a link is a link
  kTarget,  // the target of a link
  kKind,    // only whether it exists, and its kind: for folders with irrelevant content
};

struct LookupPath {
  std::string path;  // absolute
  LookHow look = LookHow::kSelf;
  Stamp stamp;
};

Stamp StampOf(const struct stat& status);
// The stamp of `name` in the open `folder` (AT_FDCWD: `name` is a whole path).
Stamp LookAt(int folder, const char* name, LookHow look);

// Collects the dependencies of one run. Thread-safe.
class DependencyTracker {
 public:
  // `path`: as it is opened. May be called before or after the read: a path that changes during the
  // run has a stamp that is too recent.
  void Note(const std::string& path);
  void NoteKind(const std::string& path);
  void Note(std::vector<LookupPath> paths);
  // Records a dependency without a stamp: the answer must not be cached.
  void Doubt();

  // Moves all paths to `out`, without duplicates, grouped by folder. Returns false after Doubt(),
  // or if a path changed between two reads.
  bool Take(std::vector<LookupPath>* out);

 private:
  std::mutex mutex_;
  std::vector<LookupPath> paths_;
  bool doubt_ = false;
};

// Records the ignore files that may exist in `folder` (absolute, with a trailing '/') or above it,
// and the repository that contains it.
void NoteIgnoresAbove(const std::string& folder, DependencyTracker& dependencies);
// Records what is read of the repository with its `.git` in `folder` (absolute, with a trailing
// '/').
void NoteRepository(const std::string& folder, DependencyTracker& dependencies);

}  // namespace flagcensus
