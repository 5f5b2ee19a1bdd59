// What becomes of the local variables that receive accesses, in one Python file.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "analyzer/link/engine/holders.h"
#include "analyzer/python/uses.h"

namespace flagcensus {

// Made once for a file, then asked for each variable: n variables cost n log n, however many of
// them have one name. Points into the uses that it is made of.
class LocalUses {
 public:
  // `uses`: of all names that matter, by place.
  explicit LocalUses(const std::vector<NameUse>& uses);

  // Tells what becomes of what `holder` (of kind kLocal) receives.
  void Follow(const Holder& holder, Tally* tally) const;

 private:
  struct Uses {
    std::vector<const NameUse*> all;     // by place
    std::vector<const NameUse*> handed;  // loads that are assigned to an element
    bool used = false;                   // a load that goes elsewhere
    bool tested = false;
    bool reached = false;  // by `global`, or by its name as a string
  };
  std::map<std::string_view, std::vector<const NameUse*>> stores_;  // in functions, by place
  std::map<std::pair<std::string_view, uint32_t>, Uses> uses_;      // by name and function
};

}  // namespace flagcensus
