// Sections of pages that are about one system each.
#pragma once

#include "analyzer/model/entry.h"

namespace flagcensus {

// Whether the sections of both entries name a system ("On Windows", "macOS"), and not the same:
// what they say of one variable is no contradiction. Costs the length of the titles.
bool OfDifferentSystems(const Entry& a, const Entry& b);

}  // namespace flagcensus
