// Comparison of a token's text with a literal: IsSpelled(token.text, "getenv").
#pragma once

#include <string_view>

namespace flagcensus {

// Whether `text` is `spelling`. Inlined, so the compiler knows the size of a literal: most
// comparisons then read one byte.
[[gnu::always_inline]] inline bool IsSpelled(std::string_view text, std::string_view spelling) {
  return text.size() == spelling.size() &&
         (spelling.empty() || (text[0] == spelling[0] && text == spelling));
}

}  // namespace flagcensus
