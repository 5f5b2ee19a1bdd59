#include "analyzer/pipeline/progress.h"

#include <unistd.h>

#include <cstdio>

namespace flagcensus {
namespace {

// Before the first line: most runs end earlier.
constexpr std::chrono::milliseconds kPatience(1000);
// Often enough to show that the run goes on, and rarely enough to cost nothing.
constexpr std::chrono::milliseconds kBetween(200);

}  // namespace

Progress::Progress(bool wanted) {
  if (wanted && isatty(STDERR_FILENO) == 1) thread_ = std::thread([this] { Show(); });
}

Progress::~Progress() {
  if (!thread_.joinable()) return;
  {
    const std::lock_guard lock(mutex_);
    done_ = true;
  }
  over_.notify_one();
  thread_.join();
  if (shown_) std::fputs("\r\x1b[K", stderr);
}

void Progress::At(std::string what) {
  const std::lock_guard lock(mutex_);
  what_ = std::move(what);
}

void Progress::Show() {
  std::unique_lock lock(mutex_);
  for (std::chrono::milliseconds wait = kPatience;
       !over_.wait_for(lock, wait, [this] { return done_; }); wait = kBetween) {
    const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - begin_;
    std::fprintf(stderr, "\r\x1b[K%s (%.0f s)", what_.c_str(), seconds.count());
    std::fflush(stderr);
    shown_ = true;
  }
}

}  // namespace flagcensus
