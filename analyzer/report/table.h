// A table for people: a header and rows of cells, each column as wide as its widest cell.
//
//   {{"NAME", "OP"}, {{"APP_PORT", "read"}}}  ─→  NAME      OP
//                                                 APP_PORT  read
#pragma once

#include <string>
#include <vector>

namespace flagcensus {

struct Table {
  std::vector<std::string> header;
  std::vector<std::vector<std::string>> rows;  // each as long as the header; cells from TableCell
};

// The last column is not padded. The header is bold if `colour` is set.
std::string WriteTable(const Table& table, bool colour);

}  // namespace flagcensus
