// Joins accesses and entries by name into one Flag for each variable.
//
//   accesses: APP_PORT app.py:3, APP_PORT web.py:9;  entries: APP_PORT env.md:4, APP_OLD env.md:5
//   ─→ Flag{APP_OLD: 0 accesses, 1 entry}, Flag{APP_PORT: 2 accesses, 1 entry}
#pragma once

#include <string>
#include <vector>

#include "analyzer/model/census.h"
#include "analyzer/model/entry.h"
#include "analyzer/model/flag.h"

namespace flagcensus {

// `consumption` is by index into `census.accesses` (empty: unknown). The flags point into `census`
// and `entries`, which must outlive them. Sorted by name. Accesses in a docstring or without a name
// belong to no flag. A sub-flag entry belongs to its parent's flag.
std::vector<Flag> JoinFlags(const Census& census, const std::vector<Consumption>& consumption,
                            const std::vector<Entry>& entries);

}  // namespace flagcensus
