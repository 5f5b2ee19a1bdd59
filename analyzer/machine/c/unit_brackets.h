// The brackets of a unit's tokens.
#pragma once

#include <vector>

#include "analyzer/machine/c/unit_tokens.h"

namespace flagcensus {

// Whether each bracket closes, and none that is not open.
bool HasMatchingBrackets(const std::vector<UnitToken>& tokens);

// Sets UnitToken::close of each opening bracket that closes.
void MatchUnitBrackets(std::vector<UnitToken>* tokens);

}  // namespace flagcensus
