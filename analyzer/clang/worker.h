// A worker process as its parent sees it: started when first asked, ended and forgotten when it
// dies, answers too late or answers nonsense. What it is asked is lost then, nothing else.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <string>
#include <vector>

#include "analyzer/base/result.h"
#include "analyzer/clang/protocol.h"

namespace flagcensus {

struct WorkerOptions {
  // The program that becomes a worker, and its arguments: this program itself.
  std::vector<std::string> command = {"/proc/self/exe", "__clang-worker"};
  std::chrono::milliseconds limit = std::chrono::seconds(30);  // of wall time for one source
};

class ClangWorker {
 public:
  explicit ClangWorker(WorkerOptions options) : options_(std::move(options)) {}
  ~ClangWorker() { Stop(); }
  ClangWorker(const ClangWorker&) = delete;
  ClangWorker& operator=(const ClangWorker&) = delete;

  // Asks, and waits for at most the limit, and no longer than `run_end`. The error is what became
  // of the worker; the next call starts another. The answer has one entry for each asked site.
  Result<UnitAnswer> Ask(
      const UnitRequest& request,
      std::chrono::steady_clock::time_point run_end = std::chrono::steady_clock::time_point::max());

 private:
  bool Start();
  // Ends it; how it ended: "was ended by signal 9".
  std::string Stop(bool* no_libclang = nullptr);
  bool Send(const std::string& text, std::chrono::steady_clock::time_point end) const;
  // One line without its end; an error where there is none in time: `late`.
  Result<std::string> Receive(std::chrono::steady_clock::time_point end,
                              const std::string& late) const;

  const WorkerOptions options_;
  pid_t process_ = -1;
  int socket_ = -1;
};

}  // namespace flagcensus
