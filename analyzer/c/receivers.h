// What receives the result of a call in C and C++ code, where that is neither `=` nor `return`.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "analyzer/c/facts.h"

namespace flagcensus {

// A local array or text that the call at open..close writes the value to: get(name, buffer, 10).
std::string OutBuffer(const std::vector<CToken>& t, size_t open, size_t close, size_t body,
                      const CFunction& function);

// `if (const char* v = getenv("X"))` with the call at begin..close: where the declaration begins, 0
// where none does.
size_t DeclaredInTest(const std::vector<CToken>& t, size_t begin, size_t close);

}  // namespace flagcensus
