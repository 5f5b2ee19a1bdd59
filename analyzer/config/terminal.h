// What standard output is: a terminal with its width and what it takes, or a pipe.
#pragma once

#include <string_view>

namespace flagcensus {

// `wanted`: "auto", "always" or "never". With auto a terminal gets colour, unless NO_COLOR
// (no-color.org) asks for none, and a pipe where FORCE_COLOR (force-color.org) asks for it.
bool WantsColour(std::string_view wanted);

// COLUMNS where it is exported, else what the terminal says, at least 40; 0 where lines need not
// fit anything.
int WidthOfOutput();

// Whether the terminal takes hyperlinks.
bool TakesLinks();

}  // namespace flagcensus
