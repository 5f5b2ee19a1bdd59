// The files that were read while a source was parsed ─→ the dependencies reported in the answer.
//
//   unit.looks, the view's folders, the loaded libraries     ─→ answer.looks, stated = true
#pragma once

#include "analyzer/c/compiler/protocol.h"
#include "analyzer/c/compiler/worker/unit.h"

namespace flagcensus {

// Sets `looks` and `told` of an otherwise complete answer. Each path is reported once in a worker's
// life, since its parent remembers it. `told` remains false if not everything was seen, if there
// are too many, or if the answer depends on something other than files.
void ReportDependencies(const UnitRequest& request, const Unit& unit, UnitAnswer* answer);

}  // namespace flagcensus
