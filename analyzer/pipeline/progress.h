// Progress: what the program is at, on a terminal, when it takes longer than a second.
#pragma once

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <string>
#include <thread>

namespace flagcensus {

// One line on standard error, written over and over and taken away at the end. Where standard error
// is no terminal, nothing is ever written.
class Progress {
 public:
  // `wanted`: false for --quiet.
  explicit Progress(bool wanted);
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  // What is begun: "reading 120 sources". Shown where the first second is over.
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
