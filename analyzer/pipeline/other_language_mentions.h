// The flags that the code never touches ─→ the places where other files mention them.
//
//   deploy.pl: $ENV{APP_TIMEOUT}   ─→ a place of the flag APP_TIMEOUT in `seen_elsewhere`
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "analyzer/model/finding.h"
#include "analyzer/model/flag.h"
#include "analyzer/pipeline/pages.h"
#include "analyzer/tree/tree.h"

namespace flagcensus {

// Sets what other files reveal about the flags that the code never touches. Files that could not be
// read are added to `diagnostics`. `purpose` distinguishes the callers, so that a repeated check
// keeps the results of each. `most`: the number of places for a name that only occurs.
inline constexpr size_t kPlacesShown = 5;  // more places give no new information
void FindElsewhere(const Tree& tree, const Catalog& catalog, unsigned jobs,
                   const std::string& purpose, std::vector<Flag>& flags,
                   std::vector<Diagnostic>& diagnostics, size_t most = kPlacesShown);

}  // namespace flagcensus
