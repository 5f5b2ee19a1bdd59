#include "analyzer/base/run_cost.h"

#include <sys/resource.h>
#include <time.h>

namespace flagcensus {
namespace {

RunCost::Nanoseconds TimeOf(clockid_t clock) {
  timespec now = {};
  clock_gettime(clock, &now);
  return std::chrono::seconds(now.tv_sec) + RunCost::Nanoseconds(now.tv_nsec);
}

// The CPU time of the child processes that have ended.
RunCost::Nanoseconds TimeOfChildren() {
  rusage used = {};
  getrusage(RUSAGE_CHILDREN, &used);
  const auto time = [](const timeval& value) {
    return std::chrono::seconds(value.tv_sec) + std::chrono::microseconds(value.tv_usec);
  };
  return time(used.ru_utime) + time(used.ru_stime);
}

}  // namespace

RunCost::RunCost() : children_before_(TimeOfChildren()) {}

Phase RunCost::Begin(Phase phase) {
  const Nanoseconds now = TimeOf(CLOCK_PROCESS_CPUTIME_ID);
  // All time since the last change of phase, of all threads.
  spent_[static_cast<size_t>(phase_)] += (now - accounted_).count();
  accounted_ = now;
  const Phase before = phase_;
  phase_ = phase;
  return before;
}

void RunCost::Move(Nanoseconds spent, Phase to) {
  spent_[static_cast<size_t>(phase_)] -= spent.count();
  spent_[static_cast<size_t>(to)] += spent.count();
}

void RunCost::CountRead(uint64_t bytes) {
  ++files_read_;
  bytes_read_ += bytes;
}

std::array<double, kPhaseCount> RunCost::Seconds() {
  Begin(phase_);
  std::array<double, kPhaseCount> out{};
  for (size_t i = 0; i < kPhaseCount; ++i) {
    out[i] = std::chrono::duration<double>(Nanoseconds(spent_[i])).count();
  }
  const Nanoseconds children = TimeOfChildren() - children_before_;
  out[static_cast<size_t>(Phase::kClang)] += std::chrono::duration<double>(children).count();
  return out;
}

double RunCost::WallSeconds() const {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin_).count();
}

PhasePart::PhasePart(RunCost* cost, Phase phase)
    : cost_(cost),
      phase_(phase),
      begin_(cost == nullptr ? RunCost::Nanoseconds(0) : TimeOf(CLOCK_THREAD_CPUTIME_ID)) {}

PhasePart::~PhasePart() {
  if (cost_ != nullptr) cost_->Move(TimeOf(CLOCK_THREAD_CPUTIME_ID) - begin_, phase_);
}

}  // namespace flagcensus
