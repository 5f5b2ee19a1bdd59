// Progress: shows the current step on a terminal, if the run takes longer than a second.
#pragma once

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <string>
#include <thread>

namespace flagcensus {

// One line on standard error, rewritten in place and removed at the end. Nothing is written if
// standard error is not a terminal.
//
//   reading 120 sources (3 s)
class Progress {
 public:
  // `wanted`: false for --quiet.
  explicit Progress(bool wanted);
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  // The step that begins: "reading 120 sources". Shown after the first second.
  void At(std::string what);

 private:
  void Show();

  const std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
  std::mutex mutex_;
  std::condition_variable over_;
  std::string what_;
  bool done_ = false;
  bool shown_ = false;
  std::thread thread_;  // the last member: it uses the others
};

}  // namespace flagcensus
