// A new row of a table, or item of a list, written as those beside it are.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "analyzer/fix/table.h"
#include "analyzer/model/entry.h"
#include "analyzer/reference/page.h"

namespace flagcensus {

// The first sentence of what the sources say of the variable; "" where that is not certain to be
// about it: the docstring of a function is mostly about more, and so is a long comment.
std::string SafeDescription(const Row& row);

// The lines of the new row, without the last one's end, as those of `like` are written, one of the
// table's `entries`; "" where that is none to copy, or where the row does not fit into its columns.
std::string NewRow(const FixedPage& page, const TableText& table,
                   const std::vector<const Entry*>& entries, const Entry& like, const Row& row);

// row_lines.cc: cells → the lines of a row of a table of reStructuredText; "" where they do not
// fit.
std::string RstRow(const FixedPage& page, const TableText& table,
                   const std::vector<std::string>& cells);

}  // namespace flagcensus
