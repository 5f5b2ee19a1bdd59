// Patterns: names with `*` for an unknown part. In code the part is computed (`APP_KERNEL_*`), on a
// page the pattern is a family (`APP_LOG_*`).
//
//   Covers("APP_LOG_*", "APP_LOG_NET")  ─→ true
//   Covers("*_DIR", "APP_DIR")          ─→ false: too general, it would document any directory
//   MayMake("*_DIR", "APP_DIR")         ─→ true: code that computes the name may access it
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "analyzer/model/flag.h"

namespace flagcensus {

bool IsPattern(std::string_view name);

// Whether `name` matches `pattern`. A pattern with fewer than two letters, or one that starts with
// `*` and has only one '_', is too general and covers nothing.
bool Covers(std::string_view pattern, std::string_view name);

// Whether an access to `pattern` may be one to `name`: like Covers, but ignoring case, and also by
// the end of the name (`*_CACHE_DIR`).
bool MayMake(std::string_view pattern, std::string_view name);

// The flags with a pattern as their name.
std::vector<const Flag*> PatternFlags(const std::vector<Flag>& flags);

}  // namespace flagcensus
