// Rows that files declare at their ends (cmake/rows.cmake) ─→ the same rows by rank.
//
//   {rank: 20, name: "b"}, {rank: 10, name: "a"}   ─→ a, b
//
// The order in which files are linked is not fixed; the rank makes that of the rows so.
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
