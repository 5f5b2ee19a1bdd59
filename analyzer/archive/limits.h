// The limits of one archive. Archives are third-party input, and small ones can contain terabytes.
// A limit that is reached ends the reading, with an entry in MemoryFolder::omitted; a file that is
// too large is skipped.
#pragma once

#include <cstdint>

namespace flagcensus {

struct ArchiveLimits {
  uint64_t max_file_bytes = uint64_t{4} << 20;  // of one file; larger ones are skipped
  uint64_t max_unpacked = uint64_t{8} << 30;    // of all its members, read or skipped
  uint64_t max_kept = uint64_t{1} << 30;        // of the text in memory
  uint64_t max_ratio = 200;                     // unpacked to packed bytes, beyond 64 MiB unpacked
  uint64_t max_files = 200'000;                 // members
  int max_nesting = 1;                          // levels of archives within the archive
};

}  // namespace flagcensus
