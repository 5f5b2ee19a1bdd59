// The type of a value by the comparison or the call that it stands in.
#pragma once

#include <cstddef>
#include <vector>

#include "analyzer/c/tokens.h"
#include "analyzer/c/unset.h"
#include "analyzer/c/uses.h"

namespace flagcensus {

// The type that a comparison with `with` shows, where that is a literal.
void CompareWith(const CToken& with, CUse* use);

// The type that the call whose '(' is at `open` shows of the value that stands in its arguments.
void Convert(const std::vector<CToken>& tokens, size_t open, CSpan value, CUse* use);

}  // namespace flagcensus
