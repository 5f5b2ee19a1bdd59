// Shared places: where one access stands for several variables, as a loop over their names does.
#pragma once

#include <set>
#include <vector>

#include "analyzer/model/flag.h"

namespace flagcensus {

// The places in the sources at which several of `flags` are touched. What is done with the value
// there, or taken in its place, is meant for none of them in particular.
std::set<Place> SharedPlaces(const std::vector<Flag>& flags);

}  // namespace flagcensus
