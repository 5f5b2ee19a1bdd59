// Sections of pages about one operating system each.
//
//   "On Windows", "macOS"  ─→ different;   "On Windows", "Settings"  ─→ not different
#pragma once

#include "analyzer/model/entry.h"

namespace flagcensus {

// Whether the sections of both entries name different systems ("On Windows", "macOS"): then their
// statements about one variable do not contradict each other. Costs the length of the titles.
bool OfDifferentSystems(const Entry& a, const Entry& b);

}  // namespace flagcensus
