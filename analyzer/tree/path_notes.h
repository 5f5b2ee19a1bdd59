// A path ─→ the stamps of everything on the way to it: folders, links and their targets, the path
// itself.
//
// Only resolved paths are recorded, and each folder as one that is not a link: a later comparison
// of the stamps, in their order, follows no link that was created in between.
#pragma once

#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "analyzer/tree/dependency_tracker.h"

namespace flagcensus {

// What is at a path, links followed.
struct Spot {
  enum class Kind {
    kNothing,  // it does not exist, nor does the target of the last link
    kFolder,
    kOther,    // a file, a pipe
    kOutside,  // it leads outside the allowed folders, in a circle, or cannot be accessed
  };
  Kind kind = Kind::kNothing;
  std::string real;  // resolved, without "." and ".."; of a folder or another file
};

// Caches results: a repeated path costs one lookup. Not thread-safe.
class PathNotes {
 public:
  // `allowed`: resolved folders with a trailing '/'. Only paths below them, and their parent
  // folders, are accessed; empty: no restriction.
  PathNotes(std::vector<std::string> allowed, DependencyTracker* dependencies)
      : allowed_(std::move(allowed)), examined_(dependencies) {}

  // Records everything on the way to `path` (absolute) as dependencies, and returns what is there.
  // For a folder, records only that it is one.
  Spot Follow(std::string_view path);
  // Records the entries of the folder too. `real`: as returned by Follow.
  void NoteEntries(const std::string& real);

  // Number of file system queries.
  size_t looks() const { return looks_; }

 private:
  bool MayLook(const std::string& path) const;
  Spot FollowFrom(std::string folder, std::string_view path, int links);
  Spot Step(const std::string& folder, std::string_view name, int links);
  Spot Look(const std::string& folder, const std::string& path, int links);

  std::vector<std::string> allowed_;
  DependencyTracker* examined_;
  std::unordered_map<std::string, Spot> spots_;    // by a resolved folder and a name in it
  std::unordered_map<std::string, Spot> folders_;  // by the requested path
  size_t looks_ = 0;
};

}  // namespace flagcensus
