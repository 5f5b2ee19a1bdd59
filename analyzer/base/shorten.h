// A text cut to a length that a reader takes in.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "analyzer/base/characters.h"

namespace flagcensus {

// `text` if it has at most `most` bytes; else its beginning, without half of a UTF-8 character at
// the end, and "...".
inline std::string Shorten(std::string_view text, size_t most) {
  if (text.size() <= most) return std::string(text);
  return std::string(text.substr(0, CharacterBegin(text, most))) + "...";
}

}  // namespace flagcensus
