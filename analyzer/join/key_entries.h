// Entries that name a setting without its variable's prefix → entries of the variables.
#pragma once

#include <vector>

#include "analyzer/model/census.h"
#include "analyzer/model/entry.h"

namespace flagcensus {

// A program that overrides its settings by all variables with a prefix, DEPTH by APP_DEPTH, often
// documents DEPTH. If the code reads APP_*, and of the entries of one section whose own names it
// does not touch, most and at least three are read as APP_ and their name, these are renamed to the
// variables. Costs O(n log n) for each prefix.
void NameByVariables(const Census& census, std::vector<Entry>& entries);

}  // namespace flagcensus
