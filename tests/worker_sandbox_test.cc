// A worker that tries finds doors closed, where the kernel can close them.
#include <gtest/gtest.h>

#include <cstdio>
#include <map>
#include <string>

#include "tests/paths.h"
#include "tests/scratch_folder.h"

namespace flagcensus {
namespace {

// What the probe says of each try; "files" and "calls" are what the kernel has.
std::map<std::string, std::string> Probe(const ScratchFolder& tree, const std::string& outside) {
  std::map<std::string, std::string> out;
  // The leak checker traces the process, which the sandbox refuses.
  const std::string command =
      "ASAN_OPTIONS=detect_leaks=0 " + kProbe + " '" + tree.path() + "' '" + outside + "'";
  FILE* pipe = popen(command.c_str(), "r");
  char name[64], what[64];
  int files = 0, calls = 0;
  if (pipe == nullptr) return out;
  if (std::fscanf(pipe, "files %d calls %d\n", &files, &calls) == 2) {
    out["files"] = std::to_string(files);
    out["calls"] = std::to_string(calls);
  }
  while (std::fscanf(pipe, "%63s %63s\n", name, what) == 2) out[name] = what;
  EXPECT_EQ(pclose(pipe), 0);
  return out;
}

TEST(WorkerSandbox, OnlyReadingInTheTreeIsLeft) {
  const ScratchFolder tree;
  const ScratchFolder elsewhere;
  tree.Write("a.c", "int a;\n");
  auto said = Probe(tree, elsewhere.Write("secret", "4711"));
  for (const char* allowed : {"read-tree", "list-tree", "read-system", "thread"}) {
    EXPECT_EQ(said[allowed], "done") << allowed;
  }
  if (said["files"] == "1") {
    for (const char* closed :
         {"read-outside", "read-passwd", "write-tree", "make-in-tree", "make-in-tmp"}) {
      EXPECT_EQ(said[closed], "refused") << closed;
    }
  }
  if (said["calls"] == "1") {
    for (const char* closed : {"internet", "unix-socket", "fork", "spawn", "trace-parent"}) {
      EXPECT_EQ(said[closed], "refused") << closed;
    }
  }
  if (said["files"] != "1" || said["calls"] != "1") {
    GTEST_SKIP() << "skipped: this kernel or build lacks Landlock (" << said["files"]
                 << ") or seccomp (" << said["calls"] << ")";
  }
}

}  // namespace
}  // namespace flagcensus
