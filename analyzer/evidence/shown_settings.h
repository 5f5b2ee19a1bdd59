// Variables that a page sets for a container of the project and that the tree does not contain.
//
//   environment:              docs/setup.md
//     APP_URL: https://...    the code reads it
//     APP_PORT: 80            likewise
//     APP_WORKERS: 2     ─→   an entry, claim "set-with:APP_URL": no other file names it
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "analyzer/model/flag.h"
#include "analyzer/tree/tree.h"

namespace flagcensus {

// Whether the variable of that name belongs to another program.
using IsOthers = std::function<bool(std::string_view name)>;

// Those of `environment:` in a Compose file and of `docker run -e` on pages for users, sorted by
// name; of one name the first. A list is the project's own if the code reads two of its variables.
// Costs a search of the pages, and one of all other files if a page has any.
std::vector<Entry> FindShownSettings(const Tree& tree, unsigned jobs,
                                     const std::vector<Flag>& flags, const IsOthers& is_others);

}  // namespace flagcensus
