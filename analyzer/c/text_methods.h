// Methods of C++ strings that make another text.
#pragma once

#include <cstddef>
#include <vector>

#include "analyzer/c/facts.h"
#include "analyzer/c/tokens.h"

namespace flagcensus {

// Applies the methods in the expression begin..end that make another text to its value `texts`,
// which is that of the object. If the result is unknown, it becomes empty.
//
//   name.substr(1).c_str() with {"XAPP"} ─→ {"APP"}
//   name.replace(0, 1, x) with {"XAPP"}  ─→ {}
void CutByMethods(const std::vector<CToken>& tokens, size_t begin, size_t end,
                  std::vector<std::vector<CPart>>* texts);

}  // namespace flagcensus
