// Cursors ─→ values and types.
#pragma once

#include <clang-c/Index.h>

#include <optional>
#include <string>

#include "analyzer/model/access.h"

namespace flagcensus {

struct Evaluated {
  std::string text;
  bool string = false;
  bool enumerator = false;  // the expression is the name of one
};

// The value of a constant expression: true, 131072, 0.5, or a string literal's text, also where a
// constant variable holds it. Nothing where the compiler knows none.
std::optional<Evaluated> Evaluate(CXCursor expression);

bool IsPointer(CXCursor expression);

// The kind of value that a call of one argument gives, or of two where the second, its default, has
// that type too. kUnknown for others: what a function with more arguments gives may be a status.
ValueType TypeOfCall(CXCursor call);

}  // namespace flagcensus
