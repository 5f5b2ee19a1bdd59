// Creates a new item of a list of variables, in the style of its neighbours.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "analyzer/fix/table.h"
#include "analyzer/model/entry.h"
#include "analyzer/reference/page.h"

namespace flagcensus {

// The lines of the new item, without empty lines around it. The model is the item of one of
// `entries`: the one nearest to `near` with the same parts. "" if no item can be copied.
// `description`: its text, without the default.
std::string NewItem(const FixedPage& page, const TableText& list,
                    const std::vector<const Entry*>& entries, const Entry& near, const Row& row,
                    const std::string& description);

}  // namespace flagcensus
