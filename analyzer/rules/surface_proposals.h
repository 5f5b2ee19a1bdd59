// What each surface of a tree seems to promise, as entries [[surface]] for `init`.
//
//   .env.example with most of the variables, at the defaults of the code
//     ─→ [[surface]] that it lists all of them and shows the defaults
#pragma once

#include <vector>

#include "analyzer/config/starter.h"
#include "analyzer/rules/rule.h"

namespace flagcensus {

// The surfaces of the project's own program that are deployed or are samples, in the order of the
// files. One with most of the variables is assumed to list them all, and one with mostly the code's
// defaults to show them. A deployment must set what is required.
std::vector<ProposedSurface> ProposeSurfaces(const RuleInput& input);

}  // namespace flagcensus
