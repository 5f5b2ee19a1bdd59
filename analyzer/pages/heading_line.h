// Whether a line of a page's own text is a heading, for those who look at lines rather than blocks:
// a page that is read has its headings in its Document.
#pragma once

#include <string_view>

namespace flagcensus {

// Of any format: "# Title", "== Title", ".SH TITLE", "<h2>", or text above an underline. `next` is
// the line below.
bool IsHeadingLine(std::string_view line, std::string_view next);

}  // namespace flagcensus
