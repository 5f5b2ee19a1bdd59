// Creates a new row of a table, or item of a list, in the style of its neighbours.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "analyzer/fix/table.h"
#include "analyzer/model/entry.h"
#include "analyzer/reference/page.h"

namespace flagcensus {

// The first sentence of the sources' description of the variable. "" if it may be about something
// else: the docstring of a function mostly says more, and so does a long comment.
std::string SafeDescription(const Row& row);

// The lines of the new row, without the final line end, modelled on `like`, one of the table's
// `entries`. "" if that cannot be copied, or if the row does not fit into its columns.
std::string NewRow(const FixedPage& page, const TableText& table,
                   const std::vector<const Entry*>& entries, const Entry& like, const Row& row);

// row_lines.cc: cells → the lines of a row of a reStructuredText table; "" if they do not fit.
std::string RstRow(const FixedPage& page, const TableText& table,
                   const std::vector<std::string>& cells);

}  // namespace flagcensus
