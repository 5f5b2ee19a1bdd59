// Names that the program puts together at run time, as the configuration lists them: [[family]].
#pragma once

#include <vector>

#include "analyzer/config/config.h"
#include "analyzer/model/finding.h"
#include "analyzer/model/flag.h"

namespace flagcensus {

// Takes out what is said of members of a family and holds for none of them alone: that nothing
// reads a documented one by its name, and that a read one has no entry where another has.
void DropFamilyMembers(const Config& config, const std::vector<Flag>& flags,
                       std::vector<Finding>& findings);

}  // namespace flagcensus
