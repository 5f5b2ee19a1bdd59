// The worker process: requests on standard input, answers on standard output, until the input ends.
#pragma once

#include <string_view>

namespace flagcensus {

// Not in the help: its input is a protocol.
// The hidden command by which the program starts itself as a worker.
inline constexpr std::string_view kWorkerCommand = "__clang-worker";

// Limits its own memory, CPU time and files, then answers requests. Returns the exit status.
int RunClangWorker();

}  // namespace flagcensus
