// Cursors of libclang ─→ values and types.
//
//   kSize * 1024      with constexpr int kSize = 128      ─→ "131072"
//   kName             with const char kName[] = "APP"     ─→ "APP", string
//   kMissing          with enum { kMissing = -1 }         ─→ "-1", enumerator
#pragma once

#include <clang-c/Index.h>

#include <optional>
#include <string>

#include "analyzer/model/access.h"

namespace flagcensus {

struct Evaluated {
  std::string text;
  bool string = false;
  bool enumerator = false;  // the expression names an enumerator
};

// The value of a constant expression: true, 131072, 0.5, or the text of a string literal, also of
// one in a constant variable. Returns nullopt if the compiler knows none.
std::optional<Evaluated> Evaluate(CXCursor expression);

bool IsPointer(CXCursor expression);

// The type of value that a call returns, if it has one argument, or two of which the second, its
// default, has that type too. kUnknown for others: with more arguments the result may be a status.
ValueType TypeOfCall(CXCursor call);

}  // namespace flagcensus
