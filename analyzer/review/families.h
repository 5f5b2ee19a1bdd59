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

// Removes findings about members of a family that do not apply to a single member: that nothing
// reads a documented one by its name, and that a read one has no entry although another has.
void DropFamilyMembers(const Config& config, const std::vector<Flag>& flags,
                       std::vector<Finding>& findings);

}  // namespace flagcensus
