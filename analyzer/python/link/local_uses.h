// How one Python file uses the local variables that receive values of accesses: used, overwritten
// before any use, only written back, or not at all.
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

// Built once for a file, then queried for each variable: n variables cost n log n, even if many
// share a name. Points into the uses passed to the constructor.
class LocalUses {
 public:
  // `uses`: of all relevant names, by place.
  explicit LocalUses(const std::vector<NameUse>& uses);

  // Adds to `tally` how the value received by `holder` (of kind kLocal) is used.
  void Follow(const Holder& holder, Tally* tally) const;

 private:
  struct Uses {
    std::vector<const NameUse*> all;     // by place
    std::vector<const NameUse*> passed;  // loads that are assigned to an element
    bool used = false;                   // a load that is used otherwise
    bool tested = false;
    bool reached = false;  // by `global`, or by its name as a string
  };
  std::map<std::string_view, std::vector<const NameUse*>> stores_;  // in functions, by place
  std::map<std::pair<std::string_view, uint32_t>, Uses> uses_;      // by name and function
};

}  // namespace flagcensus
