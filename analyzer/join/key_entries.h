// Entries that name a setting without the prefix of its variable → entries of the variables.
#pragma once

#include <vector>

#include "analyzer/model/census.h"
#include "analyzer/model/entry.h"

namespace flagcensus {

// A program that takes all variables with a prefix over its settings, APP_DEPTH over DEPTH, often
// documents DEPTH. Where the code reads APP_*, and most entries of one section that it does not
// touch are read as APP_ and their name, and at least three are, those get that name. Costs
// O(n log n) for each prefix.
void NameByVariables(const Census& census, std::vector<Entry>& entries);

}  // namespace flagcensus
