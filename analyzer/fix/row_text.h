// A new row of a Markdown table, written as the rows beside it are.
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

// The line of the new row, without its end, as that of `like` is written, one of the table's
// `entries`; "" where that is none to copy. `text`: the page.
std::string NewRow(std::string_view text, const TableText& table,
                   const std::vector<const Entry*>& entries, const Entry& like, const Row& row);

}  // namespace flagcensus
