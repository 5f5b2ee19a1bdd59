// The limits of one run: time in seconds, and memory in bytes. Shared by the threads of a run.
//
//   const std::string why = budget.RefusalReason();
//   if (!why.empty()) skip the file, with that diagnostic
//   const RunBudget::Share share(budget, RunBudget::ParseBytes(size));
//   parse it
//
// In addition, every file has its own limits, which count work. Input that the budget refuses is
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
  // The defaults: half an hour, and 4 GiB. A run that needs more reads input crafted to be
  // expensive, or a tree so large that the user has to raise the limits.
  static constexpr double kSeconds = 1800;
  static constexpr uint64_t kBytes = uint64_t{4} << 30;

  explicit RunBudget(double seconds = kSeconds, uint64_t bytes = kBytes)
      : end_(std::chrono::steady_clock::now() +
             std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds))),
        seconds_(seconds),
        bytes_(bytes) {}

  // The reason why no more work may begin: the deadline has passed, or the process uses more memory
  // than allowed. "" if work may begin.
  std::string RefusalReason() const;
  // Whether this or ParseRefusalReason ever refused. The cache must not store such a result: with
  // other limits, it may be different.
  bool HasRefused() const { return has_refused_; }

  // The deadline, for waiting on another process.
  std::chrono::steady_clock::time_point end() const { return end_; }

  // ParseBytes: the estimated memory for parsing `size` bytes of source. ParseRefusalReason: the
  // reason to skip the source if that is more than half of the budget, which is the most that all
  // threads together may use for parsing at one time; otherwise "".
  static uint64_t ParseBytes(uint64_t size);
  std::string ParseRefusalReason(uint64_t size) const;

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
