// What workers say that their answers depend on ─→ stamps.
//
// A worker may have been taken over by what it read: its list is checked, and nothing is looked at
// but below the folders that a worker may read and where the compiler's driver looks, links
// followed. What fits in no way is a doubt, and the answer of the run is not kept.
#pragma once

#include <mutex>
#include <string>
#include <vector>

#include "analyzer/clang/protocol.h"
#include "analyzer/tree/dependency_tracker.h"
#include "analyzer/tree/path_notes.h"

namespace flagcensus {

class ToldLooks {
 public:
  // `roots`: folders that headers may come from, with '/' at their end.
  ToldLooks(const std::vector<std::string>& roots, DependencyTracker* dependencies);

  // Threads may share it. Costs a stat for each path that no answer has named before.
  void Take(const UnitAnswer& answer);
  // There was no libclang, where workers look for it.
  void TakeNoLibrary();
  // A worker told nothing.
  void Doubt();

 private:
  bool Note(const Look& look);

  std::mutex mutex_;
  DependencyTracker* looked_at_;
  PathNotes notes_;
  bool doubted_ = false;
};

}  // namespace flagcensus
