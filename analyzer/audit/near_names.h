// Names of one project that differ only by case or by one letter.
#pragma once

#include <cstddef>
#include <string_view>
#include <utility>
#include <vector>

namespace flagcensus {

// Pairs of indexes into `names`, which are sorted and unique. The one word that differs between the
// two names is long and differs inside, in a letter: `SIZE_1` and `SIZE_2`, `DIM_X` and `DIM_Y`
// differ intentionally. Costs about the total length of the names, not its square.
std::vector<std::pair<size_t, size_t>> NearNames(const std::vector<std::string_view>& names);

}  // namespace flagcensus
