// Receivers of a call's result in C and C++ code other than `=` and `return`.
//
//   char text[64]; if (get("X", text, sizeof text)) n = atoi(text);     ─→ OutBuffer: text
//   if (const char* v = getenv("X")) ...                                ─→ DeclaredInTest
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "analyzer/c/facts.h"

namespace flagcensus {

// A local array or text to which the call at open..close writes the value: get(name, buffer, 10).
std::string OutBuffer(const std::vector<CToken>& t, size_t open, size_t close, size_t body,
                      const CFunction& function);

// `if (const char* v = getenv("X"))` with the call at begin..close: the start of the declaration; 0
// if there is none.
size_t DeclaredInTest(const std::vector<CToken>& t, size_t begin, size_t close);

}  // namespace flagcensus
