// The steps of a check (StepMemory) on disk, from one run to the next.
//
// Unlike a cached answer they depend on contents alone: they hold in a fresh checkout, and for any
// arguments that read the project in the same way.
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
  // Returns nullopt if the cache is disabled, there is no folder for it, or texts take the place of
  // the project's files.
  static std::optional<StepStore> Open(const CacheOptions& options, const ProjectOptions& project,
                                       const Config& config);

  // Fills `memory` with the steps that still hold for the tree, of which there may be none. Costs a
  // read of the tree's files if there are any.
  void Read(const Tree& tree, StepMemory& memory, unsigned jobs);
  // Replaces the file if `memory` has something new. Failures are ignored.
  void Write(const Tree& tree, StepMemory& memory) const;

 private:
  std::string folder_;
  CacheKey key_ = {};
  std::vector<LookupPath> libraries_;  // that made the steps that were read
};

}  // namespace flagcensus
