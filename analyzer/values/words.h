// Words and lists as people write them, with quotes, brackets and separators.
//
//   Unquote("`/tmp`")               ─→ /tmp
//   SameList("a, b", "['a', 'b']")  ─→ true
//   SameWord("warning", "30")       ─→ true (a level of Python's logging)
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "analyzer/model/access.h"

namespace flagcensus {

// `text` without white space and one pair of quotes or backticks around it, straight or curly.
std::string_view Unquote(std::string_view text);

// A list, a map or JSON, without blanks and with double quotes; other text unchanged.
std::string NormalDisplay(std::string_view text);

// Whether the two texts are the same list, element by element and in order; nullopt if neither the
// texts nor the type indicate a list.
std::optional<bool> SameList(std::string_view a, std::string_view b, ValueType type);

// Whether the two texts are the same word, ignoring case, the same member of an enumeration, or the
// same logging level by name and number.
bool SameWord(std::string_view a, std::string_view b, ValueType type);

}  // namespace flagcensus
