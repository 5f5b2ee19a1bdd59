// Patterns: names with `*` for an unknown part. In code the part is computed (`MEGASCALE_*`), on a
// page it stands for a family (`FOO_*`).
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "analyzer/model/flag.h"

namespace flagcensus {

bool IsPattern(std::string_view name);

// Whether `name` is one that `pattern` stands for. A pattern that starts with `*` or has a single
// letter of its own stands for too much and covers nothing.
bool Covers(std::string_view pattern, std::string_view name);

// Whether an access to `pattern` may be one to `name`: as Covers, in any case, and by what the name
// ends with too (`*_CACHE_DIR`).
bool MayMake(std::string_view pattern, std::string_view name);

// The flags whose name is a pattern.
std::vector<const Flag*> PatternFlags(const std::vector<Flag>& flags);

}  // namespace flagcensus
