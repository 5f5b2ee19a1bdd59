#include "analyzer/base/free_memory.h"

#include <cstddef>

// jemalloc's, if the program is linked with it.
extern "C" __attribute__((weak)) int mallctl(const char* name, void* old, size_t* old_size,
                                             void* now, size_t now_size);

namespace flagcensus {

void ReturnFreeMemory() {
  if (mallctl != nullptr) mallctl("arena.4096.purge", nullptr, nullptr, nullptr, 0);  // of all
}

}  // namespace flagcensus
