// Parse: how the sources interpret a variable's value.
//
//   if os.getenv("APP_FAST") in ("1", "yes"): ...   ─→ truthy {"1", "yes"}
//   n = int(os.getenv("APP_N"))                     ─→ type kInt
#pragma once

#include <string>
#include <vector>

#include "analyzer/model/flag.h"

namespace flagcensus {

// The combined use of a value by all reads of the sources.
struct Parse {
  std::vector<const Access*> reads;
  bool any_true = false;                   // all only test whether it has a value
  ValueType type = ValueType::kUnknown;    // the type, if all of them parse the same one
  std::vector<std::string> truthy, falsy;  // of all of them
  std::vector<std::string> spelled;        // of all of them, as the code writes them
  bool in_c = false;                       // a number may also be parsed after the comparisons
};

// Combines all reads in scope src, or in tests if there are none. If the sources also set the
// variable, the result has no type and `any_true` is false: a user's value may be replaced.
Parse ParseOf(const Flag& flag);

}  // namespace flagcensus
