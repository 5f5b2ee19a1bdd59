// Runs a function over indices on several threads.
#pragma once

#include <cstddef>
#include <functional>

namespace flagcensus {

// The number of threads to use for `jobs` as the user gave it: 0 means all cores.
unsigned ThreadCount(unsigned jobs);

// Calls run(index, thread) once for each index below `count`, on `threads` threads numbered from 0.
// Indices are handed out one by one, so uneven work balances; the order is not fixed, so `run`
// writes to its own index's slot. Returns when all are done. What `run` throws
// ends the work, and is thrown here.
void ParallelFor(size_t count, unsigned threads,
                 const std::function<void(size_t index, unsigned thread)>& run);

}  // namespace flagcensus
