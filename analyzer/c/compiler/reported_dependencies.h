// The dependencies that workers report for their answers ─→ stamps.
//
// A worker may have been compromised by what it read, so its list is checked. Only paths below
// the folders that a worker may read, and in those that the compiler's driver searches, are
// examined, with links followed. Anything else is a doubt, and the run's answer is not cached.
#pragma once

#include <mutex>
#include <string>
#include <vector>

#include "analyzer/c/compiler/protocol.h"
#include "analyzer/tree/dependency_tracker.h"
#include "analyzer/tree/path_notes.h"

namespace flagcensus {

class ReportedDependencies {
 public:
  // `roots`: folders that headers may come from, with trailing '/'.
  ReportedDependencies(const std::vector<std::string>& roots, DependencyTracker* dependencies);

  // Thread-safe. Costs a stat for each path that no earlier answer named.
  void Take(const UnitAnswer& answer);
  // Records that no libclang was found where workers search for it.
  void TakeNoLibrary();
  // Records that a worker did not report its dependencies.
  void Doubt();

 private:
  bool Note(const Look& look);

  std::mutex mutex_;
  DependencyTracker* examined_;
  PathNotes notes_;
  bool doubted_ = false;
};

}  // namespace flagcensus
