// What the command line names beside PATHs: pages and compile databases.
#pragma once

#include <optional>
#include <string>

#include "analyzer/config/options.h"

namespace flagcensus {

// Why `file` can be no page, "is a source" say; "" where it may be one. Whether it can be read is
// not looked at.
std::string WhyNoPage(const std::string& file);

// Replaces globs among the named pages by the files that they match. A complaint where one matches
// none, where a folder or a source stands for a page, or where a compile database is missing: each
// is a slip that would otherwise be taken for another page, or for none.
std::optional<std::string> CheckNamedInputs(Options& options);

}  // namespace flagcensus
