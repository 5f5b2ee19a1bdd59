// The words and bytes known to the lexer: punctuators, prefixes of literals, directives, include
// guards.
#pragma once

#include <string_view>

#include "analyzer/c/preprocessor/lexer.h"

namespace flagcensus {

// The length of the longest punctuator (ISO/IEC 14882, [lex.operators]) that `rest` begins with; 0
// if there is none. `rest` is not empty.
size_t PunctuatorAt(std::string_view rest);

// Whether a quote after the word opens a literal that includes the word.
bool IsLiteralPrefix(std::string_view word);

// The control character that a backslash and the letter represent, with `\e` of gcc and clang;
// '\0' if they represent none.
//
//   n ─→ a newline    e ─→ escape    x, ", q ─→ '\0'
char ControlEscape(char letter);

PpLine::Kind KindOfDirective(std::string_view word);

// Whether the file begins with `#ifndef NAME`, `#define NAME` and ends with their #endif, or has a
// #pragma once.
bool IsGuarded(const PpFile& file);

}  // namespace flagcensus
