// Entries that name a setting without its variable's prefix ─→ entries of the variables.
#pragma once

#include <vector>

#include "analyzer/model/census.h"
#include "analyzer/model/entry.h"

namespace flagcensus {

// A program that overrides its settings by all variables with a prefix, DEPTH by APP_DEPTH, often
// documents DEPTH. If the code reads APP_*, entries are renamed to the variables section by
// section. The condition: of the entries of the section that the code does not access by their own
// names, at least three and more than half are accessed as APP_ and their name. Costs O(n log n)
// for each prefix.
//
//   os.environ["APP_" + key], os.getenv("APP_DEPTH"), ...   | DEPTH | 3 |
//   ─→ the entry is one of APP_DEPTH
void NameByVariables(const Census& census, std::vector<Entry>& entries);

}  // namespace flagcensus
