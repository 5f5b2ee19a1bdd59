// The macros that are defined at a place, each with all the definitions that it may have there.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "analyzer/cpp/condition.h"
#include "analyzer/cpp/macro.h"

namespace flagcensus {

struct PpDefinition {
  const PpMacro* macro = nullptr;  // none: the name is no macro there
  bool known = true;               // of none: an #undef says so, not the lack of a #define
  PpCondition condition;
};

class PpEnvironment {
 public:
  // Under `condition`; macro nullptr is an #undef. A definition takes the place of those that hold
  // nowhere else. `otherwise`: what holds where the condition does not, if that is a conjunction.
  // At most 24 are kept of a name: `cut` counts the others.
  void Set(std::string_view name, const PpMacro* macro, const PpCondition& condition,
           const PpCondition& otherwise);
  // All that the name may be where `condition` holds; empty: nothing is known of it.
  std::vector<const PpDefinition*> At(std::string_view name, const PpCondition& condition) const;
  bool Knows(std::string_view name) const { return names_.count(name) > 0; }
  // How often the name was set.
  uint64_t EpochOf(std::string_view name) const;
  size_t cut() const { return cut_; }

 private:
  struct Name {
    std::vector<PpDefinition> definitions;
    uint64_t epoch = 0;
  };
  std::unordered_map<std::string_view, Name> names_;
  size_t cut_ = 0;
};

// What a use of macros may expand to under each choice of their definitions.
struct PpExpansion {
  PpTokens tokens;
  PpCondition condition;   // that was assumed on the way, beyond the place's own
  size_t steps = 0;        // that it took
  bool undefined = false;  // some name was taken for one that nothing in the tree defines there
};

// The expansions of `tokens` at a place where `condition` holds, at most `most`: of each name the
// same definition is taken all over one of them, and none that excludes another. Sets *cut where
// some are left out or a limit ends one. Costs `limits` for each.
std::vector<PpExpansion> ExpandAll(const PpTokens& tokens, const PpEnvironment& environment,
                                   const PpCondition& condition, size_t most,
                                   const PpLimits& limits, PpSpellings* spellings, bool* cut);

}  // namespace flagcensus
