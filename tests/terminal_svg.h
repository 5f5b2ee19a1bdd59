// What a terminal shows as a picture.
#pragma once

#include <string>
#include <string_view>

namespace flagcensus {

// The lines of `text`, with their colours (SGR of ECMA-48, 8.3.117: bold and the eight colours), as
// an SVG of `columns` columns, below a line with `command`.
std::string TerminalSvg(std::string_view command, std::string_view text, size_t columns);

}  // namespace flagcensus
