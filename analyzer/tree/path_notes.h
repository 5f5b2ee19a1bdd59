// A path ─→ the stamps of all that it is reached by: folders, links and where they lead, its end.
//
// What is noted are real paths alone, and each folder as one that is no link: whoever compares the
// stamps later, in their order, follows no link that came in between.
#pragma once

#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "analyzer/tree/dependency_tracker.h"

namespace flagcensus {

// What stands at a path, links followed.
struct Spot {
  enum class Kind {
    kNothing,  // it is not there, nor is what the last link names
    kFolder,
    kOther,    // a file, a pipe
    kOutside,  // it leads to where nobody may look, or in a circle, or cannot be looked at
  };
  Kind kind = Kind::kNothing;
  std::string real;  // without links, "." and ".."; of a folder or another
};

// Remembers what it has seen: a path that is asked for again costs a look-up. For one thread.
class PathNotes {
 public:
  // `allowed`: folders with '/' at their end, below which alone anything is looked at, and the
  // folders above them; none: anything. Those are paths without links.
  PathNotes(std::vector<std::string> allowed, DependencyTracker* dependencies)
      : allowed_(std::move(allowed)), looked_at_(dependencies) {}

  // Notes everything on the way to `path` (absolute), which the answer then depends on, and what
  // stands there: of a folder only that it is one.
  Spot Follow(std::string_view path);
  // Notes which entries the folder has, too. `real`: as Follow gave it.
  void NoteEntries(const std::string& real);

  // How often the file system was asked.
  size_t looks() const { return looks_; }

 private:
  bool MayLook(const std::string& path) const;
  Spot FollowFrom(std::string folder, std::string_view path, int links);
  Spot Step(const std::string& folder, std::string_view name, int links);
  Spot Look(const std::string& folder, const std::string& path, int links);

  std::vector<std::string> allowed_;
  DependencyTracker* looked_at_;
  std::unordered_map<std::string, Spot> spots_;    // by a real folder and a name in it
  std::unordered_map<std::string, Spot> folders_;  // by the path as it was asked for
  size_t looks_ = 0;
};

}  // namespace flagcensus
