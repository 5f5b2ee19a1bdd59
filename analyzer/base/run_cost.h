// The costs of a run: the CPU time of each of its phases, and the data it reads.
//
//   {
//     const PhaseScope scope(cost, Phase::kPages);    // time counts for kPages
//     ReadPages();
//   }                                                 // and again for the phase before
//   cost->Seconds()[static_cast<size_t>(Phase::kPages)]
//
// Phases follow each other on the run's first thread. The process clock, read at the start of each,
// covers the time of all threads that a phase starts. If threads do two things in one loop, each
// measures one of them with its own clock (PhasePart). Without a RunCost no clock is read.
#pragma once

#include <array>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>

namespace flagcensus {

// In the order in which they are reported.
enum class Phase {
  kWalk,
  kSearch,
  kParse,
  kEvaluate,
  kC,
  kClang,
  kConsumption,
  kPages,
  kElsewhere,  // other uses of variables in files, besides the accesses and the pages
  kRest,
};
inline constexpr size_t kPhaseCount = static_cast<size_t>(Phase::kRest) + 1;

// The sizes of the run, known at its end.
struct RunCounts {
  bool kept = false;  // the answer is from the cache: the other counts are unset
  size_t found = 0;   // files
  size_t parsed = 0;  // files
  size_t accesses = 0;
  size_t steps = 0;       // steps for which the cache may have the results; 0: it is not used
  size_t steps_held = 0;  // steps for which it had them
};

class RunCost {
 public:
  using Nanoseconds = std::chrono::nanoseconds;

  RunCost();

  // After this call, time counts for `phase`; returns the phase before. Only for the first thread,
  // while it runs alone.
  Phase Begin(Phase phase);

  // Moves time of a thread from the run's current phase to another one.
  void Move(Nanoseconds spent, Phase to);

  // Counts the read of one file; a file that is read twice counts twice.
  void CountRead(uint64_t bytes);

  // CPU time so far, in seconds by phase; the time of finished child processes counts for kClang.
  std::array<double, kPhaseCount> Seconds();

  double WallSeconds() const;
  uint64_t files_read() const { return files_read_; }
  uint64_t bytes_read() const { return bytes_read_; }

  std::optional<RunCounts> counts;  // nullopt: the run produced no answer

 private:
  const std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
  const Nanoseconds children_before_;  // time of the program that this one was exec'ed from
  Phase phase_ = Phase::kRest;
  Nanoseconds accounted_{0};  // the part of the process's time that is in `spent_`
  std::array<std::atomic<int64_t>, kPhaseCount> spent_{};
  std::atomic<uint64_t> files_read_ = 0;
  std::atomic<uint64_t> bytes_read_ = 0;
};

// Sets the run's phase for its lifetime, except for phases that begin within it.
class PhaseScope {
 public:
  // `cost`: null if not measured.
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

// Counts the time of this thread for another phase than the run's during its lifetime. No phase may
// begin within it.
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
