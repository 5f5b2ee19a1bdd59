// Rows that files declare at their ends (cmake/rows.cmake) → the same rows by rank.
#pragma once

#include <algorithm>
#include <vector>

namespace flagcensus {

template <typename Row>
std::vector<Row> Ranked(std::vector<Row> rows) {
  std::sort(rows.begin(), rows.end(), [](const Row& a, const Row& b) { return a.rank < b.rank; });
  return rows;
}

}  // namespace flagcensus
