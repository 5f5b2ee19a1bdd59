// Defaults in code that mean "no value" (queries/placeholders.toml).
#pragma once

#include <string_view>

namespace flagcensus {

// "", "none", "unset": regardless of its use.
bool IsNoValue(std::string_view text);

// "(none)", "<not set>": what a program displays for an unset variable. It is never the value that
// the program uses.
bool IsShownForUnset(std::string_view text);

}  // namespace flagcensus
