// What a compiler knows about one source: runs inside a worker process, with libclang.
//
//   site {line 3, column 9, default "kPort + 1"}      ─→ state kSeen, default "81", type kInt
#pragma once

#include "analyzer/c/compiler/protocol.h"

namespace flagcensus {

// Parses the source and looks up every requested site. Reads the source and the headers that it
// includes; writes nothing and starts nothing. Costs as much as compiling the source without code
// generation: about 100 ms and 150 MB with the system's headers.
// `problem` says why there is no answer: unreadable, too broken, or headers from outside the roots.
UnitAnswer AnswerUnit(const UnitRequest& request);

}  // namespace flagcensus
