#include "analyzer/base/loaded_library.h"

#include <dlfcn.h>

#include <stdexcept>
#include <string>

namespace flagcensus {

// RTLD_LOCAL: symbols of the library do not replace those of libraries loaded later.
void* LoadedLibrary::Find(const char* name) {
  const std::lock_guard<std::mutex> lock(mutex_);
  if (library_ == nullptr) library_ = dlopen(file_, RTLD_LAZY | RTLD_LOCAL);
  void* const found = library_ == nullptr ? nullptr : dlsym(library_, name);
  if (found == nullptr) {
    const char* const why = dlerror();
    throw std::runtime_error(std::string(file_) +
                             " cannot be used: " + (why == nullptr ? "unknown error" : why));
  }
  return found;
}

}  // namespace flagcensus
