// The words and bytes that the lexer knows.
#pragma once

#include <string_view>

#include "analyzer/cpp/lexer.h"

namespace flagcensus {

// Whether the byte may stand in a name or number.
bool IsNameByte(char c);

inline bool IsBlankByte(char c) {
  return c == ' ' || c == '\t' || c == '\r' || c == '\f' || c == '\v' || c == '\0';
}

// The length of the longest punctuator (ISO/IEC 14882, [lex.operators]) that `rest` begins with; 0
// if there is none. `rest` is not empty.
size_t PunctuatorAt(std::string_view rest);

// Whether a quote behind the word opens a literal that the word is a part of.
bool IsLiteralPrefix(std::string_view word);

PpLine::Kind KindOfDirective(std::string_view word);

// `#ifndef NAME`, `#define NAME` first and their #endif last; a #pragma once anywhere.
bool IsGuarded(const PpFile& file);

}  // namespace flagcensus
