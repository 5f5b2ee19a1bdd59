// ASCII character classes; bytes above 0x7F are in none.
#pragma once

#include "analyzer/base/text.h"

namespace flagcensus {

inline constexpr bool IsDigit(char c) { return c >= '0' && c <= '9'; }
inline constexpr bool IsUpper(char c) { return c >= 'A' && c <= 'Z'; }
inline constexpr bool IsLower(char c) { return c >= 'a' && c <= 'z'; }

// Letters, digits and _: the bytes of names (see IsIdentifierByte).
inline bool IsWordByte(char c) { return IsIdentifierByte(static_cast<unsigned char>(c)); }

}  // namespace flagcensus
