// Stated: the place at which a page states what a finding contradicts, so a report can mark
// it.
//
//   "`APP_PORT`: The port, by default 80."    a finding that the default is 8080
//     ─→ Finding::stated: the place and width of "80"
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "analyzer/model/entry.h"
#include "analyzer/model/finding.h"

namespace flagcensus {

// The text of a line of a page, without its line end; "" if it is unreadable.
using PageLine = std::function<std::string(const Place& place)>;

// Sets `stated` of the findings about a value or a claim. `entries` limit the text about one
// variable. Costs a read of some lines after each finding's place.
void FindStated(const std::vector<Entry>& entries, const PageLine& line,
                std::vector<Finding>& findings);

}  // namespace flagcensus
