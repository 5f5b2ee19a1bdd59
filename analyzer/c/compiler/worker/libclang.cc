#include "analyzer/c/compiler/worker/libclang.h"

#include <dlfcn.h>

#include <string_view>

namespace flagcensus {
namespace {

// Filled once, before any request.
LibClang& Table() {
  static LibClang table;
  return table;
}

template <typename Function>
bool Find(void* library, const char* name, Function* function) {
  *function = reinterpret_cast<Function>(dlsym(library, name));
  return *function != nullptr;
}

}  // namespace

bool LoadClang() {
#ifdef FLAGCENSUS_STATIC
  return false;  // a loaded library would bring a second libc
#else
  // The full path first: the version that the headers at build time describe. Then the name alone,
  // as the loader finds it.
  constexpr std::string_view kPath = FLAGCENSUS_LIBCLANG;
  void* library = dlopen(kPath.data(), RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) {
    library = dlopen(kPath.substr(kPath.rfind('/') + 1).data(), RTLD_NOW | RTLD_LOCAL);
  }
  if (library == nullptr) return false;
  LibClang& table = Table();
// `Find(...) && Find(...) && ... true`: a missing function makes the library unusable.
#define FLAGCENSUS_FIND(name) Find(library, "clang_" #name, &table.name)&&
  return FLAGCENSUS_LIBCLANG_FUNCTIONS(FLAGCENSUS_FIND) true;
#undef FLAGCENSUS_FIND
#endif
}

std::string WantedLibrary() {
#ifdef FLAGCENSUS_STATIC
  return "";
#else
  return FLAGCENSUS_LIBCLANG;
#endif
}

const LibClang& Clang() { return Table(); }

}  // namespace flagcensus
