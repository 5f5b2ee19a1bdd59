// The macros that are defined at a place, each with all its possible definitions there.
//
//   #ifdef A
//   #define X 1          At("X", {}):  1 if defined(A), and no macro otherwise
//   #endif
#pragma once

#include <cstdint>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "analyzer/c/preprocessor/condition.h"
#include "analyzer/c/preprocessor/macro.h"

namespace flagcensus {

struct PpDefinition {
  const PpMacro* macro = nullptr;  // null: the name is not a macro there
  bool known = true;               // if null: by an #undef, not by the lack of a #define
  PpCondition condition;
};

class PpEnvironment {
 public:
  // Later definitions replace earlier ones only as far as they apply.
  // Defines the name under `condition`; macro nullptr is an #undef. Replaces the definitions that
  // apply nowhere else. `otherwise`: the negated condition, if that is a conjunction. At most 24
  // are kept per name: `cut` counts the others.
  void Set(std::string_view name, const PpMacro* macro, const PpCondition& condition,
           const PpCondition& otherwise);
  // All possible definitions of the name if `condition` is true; empty: unknown.
  std::vector<const PpDefinition*> At(std::string_view name, const PpCondition& condition) const;
  bool Knows(std::string_view name) const { return names_.count(name) > 0; }
  uint64_t changes() const { return changes_; }  // of all names
  // The number of times the name was set.
  uint64_t EpochOf(std::string_view name) const;
  size_t cut() const { return cut_; }

 private:
  struct Name {
    std::vector<PpDefinition> definitions;
    uint64_t epoch = 0;
  };
  std::unordered_map<std::string_view, Name> names_;
  uint64_t changes_ = 0;
  size_t cut_ = 0;
};

// A possible expansion of a use of macros under one choice of their definitions.
struct PpExpansion {
  // What Expand returned for one choice of definitions, and what had to be assumed.
  PpTokens tokens;
  PpCondition condition;   // that was assumed on the way, in addition to the place's own
  size_t steps = 0;        // that it took
  bool undefined = false;  // some name was assumed to be one that the tree does not define there
};

// The expansions of `tokens` at a place under `condition`, at most `most`. Each uses one definition
// per name throughout, and none that exclude one another. Sets *cut if some are skipped or stopped
// by a limit. Costs `limits` for each.
std::vector<PpExpansion> ExpandAll(const PpTokens& tokens, const PpEnvironment& environment,
                                   const PpCondition& condition, size_t most,
                                   const PpLimits& limits, PpSpellings* spellings, bool* cut);

}  // namespace flagcensus
