// What a run costs: the CPU time of each of its phases, and what it reads.
//
// Phases follow each other on the run's first thread, whatever threads they start, so the clock of
// the process, read where one begins, tells what all threads spend in it. Where threads do two
// things in one loop, each reads its own clock around one of them. Without a RunCost no clock is
// read.
#pragma once

#include <array>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>

namespace flagcensus {

// In the order in which they are told.
enum class Phase {
  kWalk,
  kSearch,
  kParse,
  kEvaluate,
  kC,
  kClang,
  kConsumption,
  kPages,
  kElsewhere,  // what files say of variables beside the accesses and the pages
  kRest,
};
inline constexpr size_t kPhaseCount = static_cast<size_t>(Phase::kRest) + 1;

// What the run was about, known at its end.
struct RunCounts {
  bool kept = false;  // the answer is an earlier run's: there is nothing else to tell
  size_t found = 0;   // files
  size_t parsed = 0;  // files
  size_t accesses = 0;
};

class RunCost {
 public:
  using Nanoseconds = std::chrono::nanoseconds;

  RunCost();

  // All that runs from here on is of `phase`; what it was of before. For the first thread, while it
  // runs alone.
  Phase Begin(Phase phase);

  // Counts the time of a thread as that of another phase than the run is in.
  void Move(Nanoseconds spent, Phase to);

  // A file that is read twice counts twice.
  void CountRead(uint64_t bytes);

  // CPU time so far, by phase; the time of child processes that have ended is kClang's.
  std::array<double, kPhaseCount> Seconds();

  double WallSeconds() const;
  uint64_t files_read() const { return files_read_; }
  uint64_t bytes_read() const { return bytes_read_; }

  std::optional<RunCounts> counts;  // none: the run came to no answer

 private:
  const std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
  const Nanoseconds children_before_;  // of a program that became this one
  Phase phase_ = Phase::kRest;
  Nanoseconds told_{0};  // of the process's time, what stands in `spent_`
  std::array<std::atomic<int64_t>, kPhaseCount> spent_{};
  std::atomic<uint64_t> files_read_ = 0;
  std::atomic<uint64_t> bytes_read_ = 0;
};

// The run is in a phase as long as this lives, but for the phases that begin within.
class PhaseScope {
 public:
  // `cost`: none where nobody asks.
  PhaseScope(RunCost* cost, Phase phase)
      : cost_(cost), before_(cost == nullptr ? phase : cost->Begin(phase)) {}
  ~PhaseScope() {
    if (cost_ != nullptr) cost_->Begin(before_);
  }
  PhaseScope(const PhaseScope&) = delete;
  PhaseScope& operator=(const PhaseScope&) = delete;

 private:
  RunCost* const cost_;
  const Phase before_;
};

// What this thread does as long as this lives is of another phase than what the threads of the run
// do. No phase begins within.
class PhasePart {
 public:
  PhasePart(RunCost* cost, Phase phase);
  ~PhasePart();
  PhasePart(const PhasePart&) = delete;
  PhasePart& operator=(const PhasePart&) = delete;

 private:
  RunCost* const cost_;
  const Phase phase_;
  const RunCost::Nanoseconds begin_;
};

}  // namespace flagcensus
