// The work that this thread has done in the program's own code: basic blocks that it entered. The
// compiler counts (-fsanitize-coverage=trace-pc), so that no reader, rule or printer counts itself
// or can forget to. Libraries are not counted.
#pragma once

#include <cstdint>

namespace flagcensus {

uint64_t WorkDone();

}  // namespace flagcensus
