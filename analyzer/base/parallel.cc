// A counter from which each thread takes its next index. The calling thread works too, so one
// thread is run without creating any.
#include "analyzer/base/parallel.h"

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <system_error>
#include <thread>
#include <vector>

namespace flagcensus {

unsigned ThreadCount(unsigned jobs) {
  // More threads than this only cost memory; an option value of a million must not start as many.
  constexpr unsigned kMaxThreads = 256;
  if (jobs == 0) jobs = std::thread::hardware_concurrency();
  return std::clamp(jobs, 1U, kMaxThreads);
}

void ParallelFor(size_t count, unsigned threads,
                 const std::function<void(size_t index, unsigned thread)>& run) {
  std::atomic<size_t> next = 0;
  std::mutex mutex;
  std::exception_ptr failure;
  const auto work = [&](unsigned thread) {
    try {
      for (size_t i = next.fetch_add(1); i < count; i = next.fetch_add(1)) run(i, thread);
    } catch (...) {
      // The other threads find no further index and end; of several exceptions the first is
      // rethrown.
      next = count;
      const std::lock_guard<std::mutex> lock(mutex);
      if (failure == nullptr) failure = std::current_exception();
    }
  };
  {
    std::vector<std::jthread> helpers;
    const size_t wanted = std::min<size_t>(threads, count);
    for (unsigned i = 1; i < wanted; ++i) {
      try {
        helpers.emplace_back(work, i);
      } catch (const std::system_error&) {
        break;  // the system refuses more threads: the others do the work
      }
    }
    work(0);
  }  // all have ended
  if (failure != nullptr) std::rethrow_exception(failure);
}

}  // namespace flagcensus
