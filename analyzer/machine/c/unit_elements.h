// The branches of an `#if` among the elements of a list or of an enumeration.
#pragma once

#include <span>
#include <vector>

#include "analyzer/machine/c/unit_tokens.h"

namespace flagcensus {

// Puts the branches behind `out`; each has balanced brackets and ends in a comma. Where all have as
// many elements these share their places, as only one branch applies: `__either("a", "b"),` in a
// list of plain values, `A, B = A,` in an enumeration. Else all elements follow one another. Costs
// the branches' tokens and, at most, some thousand of `out`.
void AppendElements(const std::vector<std::vector<UnitToken>>& branches,
                    std::vector<UnitToken>* out);

// Puts `__either(a, b)` behind `out`, of which one branch, at least one token long, applies.
void AppendEither(const std::vector<std::span<const UnitToken>>& branches,
                  std::vector<UnitToken>* out);

}  // namespace flagcensus
