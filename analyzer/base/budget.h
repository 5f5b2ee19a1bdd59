// What one run may take: seconds, and memory. Shared by the threads of a run.
//
// Beside it every file has bounds of its own, which are counts of work. What the budget refuses is
// left out with a diagnostic, so a result that it cut is told from a whole one.
#pragma once

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

  // Why nothing more may be begun: the time is over or the process holds its memory; "" else.
  std::string Refuses() const;

  // When the time is over, for what waits for another process.
  std::chrono::steady_clock::time_point end() const { return end_; }

  // The memory that parsing `size` bytes of source may take, and why that is more than half of the
  // budget, which is what all threads together may have in flight; "" where it is not.
  static uint64_t ParseBytes(uint64_t size);
  std::string RefusesParse(uint64_t size) const;

  // A share of what is in flight, for as long as it lives. Waits until there is room for it.
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
  std::mutex mutex_;
  std::condition_variable freed_;
  uint64_t in_flight_ = 0;
};

}  // namespace flagcensus
