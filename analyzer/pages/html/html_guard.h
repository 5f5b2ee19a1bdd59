// Keeps libxml2's HTML parser from what it takes quadratic time for. Internal to html*.cc.
#pragma once

#include <string>
#include <string_view>

namespace flagcensus {

inline bool IsHtmlSpace(char c) {
  return c == ' ' || c == '\n' || c == '\t' || c == '\r' || c == '\f';
}

// `text` as valid UTF-8 of the same length and lines, with these blanked: NUL bytes, attributes
// beyond the first 100 of a tag (each is compared with all before it), end tags whose element is
// not open (each is looked for in the whole stack).
std::string GuardHtml(std::string_view text);

}  // namespace flagcensus
