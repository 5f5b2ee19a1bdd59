// What one archive may make of itself: an archive is written by others, and small ones can hold
// terabytes.
#pragma once

#include <cstdint>

namespace flagcensus {

struct ArchiveLimits {
  uint64_t max_file_bytes = uint64_t{4} << 20;  // of one file; larger ones are left out
  uint64_t max_unpacked = uint64_t{8} << 30;    // of all its members, read or passed over
  uint64_t max_kept = uint64_t{1} << 30;        // of the text that is held in memory
  uint64_t max_ratio = 200;                     // unpacked to packed bytes, beyond 64 MiB unpacked
  uint64_t max_files = 200'000;                 // members
  int max_nesting = 1;                          // archives in one another
};

}  // namespace flagcensus
