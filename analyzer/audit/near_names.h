// Names of one project that differ only by case or by one letter.
//
//   APP_TIMEOUT, APP_TIMOUT    near: a missing letter
//   APP_SIZE_1, APP_SIZE_2     not near: a digit
//   APP_BCOPY, APP_ZCOPY       not near: different words
#pragma once

#include <cstddef>
#include <string_view>
#include <utility>
#include <vector>

namespace flagcensus {

// Names of a project that are compared: each is stored under as many keys as it has letters, so
// that 20000 names of 20 letters are 400000 keys.
inline constexpr size_t kMaxNearNames = 20000;

// Pairs of indexes into `names`, which are sorted and unique. Two names are near if they differ in
// one word, which is long and differs inside, in a letter: `SIZE_1` and `SIZE_2`, `DIM_X` and
// `DIM_Y` differ intentionally. Costs about the total length of the names, not its square.
std::vector<std::pair<size_t, size_t>> NearNames(const std::vector<std::string_view>& names);

}  // namespace flagcensus
