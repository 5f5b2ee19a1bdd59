// A shared library that few runs use, loaded when the first of its functions is called.
//
// libgit2, libarchive and libxml2 load thirty other libraries. To link the program to them would
// cost every start several milliseconds. A header for each (such as tree/git_library.h) declares
// objects in this namespace that have the names of the functions and are called like them:
//
//   FLAGCENSUS_LOADED(kLibGit2, git_libgit2_init)
//   git_libgit2_init();     // dlopen, dlsym; then calls it. The next call costs one load.
//
// If the file of a library is not known at compile time (FLAGCENSUS_STATIC, other systems than
// Linux), there are no such objects, and the same calls go to the library that the program is
// linked to.
#pragma once

#include <atomic>
#include <mutex>

namespace flagcensus {

class LoadedLibrary {
 public:
  // `file`: the name under which the dynamic linker searches for it, such as "libgit2.so.1.5".
  constexpr explicit LoadedLibrary(const char* file) : file_(file) {}

  // The function `name`. Loads the library on the first call and keeps it. Throws
  // std::runtime_error if it or the function is missing. Thread-safe.
  void* Find(const char* name);

 private:
  const char* file_;
  std::mutex mutex_;
  void* library_ = nullptr;
};

// A function of a loaded library: converts to a pointer to it, and so can be called.
template <typename Function>
class LoadedFunction {
 public:
  constexpr LoadedFunction(LoadedLibrary& library, const char* name)
      : library_(library), name_(name) {}

  operator Function*() const {
    Function* found = found_.load(std::memory_order_acquire);
    if (found == nullptr) {
      found = reinterpret_cast<Function*>(library_.Find(name_));
      found_.store(found, std::memory_order_release);
    }
    return found;
  }

 private:
  LoadedLibrary& library_;
  const char* name_;
  mutable std::atomic<Function*> found_ = nullptr;
};

// The object for function `name` of `library`; in namespace flagcensus.
#define FLAGCENSUS_LOADED(library, name) \
  inline constinit const LoadedFunction<decltype(::name)> name{library, #name};

}  // namespace flagcensus
