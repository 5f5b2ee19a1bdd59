// Defaults in code that stand for "no value" (queries/placeholders.toml).
#pragma once

#include <string_view>

namespace flagcensus {

// "", "none", "unset": whatever is done with it.
bool IsNoValue(std::string_view text);

// "(none)", "<not set>": what a program shows of a variable that is not set. It is never the value
// that the program works with.
bool IsShownForUnset(std::string_view text);

}  // namespace flagcensus
