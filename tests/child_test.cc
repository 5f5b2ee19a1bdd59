// Work in a process of its own: how it ends, and that it changes nothing here.
#include "analyzer/base/child.h"

#include <gtest/gtest.h>

#include <csignal>
#include <stdexcept>

namespace flagcensus {
namespace {

TEST(Child, TellsWhatTheWorkGave) {
  int here = 1;
  const ChildEnd end = RunInChild([&] {
    here = 2;
    return 7;
  });
  EXPECT_EQ(end.status, 7);
  EXPECT_EQ(end.wrong, "");
  EXPECT_EQ(here, 1);
}

TEST(Child, TellsTheSignalThatEndedIt) {
  const ChildEnd killed = RunInChild([] { return raise(SIGKILL); });
  EXPECT_EQ(killed.wrong, "signal 9 (Killed)");
  // An exception may not come back into a program that never called what threw it.
  const ChildEnd thrown = RunInChild([]() -> int { throw std::runtime_error("no"); });
  EXPECT_TRUE(thrown.wrong.starts_with("signal 6 ")) << thrown.wrong;
}

}  // namespace
}  // namespace flagcensus
