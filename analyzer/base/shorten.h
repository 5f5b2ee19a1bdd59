// A text cut to a length that a reader can take in: Shorten("aä", 2) ─→ "a...".
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "analyzer/base/characters.h"

namespace flagcensus {

// `text` if it has at most `most` bytes; otherwise its beginning and "...". A UTF-8 character that
// the cut would divide is omitted.
inline std::string Shorten(std::string_view text, size_t most) {
  if (text.size() <= most) return std::string(text);
  return std::string(text.substr(0, CharacterBegin(text, most))) + "...";
}

}  // namespace flagcensus
