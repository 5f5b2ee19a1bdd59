// The cache where a run ends in the middle of keeping its answer, and where there is no room for
// it.
#include <gtest/gtest.h>

#include <cstdio>
#include <cstdlib>
#include <random>

#include "tests/cache_project.h"

namespace flagcensus {
namespace {

// The program with the cache, for a shell.
std::string Command(const SampleProject& project) {
  return std::string("XDG_CACHE_HOME=/dev/null '") + kBinary + "' " + kCheck + project.more +
         " --cache-settle 0 --cache " + project.cache;
}

TEST(CacheInterrupted, ARunThatIsKilledHarmsNoOther) {
  constexpr int kRuns = 40;
  constexpr int kLongest = 80;  // milliseconds: longer than a run takes
  const SampleProject project;
  NextTick();
  const Outcome cold = project.Cold(kCheck);
  std::mt19937 random(20261122);
  for (int run = 0; run < kRuns; ++run) {
    char seconds[16];
    const int after = static_cast<int>(random() % kLongest) + 1;
    std::snprintf(seconds, sizeof seconds, "0.%03d", after);
    const std::string killed = "cd " + project.tree + " && env " + "timeout -s KILL " + seconds +
                               " env " + Command(project) + " >/dev/null 2>&1";
    static_cast<void>(std::system(killed.c_str()));
    ExpectSame(project.Warm(kCheck), cold, "killed after " + std::to_string(after) + " ms");
    if (run % 2 == 0) fs::remove_all(project.cache);
  }
  fs::remove_all(project.cache);
  project.Warm(kCheck);
  EXPECT_EQ(AnswersIn(project.cache).size(), 1U);
}

TEST(CacheInterrupted, WithoutRoomItKeepsNothingAndSaysTheSame) {
  const SampleProject project;
  NextTick();
  const Outcome cold = project.Cold(kCheck);
  const std::string out = project.scratch / "out";
  // No file may grow: writing fails as it does where a disk is full.
  const std::string full = "cd " + project.tree + " && (trap '' XFSZ; ulimit -f 0; " +
                           Command(project) + " 2>&1; echo status $?) | cat >" + out;
  ASSERT_EQ(std::system(full.c_str()), 0);
  EXPECT_EQ(Slurp(out), cold.err + cold.out + "status " + std::to_string(cold.status) + "\n");
  EXPECT_TRUE(AnswersIn(project.cache).empty()) << "half an answer stays";
}

}  // namespace
}  // namespace flagcensus
