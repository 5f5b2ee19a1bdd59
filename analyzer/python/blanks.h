// Blanks at the beginning of a line of Python.
#pragma once

#include <cstddef>
#include <string_view>

namespace flagcensus {

// The offset after the blanks and tabs at `at`.
inline size_t PastBlanks(std::string_view text, size_t at) {
  while (at < text.size() && (text[at] == ' ' || text[at] == '\t')) ++at;
  return at;
}

}  // namespace flagcensus
