// A new item of a list of variables, written as those beside it are.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "analyzer/fix/table.h"
#include "analyzer/model/entry.h"
#include "analyzer/reference/page.h"

namespace flagcensus {

// The lines of the new item, without empty ones around it, as those of the item of one of `entries`
// are: of the one that is nearest to `near` and says as much. "" where none can be copied.
// `description`: what it says, without its default.
std::string NewItem(const FixedPage& page, const TableText& list,
                    const std::vector<const Entry*>& entries, const Entry& near, const Row& row,
                    const std::string& description);

}  // namespace flagcensus
