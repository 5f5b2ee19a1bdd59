// Runs a function over indices on several threads.
//
//   std::vector<Facts> out(files.size());
//   ParallelFor(files.size(), ThreadCount(0),
//               [&](size_t i, unsigned) { out[i] = Read(files[i]); });
#pragma once

#include <cstddef>
#include <functional>

namespace flagcensus {

// The number of threads for the option value `jobs`: 0 means all cores.
unsigned ThreadCount(unsigned jobs);

// Calls run(index, thread) once for each index below `count`, on `threads` threads numbered from 0.
// Indices are assigned one by one, so uneven work balances; the order is not fixed, so `run` writes
// to its own index's slot. Returns when all are done. An exception thrown by `run` ends the work
// and is rethrown here.
void ParallelFor(size_t count, unsigned threads,
                 const std::function<void(size_t index, unsigned thread)>& run);

}  // namespace flagcensus
