// The tokens of a unit by the conditions under which they apply. Internal to unit_tokens.cc.
#pragma once

#include <cstddef>
#include <vector>

#include "analyzer/cpp/condition.h"

namespace flagcensus {

// What stands under one condition, or the branches of an #if.
struct Piece {
  size_t begin = 0;  // into the tokens of the pieces
  size_t end = 0;
  std::vector<PpCondition> conditions;           // of all that stands in it
  std::vector<std::vector<Piece>> alternatives;  // two at least; none: `begin` to `end`
};

// Puts what stands under `condition` behind `pieces`: as a branch beside those that it excludes.
void AddPiece(std::vector<Piece>* pieces, Piece made, const PpCondition& condition);

}  // namespace flagcensus
