// The places where sources split the value of a variable, if a page says how its parts are
// separated.
//
//   dirs = getenv("APP_PATH");      # the page: "Comma separated list of directories"
//   split(dirs, ":")            ─→  {split.c:2, ":"}
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "analyzer/model/flag.h"
#include "analyzer/tree/tree.h"

namespace flagcensus {

// The character that separates the parts of the value according to `text`, "comma-separated"; 0 if
// it states none, or several.
char SeparatorIn(std::string_view text);

// Sets `splits` of the flags with such an entry. A call counts if its function is named after
// splitting and is in the same file, below the read. Its arguments must be the name that receives
// the value, or the read itself, and a text of separators.
void FindSplits(const Tree& tree, std::vector<Flag>& flags);

}  // namespace flagcensus
