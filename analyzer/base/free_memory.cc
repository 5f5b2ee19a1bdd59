#include "analyzer/base/free_memory.h"

#include <cstddef>

// A function of jemalloc, null if the program is not linked with it.
extern "C" __attribute__((weak)) int mallctl(const char* name, void* old, size_t* old_size,
                                             void* now, size_t now_size);

namespace flagcensus {

void ReturnFreeMemory() {
  // 4096 is MALLCTL_ARENAS_ALL, the number for all arenas.
  if (mallctl != nullptr) mallctl("arena.4096.purge", nullptr, nullptr, nullptr, 0);
}

}  // namespace flagcensus
