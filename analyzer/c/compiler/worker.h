// A worker process as its parent uses it: started on the first request; killed and discarded if it
// dies, times out or sends an invalid answer. Only the current request is lost then.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <string>
#include <vector>

#include "analyzer/base/result.h"
#include "analyzer/c/compiler/protocol.h"

namespace flagcensus {

struct WorkerOptions {
  // The program to run as a worker, and its arguments: this program itself.
  std::vector<std::string> command = {"/proc/self/exe", "__clang-worker"};
  std::chrono::milliseconds limit = std::chrono::seconds(30);  // of wall time for one source
};

class ClangWorker {
 public:
  explicit ClangWorker(WorkerOptions options) : options_(std::move(options)) {}
  ~ClangWorker() { Stop(); }
  ClangWorker(const ClangWorker&) = delete;
  ClangWorker& operator=(const ClangWorker&) = delete;

  // Sends a request and waits at most `limit`, but not beyond `run_end`. The error says how the
  // worker failed; the next call starts another. The answer has one entry per requested site.
  Result<UnitAnswer> Ask(
      const UnitRequest& request,
      std::chrono::steady_clock::time_point run_end = std::chrono::steady_clock::time_point::max());

 private:
  bool Start();
  // Ends the process and returns how it ended: "was ended by signal 9".
  std::string Stop(bool* no_libclang = nullptr);
  bool Send(const std::string& text, std::chrono::steady_clock::time_point end) const;
  // One line without its line end; the error `late` if there is none in time.
  Result<std::string> Receive(std::chrono::steady_clock::time_point end,
                              const std::string& late) const;

  const WorkerOptions options_;
  pid_t process_ = -1;
  int socket_ = -1;
};

}  // namespace flagcensus
