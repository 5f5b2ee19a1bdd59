// The lines of a comment, a help text or a docstring → one text.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace flagcensus {

// The lines joined by blanks, with the marks that lines of their own stand for: a full stop where
// the writer began a new line although there was room on the one before, or left one empty, and a
// semicolon before the item of a list ("- slow"), whose mark is omitted. Lines that only wrap, the
// usual case, are joined as they are. `lines` without what marks them as a comment; leading and
// trailing blanks of each do not count. Costs one pass over the text.
std::string JoinedLines(const std::vector<std::string_view>& lines);

}  // namespace flagcensus
