// What the machine found, as accesses.
#pragma once

#include <vector>

#include "analyzer/machine/python/machine.h"
#include "analyzer/model/access.h"

namespace flagcensus {

// An access for each site whose name is known in part at least, and for each whose name nothing
// tells; sorted by AccessLess. Costs a pass over the sites.
std::vector<Access> MakeMachineAccesses(Machine& m);

}  // namespace flagcensus
