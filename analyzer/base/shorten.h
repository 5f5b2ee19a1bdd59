// A text cut to a length that a reader takes in.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace flagcensus {

// `text` if it has at most `most` bytes; else its beginning, without half of a UTF-8 character at
// the end, and "...".
inline std::string Shorten(std::string_view text, size_t most) {
  if (text.size() <= most) return std::string(text);
  size_t end = most;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xc0) == 0x80) --end;
  return std::string(text.substr(0, end)) + "...";
}

}  // namespace flagcensus
