// Removes input for which libxml2's HTML parser needs quadratic time. Internal to html*.cc.
//
//   "</b><p>a</p>"  ─→  "    <p>a</p>"
#pragma once

#include <string>
#include <string_view>

namespace flagcensus {

// Returns `text` as valid UTF-8 of the same length and lines, with these blanked: NUL bytes,
// attributes beyond the first 100 of a tag (the parser compares each with all before it), and end
// tags of elements that are not open (the parser searches the whole stack for each).
std::string GuardHtml(std::string_view text);

}  // namespace flagcensus
