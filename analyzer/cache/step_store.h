// The steps of a check (StepMemory) on disk, from one run to the next.
//
// Unlike a cached answer they depend only on contents: they are valid in a fresh checkout, and for
// any arguments with which the project is read in the same way.
//
//   run 1: check           100 files are parsed     ─→ 100 steps in the file
//   run 2: check, after an edit of one file         ─→ 99 steps are read, one file is parsed
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "analyzer/cache/answer.h"
#include "analyzer/config/config.h"
#include "analyzer/config/project_options.h"
#include "analyzer/tree/step_memory.h"
#include "analyzer/tree/tree.h"

namespace flagcensus {

class StepStore {
 public:
  // Returns nullopt if the cache is disabled or there is no folder for it.
  static std::optional<StepStore> Open(const CacheOptions& options, const ProjectOptions& project,
                                       const Config& config);

  // Fills `memory` with the steps that are still valid for the tree. Costs a read of the tree's
  // files if the file has any steps.
  void Read(const Tree& tree, StepMemory& memory, unsigned jobs);
  // Replaces the file if `memory` has something new. Failures are ignored.
  void Write(const Tree& tree, StepMemory& memory) const;

 private:
  std::string folder_;
  CacheKey key_ = {};
  std::vector<LookupPath> libraries_;  // with which the steps that were read were made
};

}  // namespace flagcensus
