// The lines of a comment, a help text or a docstring → one text.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace flagcensus {

// Joins the lines with blanks and adds the punctuation that a line break represents. A full stop is
// added if a new line was begun although the line before had room, or after an empty line. A
// semicolon is added before the item of a list ("- slow"), without the item's mark. Lines that only
// wrap, the usual case, are joined unchanged. `lines` are without comment marks; leading and
// trailing blanks of each are ignored. Costs one pass over the text.
std::string JoinedLines(const std::vector<std::string_view>& lines);

}  // namespace flagcensus
