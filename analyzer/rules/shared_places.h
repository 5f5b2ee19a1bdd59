// Shared places: accesses of several variables, such as a loop over their names.
#pragma once

#include <set>
#include <vector>

#include "analyzer/model/flag.h"

namespace flagcensus {

// The places in the sources at which several of `flags` are accessed. The use of the value there,
// or its default, is not specific to one of them.
std::set<Place> SharedPlaces(const std::vector<Flag>& flags);

}  // namespace flagcensus
