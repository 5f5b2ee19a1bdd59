// Converts the machine's results to accesses.
#pragma once

#include <vector>

#include "analyzer/model/access.h"
#include "analyzer/python/machine/machine.h"

namespace flagcensus {

// An access for each site with an at least partly known name, and for each with an unknown name;
// sorted by AccessLess. Costs a pass over the sites.
std::vector<Access> MakeMachineAccesses(Machine& m);

}  // namespace flagcensus
