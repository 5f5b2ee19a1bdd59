// ClangContribution: what a compiler contributed beyond the sources, as counts for the summary.
// Used if the tree has a compilation database. A compiler never removes an access; it may only
// confirm, complete or add one.
#pragma once

#include <cstdint>

namespace flagcensus {

// What libclang found beyond the tokens (analyzer/c/compiler/).
struct ClangContribution {
  uint64_t confirmed = 0;  // accesses that the compiler sees too
  uint64_t evaluated = 0;  // names and defaults that were unknown before
  uint64_t added = 0;      // accesses that only the compiler sees
  uint64_t inactive = 0;   // accesses in branches that no configuration compiles
  uint64_t failed = 0;     // files for which it gave no result
};

}  // namespace flagcensus
