// Names that the program builds at run time, as listed in the configuration: [[family]].
//
//   [[family]]
//   name = "APP_LOG_*"
//     ─→ no finding that nothing reads a documented APP_LOG_NET: the program may build the name
#pragma once

#include <vector>

#include "analyzer/config/config.h"
#include "analyzer/model/finding.h"
#include "analyzer/model/flag.h"

namespace flagcensus {

// Removes findings about members of a family that do not apply to a single member. Nothing needs to
// read a documented member by its name, and a member that is read needs no entry if another one has
// an entry.
void DropFamilyMembers(const Config& config, const std::vector<Flag>& flags,
                       std::vector<Finding>& findings);

}  // namespace flagcensus
