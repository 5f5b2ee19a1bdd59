// Rows of CSV (RFC 4180), for spreadsheets.
//
// A spreadsheet takes a cell that begins with = + - @ for a formula, whatever stands around it:
// such a cell begins with ' (OWASP, "CSV Injection").
#pragma once

#include <string>
#include <vector>

namespace flagcensus {

// The cells as a row, with its end.
std::string CsvRow(std::vector<std::string> cells);

}  // namespace flagcensus
