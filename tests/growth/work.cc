#include "tests/growth/work.h"

namespace {

thread_local uint64_t blocks = 0;

}  // namespace

// Called at each basic block of code that was compiled with -fsanitize-coverage=trace-pc.
extern "C" void __sanitizer_cov_trace_pc() { ++blocks; }

namespace flagcensus {

uint64_t WorkDone() { return blocks; }

}  // namespace flagcensus
