// Free memory of the process, which its allocator keeps for later allocations. A process that waits
// for hours between its requests, such as the language server, should not keep it.
#pragma once

namespace flagcensus {

// Returns it to the system. Costs some milliseconds, and more when memory is needed again. Does
// nothing if the allocator is not jemalloc.
void ReturnFreeMemory();

}  // namespace flagcensus
