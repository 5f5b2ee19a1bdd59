// What an answer depends on: the paths that were read, listed or looked for, with their stamps.
//
// A stamp is what stat tells of a path. Content cannot change without the time of change, which the
// kernel alone sets, so that equal stamps are equal contents where the stamp is old enough when it
// is taken (git's "racily clean" entries, which the cache's reader of stamps leaves out).
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
  uint64_t size = 0;     // where there is nothing, why: the number of the error
  int64_t modified = 0;  // nanoseconds since 1970
  int64_t changed = 0;
  uint32_t mode = 0;  // 0: there is nothing

  bool operator==(const Stamp&) const = default;
};

enum class LookHow : uint8_t {
  kSelf,    // the path itself: a link is a link
  kTarget,  // what a link leads to
  kKind,    // only whether it is there, and what: for folders whose content says nothing
};

struct LookedPath {
  std::string path;  // absolute
  LookHow look = LookHow::kSelf;
  Stamp stamp;
};

Stamp StampOf(const struct stat& status);
// The stamp of `name` in the open `folder` (AT_FDCWD: `name` is a whole path).
Stamp LookAt(int folder, const char* name, LookHow look);

// Collects what one run looks at; threads may share it.
class DependencyTracker {
 public:
  // `path`: as it is opened. Taken where it is read, before or after: what changes while a run
  // reads it has a stamp that is too young.
  void Note(const std::string& path);
  void NoteKind(const std::string& path);
  void Note(std::vector<LookedPath> paths);
  // Something was looked at that no stamp holds: the answer is not to be kept.
  void Doubt();

  // All of them, each once, those of a folder together. False where there is a doubt, or a path
  // changed between two looks.
  bool Take(std::vector<LookedPath>* out);

 private:
  std::mutex mutex_;
  std::vector<LookedPath> paths_;
  bool doubt_ = false;
};

// The ignore files that may stand in `folder` (absolute, '/' at its end) or above it, and the
// repository that it lies in.
void NoteIgnoresAbove(const std::string& folder, DependencyTracker& dependencies);
// What is read of the repository whose `.git` stands in `folder` (absolute, '/' at its end).
void NoteRepository(const std::string& folder, DependencyTracker& dependencies);

}  // namespace flagcensus
