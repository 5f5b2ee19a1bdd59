// CSV rows (RFC 4180), for spreadsheets.
//
//   {"a,b", "=1"}  ─→  "a,b",'=1 and a line end
//
// A spreadsheet interprets a cell that begins with = + - @ as a formula, even if quoted: such a
// cell is prefixed with ' (OWASP, "CSV Injection").
#pragma once

#include <string>
#include <vector>

namespace flagcensus {

// The cells as a row, including its line end.
std::string CsvRow(std::vector<std::string> cells);

}  // namespace flagcensus
