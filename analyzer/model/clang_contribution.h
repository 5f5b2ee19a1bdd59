// What a compiler told beyond the sources, in numbers: for the summary.
#pragma once

#include <cstdint>

namespace flagcensus {

// What libclang knew beyond the tokens (analyzer/clang/).
struct ClangContribution {
  uint64_t confirmed = 0;  // accesses that the compiler sees too
  uint64_t evaluated = 0;  // names and defaults that were open
  uint64_t added = 0;      // accesses that it alone sees
  uint64_t inactive = 0;   // accesses that no configuration compiles their branch of
  uint64_t failed = 0;     // files that it gave no answer about
};

}  // namespace flagcensus
