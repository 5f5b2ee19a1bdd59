// The limits of one run: time in seconds, and memory in bytes. Shared by the threads of a run.
//
// In addition, every file has limits of its own, which count work. What the budget refuses is
// skipped with a diagnostic, which distinguishes a truncated result from a complete one.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <string>

namespace flagcensus {

class RunBudget {
 public:
  static constexpr double kSeconds = 1800;
  static constexpr uint64_t kBytes = uint64_t{4} << 30;

  explicit RunBudget(double seconds = kSeconds, uint64_t bytes = kBytes)
      : end_(std::chrono::steady_clock::now() +
             std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds))),
        seconds_(seconds),
        bytes_(bytes) {}

  // Why no more work may begin: the time is over or the process has used its memory; "" if it may.
  std::string Refuses() const;
  // Whether this or RefusesParse ever refused: with other limits, the result may be another one.
  bool HasRefused() const { return has_refused_; }

  // The deadline, for waiting on another process.
  std::chrono::steady_clock::time_point end() const { return end_; }

  // ParseBytes: the estimated memory for parsing `size` bytes of source. RefusesParse: why that is
  // more than half of the budget, which is the total that all threads may have in flight; "" if it
  // is not.
  static uint64_t ParseBytes(uint64_t size);
  std::string RefusesParse(uint64_t size) const;

  // A reservation of memory in flight. The constructor waits until there is room; the destructor
  // releases it.
  class Share {
   public:
    Share(RunBudget& budget, uint64_t bytes);
    ~Share();
    Share(const Share&) = delete;
    Share& operator=(const Share&) = delete;

   private:
    RunBudget& budget_;
    uint64_t bytes_;
  };

 private:
  using Clock = std::chrono::steady_clock;

  Clock::time_point end_;
  double seconds_;
  uint64_t bytes_;
  mutable std::atomic<bool> has_refused_ = false;
  std::mutex mutex_;
  std::condition_variable freed_;
  uint64_t in_flight_ = 0;
};

}  // namespace flagcensus
