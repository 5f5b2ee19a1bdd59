// The first pages of a process may be read by several threads at once.
#include <gtest/gtest.h>
#include <unistd.h>

#include <string>
#include <vector>

#include "analyzer/base/child.h"
#include "analyzer/base/parallel.h"
#include "analyzer/pages/html/html.h"

namespace flagcensus {
namespace {

// One page each for two threads, in a process in which libxml2 was not used before. One that waits
// for ever is ended by its alarm.
int ReadInTwoThreads() {
  alarm(20);
  std::vector<size_t> blocks(2);
  ParallelFor(blocks.size(), 2, [&](size_t index, unsigned) {
    std::vector<Diagnostic> diagnostics;
    blocks[index] = ReadHtml("page.html", "<p>one</p><p>two</p>", diagnostics).blocks.size();
  });
  return blocks == std::vector<size_t>(2, 2) ? 0 : 1;
}

TEST(HtmlThreads, TheFirstPagesAreReadSideBySide) {
  for (int i = 0; i < 200; ++i) {
    const ChildEnd end = RunInChild(ReadInTwoThreads);
    ASSERT_EQ(end.wrong, "") << "process " << i;
    ASSERT_EQ(end.status, 0) << "process " << i;
  }
}

}  // namespace
}  // namespace flagcensus
