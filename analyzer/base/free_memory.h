// Free memory of the process, which its allocator keeps for what comes next.
#pragma once

namespace flagcensus {

// Returns it to the system. Costs some milliseconds, and more when memory is needed again. Nothing
// with an allocator that keeps little.
void ReturnFreeMemory();

}  // namespace flagcensus
