// What each surface of a tree seems to promise, as entries [[surface]] for `init`.
#pragma once

#include <vector>

#include "analyzer/config/starter.h"
#include "analyzer/rules/rule.h"

namespace flagcensus {

// The surfaces of the project's own program that are deployed or are samples, in the order of the
// files. One that has most of the variables is taken to list them all, and one whose values are the
// code's defaults for the most part to show them; a deployment has to have what is required.
std::vector<ProposedSurface> ProposeSurfaces(const RuleInput& input);

}  // namespace flagcensus
