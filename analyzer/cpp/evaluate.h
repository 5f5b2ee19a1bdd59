// The expression of an #if (ISO/IEC 9899, 6.10.2) in three values: true, false, not known.
#pragma once

#include <cstdint>
#include <optional>

#include "analyzer/cpp/token.h"

namespace flagcensus {

// `tokens`: macros expanded, `defined` and `__has_include` replaced by 1, 0, or a token of kind
// kOther where it is not known. `closed`: a name that is left is 0; else not known. nullopt where
// the value is not known: `0 && x` is known, `1 && x` is not. What is no expression is not known.
// Costs its length; brackets and signs more than 200 deep are not known.
std::optional<int64_t> EvaluatePpCondition(const PpTokens& tokens, bool closed);

}  // namespace flagcensus
