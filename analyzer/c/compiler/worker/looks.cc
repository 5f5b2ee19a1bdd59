// The linker resolves a shared library's `open` to the program's, if the program has one, and dlsym
// finds the next one of that name. The functions have other names here, and those of the C library
// for the linker, so they do not conflict with the declarations in its headers. LLVM's
// libraries pass paths to no other functions (`nm -D --undefined-only libLLVM.so`); libstdc++ was
// examined, too.
//
//   #include <a.h> with -Iinc -Ilib     ─→ open("inc/a.h") fails, open("lib/a.h") succeeds
//                                       ─→ {"inc/a.h", kAbsent}, {"lib/a.h", kThere}
//
// A file that appears later as inc/a.h changes the answer, so the cache must know of the
// first.
#include "analyzer/c/compiler/worker/looks.h"

#include <atomic>
#include <mutex>

// The names of stat are functions since glibc 2.33; before, they are inlined into the caller.
#if defined(__linux__) && defined(__GLIBC__) && !defined(FLAGCENSUS_STATIC)
#if __GLIBC_PREREQ(2, 33)
#define FLAGCENSUS_LOOKS
#include <dirent.h>
#include <dlfcn.h>
#include <fcntl.h>
#include <sys/stat.h>

#include <cerrno>
#include <cstdarg>
#include <cstdio>
#endif
#endif

namespace flagcensus {
namespace {

// Room for several hundred thousand paths: a source with more has deep include paths, and its
// answer is not cached.
constexpr size_t kMaxBytes = size_t{16} << 20;  // of paths of one source
#ifdef FLAGCENSUS_LOOKS
constexpr bool kLooks = true;
#else
constexpr bool kLooks = false;
#endif

struct Looks {
  std::atomic<bool> on = false;
  std::mutex mutex;
  std::vector<Look> list;
  size_t bytes = 0;
};

// A function's static, not a global object: libraries call `open` before the constructors of this
// file have run.
Looks& TheLooks() {
  static Looks looks;
  return looks;
}

}  // namespace

void StartLooks() {
  Looks& looks = TheLooks();
  const std::lock_guard<std::mutex> lock(looks.mutex);
  looks.list.clear();
  looks.bytes = 0;
  looks.on = true;
}

// At the bound the list is incomplete, so there is none.
std::optional<std::vector<Look>> TakeFileLookups() {
  Looks& looks = TheLooks();
  const std::lock_guard<std::mutex> lock(looks.mutex);
  looks.on = false;
  if (!kLooks || looks.bytes >= kMaxBytes) return std::nullopt;
  return std::move(looks.list);
}

}  // namespace flagcensus

#ifdef FLAGCENSUS_LOOKS

namespace flagcensus {
namespace {

void WriteDown(const char* path, Found result) {
  Looks& looks = TheLooks();
  if (!looks.on.load(std::memory_order_relaxed) || path == nullptr) return;
  // Taking the lock and extending the list may change errno.
  const int error = errno;  // the caller examines it after the call
  {
    const std::lock_guard<std::mutex> lock(looks.mutex);
    std::string text = path;
    looks.bytes += text.size() + 1;
    if (looks.bytes < kMaxBytes) looks.list.push_back({std::move(text), result});
  }
  errno = error;
}

// A file that may not be read exists all the same.
Found ThereIf(bool there) {
  return there || (errno != ENOENT && errno != ENOTDIR) ? Found::kThere : Found::kAbsent;
}

// nullptr if there is no such function, which glibc from 2.33 on excludes.
template <typename Function>
Function Next(const char* name) {
  return reinterpret_cast<Function>(dlsym(RTLD_NEXT, name));
}

// The argument exists only with these flags; reading it without is undefined.
mode_t ModeOf(int flags, va_list arguments) {
  const bool has = (flags & O_CREAT) != 0 || (flags & O_TMPFILE) == O_TMPFILE;
  return has ? va_arg(arguments, mode_t) : 0;
}

}  // namespace
}  // namespace flagcensus

extern "C" {

// Each function calls the next one of its name first, so the result is known.
#define FLAGCENSUS_OPEN(function, symbol)                                              \
  int function(const char* path, int flags, ...) __asm__(symbol);                      \
  int function(const char* path, int flags, ...) {                                     \
    static const auto next = flagcensus::Next<int (*)(const char*, int, ...)>(symbol); \
    va_list arguments;                                                                 \
    va_start(arguments, flags);                                                        \
    const mode_t mode = flagcensus::ModeOf(flags, arguments);                          \
    va_end(arguments);                                                                 \
    const int file = next(path, flags, mode);                                          \
    flagcensus::WriteDown(path, flagcensus::ThereIf(file >= 0));                       \
    return file;                                                                       \
  }
FLAGCENSUS_OPEN(flagcensus_open, "open")
FLAGCENSUS_OPEN(flagcensus_open64, "open64")
#undef FLAGCENSUS_OPEN

// The status is passed through as void*: its type differs between the variants and is not read.
#define FLAGCENSUS_STAT(function, symbol)                                           \
  int function(const char* path, void* status) __asm__(symbol);                     \
  int function(const char* path, void* status) {                                    \
    static const auto next = flagcensus::Next<int (*)(const char*, void*)>(symbol); \
    const int failed = next(path, status);                                          \
    flagcensus::WriteDown(path, flagcensus::ThereIf(failed == 0));                  \
    return failed;                                                                  \
  }
FLAGCENSUS_STAT(flagcensus_stat, "stat")
FLAGCENSUS_STAT(flagcensus_stat64, "stat64")
FLAGCENSUS_STAT(flagcensus_lstat, "lstat")
FLAGCENSUS_STAT(flagcensus_lstat64, "lstat64")
#undef FLAGCENSUS_STAT

int flagcensus_access(const char* path, int mode) __asm__("access");
int flagcensus_access(const char* path, int mode) {
  static const auto next = flagcensus::Next<int (*)(const char*, int)>("access");
  const int failed = next(path, mode);
  flagcensus::WriteDown(path, flagcensus::ThereIf(failed == 0));
  return failed;
}

ssize_t flagcensus_readlink(const char* path, char* text, size_t size) __asm__("readlink");
// A path that is not a link fails with EINVAL and counts as there.
ssize_t flagcensus_readlink(const char* path, char* text, size_t size) {
  static const auto next = flagcensus::Next<ssize_t (*)(const char*, char*, size_t)>("readlink");
  const ssize_t got = next(path, text, size);
  flagcensus::WriteDown(path, flagcensus::ThereIf(got >= 0));
  return got;
}

char* flagcensus_realpath(const char* path, char* out) __asm__("realpath");
char* flagcensus_realpath(const char* path, char* out) {
  static const auto next = flagcensus::Next<char* (*)(const char*, char*)>("realpath");
  char* const real = next(path, out);
  flagcensus::WriteDown(path, flagcensus::ThereIf(real != nullptr));
  return real;
}

DIR* flagcensus_opendir(const char* path) __asm__("opendir");
// A listed folder matters by its entries: a new one changes the result, which the bare existence of
// the folder would not show.
DIR* flagcensus_opendir(const char* path) {
  static const auto next = flagcensus::Next<DIR* (*)(const char*)>("opendir");
  DIR* const folder = next(path);
  flagcensus::WriteDown(
      path, folder != nullptr ? flagcensus::Found::kEntries : flagcensus::ThereIf(false));
  return folder;
}

#define FLAGCENSUS_FOPEN(function, symbol)                                                  \
  FILE* function(const char* path, const char* mode) __asm__(symbol);                       \
  FILE* function(const char* path, const char* mode) {                                      \
    static const auto next = flagcensus::Next<FILE* (*)(const char*, const char*)>(symbol); \
    FILE* const file = next(path, mode);                                                    \
    flagcensus::WriteDown(path, flagcensus::ThereIf(file != nullptr));                      \
    return file;                                                                            \
  }
FLAGCENSUS_FOPEN(flagcensus_fopen, "fopen")
FLAGCENSUS_FOPEN(flagcensus_fopen64, "fopen64")
#undef FLAGCENSUS_FOPEN

}  // extern "C"

#endif
