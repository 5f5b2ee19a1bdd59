// check --watch: what it prints while files change, and how it ends.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <string>

#include "tests/run_program.h"
#include "tests/scratch_folder.h"

namespace flagcensus {
namespace {

// A run of `check --watch` in the background.
class WatchRun {
 public:
  explicit WatchRun(const std::string& folder) : out_(streams_ / "out") {
    process_ = fork();
    if (process_ != 0) return;
    const int out = open(out_.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
    dup2(out, STDOUT_FILENO);
    if (chdir(folder.c_str()) != 0) _exit(127);
    execl(kBinary.c_str(), kBinary.c_str(), "check", "--watch", "--no-clang", "--no-cache",
          "--exit-zero", nullptr);
    _exit(127);
  }
  ~WatchRun() { End(); }

  // Waits until the output contains `text`, at most a minute.
  bool Prints(const std::string& text) const {
    for (int i = 0; i < 600; ++i) {
      if (ReadText(out_).find(text) != std::string::npos) return true;
      usleep(100000);
    }
    ADD_FAILURE() << "no '" << text << "' in:\n" << ReadText(out_);
    return false;
  }
  std::string text() const { return ReadText(out_); }
  // Interrupts it. Returns the exit status; -1 if it was ended by a signal.
  int End() {
    if (process_ <= 0) return -1;
    kill(process_, SIGINT);
    int status = 0;
    waitpid(process_, &status, 0);
    process_ = -1;
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  }

 private:
  ScratchFolder streams_;
  std::string out_;
  pid_t process_ = -1;
};

TEST(Watch, FindingsComeAndGo) {
#ifndef __linux__
  GTEST_SKIP() << "skipped: lacks inotify";
#endif
  const ScratchFolder folder;
  folder.Write("app.py", "import os\nSIZE = os.getenv('APP_SIZE', '3')\nprint(SIZE)\n");
  folder.Write("environment.md",
               "# Environment variables\n\n| Variable | Default |\n| --- | --- |\n"
               "| `APP_SIZE` | `3` |\n");
  WatchRun run(folder.path());
  ASSERT_TRUE(run.Prints("1 access"));
  usleep(500000);  // until the directories are watched
  folder.Write("app.py", "import os\nSIZE = os.getenv('APP_SIZE', '5')\nprint(SIZE)\n");
  ASSERT_TRUE(run.Prints("1 new, 0 gone, 1 finding\n"));
  EXPECT_NE(run.text().find("new: app.py:2:8: warning: APP_SIZE"), std::string::npos) << run.text();
  folder.Write("sub/more.py", "import os\nprint(os.getenv('APP_MORE', '1'))\n");
  ASSERT_TRUE(run.Prints("1 new, 0 gone, 2 findings\n"));
  folder.Write("app.py", "import os\nSIZE = os.getenv('APP_SIZE', '3')\nprint(SIZE)\n");
  ASSERT_TRUE(run.Prints("0 new, 1 gone, 1 finding\n"));
  EXPECT_NE(run.text().find("gone: "), std::string::npos) << run.text();
  // A file in a directory that is new.
  folder.Write("sub/more.py", "print(1)\n");
  ASSERT_TRUE(run.Prints("0 new, 1 gone, 0 findings\n"));
  EXPECT_EQ(run.End(), 0);
}

TEST(Watch, DoesNotGoWithOtherOutputs) {
  const ScratchFolder folder;
  folder.Write("app.py", "print(1)\n");
  for (const char* more :
       {"--fix", "--diff", "--since HEAD", "--format json", "--output x", "--changed-files"}) {
    EXPECT_EQ(RunProgram(folder.path(), "check --watch " + std::string(more)).status, 2) << more;
  }
}

}  // namespace
}  // namespace flagcensus
