// Properties of standard output: a terminal with its width and features, or a pipe.
#pragma once

#include <string_view>

namespace flagcensus {

// `wanted`: "auto", "always" or "never". With "auto", a terminal gets colour unless NO_COLOR
// (no-color.org) disables it, and a pipe does not unless FORCE_COLOR (force-color.org) enables it.
bool WantsColour(std::string_view wanted);

// COLUMNS if it is exported, otherwise the width that the terminal reports, at least 40; 0 if the
// width is unlimited.
int WidthOfOutput();

// Whether the terminal supports hyperlinks.
bool SupportsHyperlinks();

}  // namespace flagcensus
