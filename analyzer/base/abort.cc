// SIGABRT ─→ a line on standard error ─→ status 2
#include "analyzer/base/abort.h"

#include <unistd.h>

#include <csignal>
#include <string_view>

namespace flagcensus {
namespace {

constexpr int kFailed = 2;  // the status of every other internal error

// Calls only what is safe in a signal handler: write and _exit.
void HandleAbort(int) {
  constexpr std::string_view kMessage =
      "flagcensus: internal error: an assertion failed (printed above); please report it\n";
  [[maybe_unused]] const ssize_t written = write(STDERR_FILENO, kMessage.data(), kMessage.size());
  _exit(kFailed);
}

}  // namespace

void InstallAbortHandler() { std::signal(SIGABRT, HandleAbort); }

}  // namespace flagcensus
