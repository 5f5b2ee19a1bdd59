// A table for people: a header, rows of cells, columns as wide as their widest cell.
#pragma once

#include <string>
#include <vector>

namespace flagcensus {

struct Table {
  std::vector<std::string> header;
  std::vector<std::vector<std::string>> rows;  // each as long as the header; cells from TableCell
};

// The last column is not padded. The header is bold where `colour` is asked for.
std::string WriteTable(const Table& table, bool colour);

}  // namespace flagcensus
