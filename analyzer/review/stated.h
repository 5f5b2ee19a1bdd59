// Stated: where a page says what a finding contradicts, so that a report can mark it.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "analyzer/model/entry.h"
#include "analyzer/model/finding.h"

namespace flagcensus {

// The text of a line of a page, without its end; "" where it cannot be read.
using PageLine = std::function<std::string(const Place& place)>;

// Fills `stated` of the findings that are about a value or a claim. `entries` tell where the text
// about one variable ends. Costs a look at some lines behind each finding's place.
void FindStated(const std::vector<Entry>& entries, const PageLine& line,
                std::vector<Finding>& findings);

}  // namespace flagcensus
