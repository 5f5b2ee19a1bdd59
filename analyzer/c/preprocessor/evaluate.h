// Evaluates the expression of an #if (ISO/IEC 9899, 6.10.2) to true, false or unknown.
//
//   1 + 1 > 1      ─→ 1
//   0 && x         ─→ 0 for any x
//   1 && x         ─→ unknown
#pragma once

#include <cstdint>
#include <optional>

#include "analyzer/c/preprocessor/token.h"

namespace flagcensus {

// `tokens`: macros expanded, `defined` and `__has_include` replaced by 1, 0, or, if unknown, a
// token of kind kOther. `closed`: a remaining name is 0; otherwise unknown. Returns nullopt if the
// value is unknown: `0 && x` is known, `1 && x` is not, nor is an invalid expression. Linear in the
// length; unknown if brackets and signs are nested more than 200 deep.
std::optional<int64_t> EvaluatePpCondition(const PpTokens& tokens, bool closed);

}  // namespace flagcensus
