// What was looked at while a source was parsed ─→ what the answer says that it depends on.
#pragma once

#include "analyzer/clang/protocol.h"
#include "analyzer/clang/worker/unit.h"

namespace flagcensus {

// Sets `looks` and `told` of an answer that is complete but for them. Each path is told once in a
// worker's life, as its parent remembers. `told` stays false where not everything was seen, where
// it is too much, and where the answer depends on something else than files.
void TellLooks(const UnitRequest& request, const Unit& unit, UnitAnswer* answer);

}  // namespace flagcensus
