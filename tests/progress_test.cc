// Progress stands on a terminal alone, after a second, and leaves nothing behind.
#include "analyzer/pipeline/progress.h"

#include <gtest/gtest.h>
#include <pty.h>
#include <unistd.h>

#include <chrono>
#include <string>
#include <thread>

namespace flagcensus {
namespace {

// What is written to standard error, a terminal, while `work` runs.
template <typename Work>
std::string OnTerminal(Work work) {
  int terminal = -1;
  int program = -1;
  if (openpty(&terminal, &program, nullptr, nullptr, nullptr) != 0) return "no terminal";
  const int before = dup(STDERR_FILENO);
  dup2(program, STDERR_FILENO);
  work();
  fflush(stderr);
  dup2(before, STDERR_FILENO);
  close(before);
  close(program);
  std::string out;
  char buffer[4096];
  for (ssize_t n; (n = read(terminal, buffer, sizeof buffer)) > 0;) {
    out.append(buffer, static_cast<size_t>(n));
  }
  close(terminal);
  return out;
}

void WaitFor(int milliseconds) {
  std::this_thread::sleep_for(std::chrono::milliseconds(milliseconds));
}

TEST(Progress, IsShownAfterASecondAndTakenAway) {
  const std::string out = OnTerminal([] {
    Progress progress(true);
    progress.At("reading pages");
    progress.At("reading 3 files");
    WaitFor(1500);
  });
  EXPECT_TRUE(out.starts_with("\r\x1b[Kreading 3 files (1 s)")) << out;
  EXPECT_TRUE(out.ends_with("\r\x1b[K")) << out;
}

TEST(Progress, SaysNothingOfWhatIsQuick) {
  EXPECT_EQ(OnTerminal([] {
              Progress progress(true);
              progress.At("reading pages");
            }),
            "");
}

TEST(Progress, SaysNothingWhereItIsNotWantedOrToAPipe) {
  EXPECT_EQ(OnTerminal([] {
              Progress progress(false);
              WaitFor(1300);
            }),
            "");
  int pipes[2];
  ASSERT_EQ(pipe(pipes), 0);
  const int before = dup(STDERR_FILENO);
  dup2(pipes[1], STDERR_FILENO);
  {
    Progress progress(true);
    WaitFor(1300);
  }
  dup2(before, STDERR_FILENO);
  close(before);
  close(pipes[1]);
  char byte = 0;
  EXPECT_EQ(read(pipes[0], &byte, 1), 0);
  close(pipes[0]);
}

}  // namespace
}  // namespace flagcensus
