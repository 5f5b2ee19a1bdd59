// Whether a line of a page's own text is a heading, for callers that read lines rather than blocks.
// The headings of a parsed page are in its Document.
#pragma once

#include <string_view>

namespace flagcensus {

// Whether the line is a heading in any format: "# Title", "== Title", ".SH TITLE", "<h2>", or text
// above an underline. `next` is the line below.
bool IsHeadingLine(std::string_view line, std::string_view next);

}  // namespace flagcensus
