// The limits are set before the first byte of a scanned tree is read, and cannot be raised. No file
// can grow, no core is written, and memory and CPU time are bounded. If the kernel supports it,
// only the tree and the system's headers can be opened, and no program, process or connection
// started. The parent measures wall time.
#include "analyzer/c/compiler/worker/process.h"

#include <sys/resource.h>
#include <sys/time.h>

#include <cstdio>
#include <iostream>
#include <string>
#include <vector>

#include "analyzer/c/compiler/system_folders.h"
#include "analyzer/c/compiler/worker/file_view.h"
#include "analyzer/c/compiler/worker/libclang.h"
#include "analyzer/c/compiler/worker/sandbox.h"
#include "analyzer/c/compiler/worker/semantics.h"

namespace flagcensus {
namespace {

constexpr rlim_t kMemory = rlim_t{3} << 30;  // bytes of address space; a large unit needs 500 MB
constexpr rlim_t kSeconds = 60;              // of CPU for one source

// The sanitizers reserve terabytes of addresses, and start a process to search for leaks.
#if defined(__SANITIZE_ADDRESS__)
constexpr bool kLimitMemory = false;
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
constexpr bool kLimitMemory = false;
#else
constexpr bool kLimitMemory = true;
#endif
#else
constexpr bool kLimitMemory = true;
#endif

bool Limit(int resource, rlim_t soft, rlim_t hard) {
  const rlimit limit{soft, hard};
  return setrlimit(static_cast<__rlimit_resource>(resource), &limit) == 0;
}

// Grants the next source its seconds: the limit counts those of the whole process.
bool GrantSeconds() {
  rusage usage{};
  if (getrusage(RUSAGE_SELF, &usage) != 0) return false;
  const auto used = static_cast<rlim_t>(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec);
  return Limit(RLIMIT_CPU, used + kSeconds, RLIM_INFINITY);
}

}  // namespace

int RunClangWorker() {
  // In this order: the view's file before the limit on file sizes; libclang before the confinement,
  // which would hide its libraries.
  PrepareView();
  bool limited = Limit(RLIMIT_FSIZE, 0, 0) && Limit(RLIMIT_CORE, 0, 0);
  if (kLimitMemory) limited = limited && Limit(RLIMIT_AS, kMemory, kMemory);
  if (!limited) return 1;
  if (!LoadClang()) return kNoLibclang;
  bool confined = false;
  for (std::string line; std::getline(std::cin, line);) {
    const std::optional<UnitRequest> request = ReadRequest(line);
    if (!request || !GrantSeconds()) return 1;
    // The request names the tree; nothing in the tree has been read before.
    if (!confined && kLimitMemory) {
      std::vector<std::string> readable = SystemFolders();
      readable.insert(readable.end(), request->roots.begin(), request->roots.end());
      Confine(readable);
    }
    confined = true;
    const UnitAnswer answer = AnswerUnit(*request);
    const std::string text = WriteAnswer(answer) + "\n";
    if (std::fwrite(text.data(), 1, text.size(), stdout) != text.size()) return 1;
    if (std::fflush(stdout) != 0) return 1;
    // After a crash the process is not asked again.
    if (answer.problem == kCrashedMessage) return 1;
  }
  return 0;
}

}  // namespace flagcensus
