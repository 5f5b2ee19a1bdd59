// work ─→ a forked child process that runs it ─→ how the child ended
#include "analyzer/base/child.h"

#ifdef __linux__
#include <sys/prctl.h>
#endif
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>

#include "analyzer/base/system_message.h"

namespace flagcensus {

ChildEnd RunInChild(const std::function<int()>& work) {
  std::fflush(nullptr);  // output in the buffers would be written twice
  const pid_t process = fork();
  if (process < 0) return {0, "cannot start a process for it: " + SystemMessage(errno), false};
  if (process == 0) {
// A parent that is killed must not leave a child behind that goes on for minutes.
#ifdef __linux__
    prctl(PR_SET_PDEATHSIG, SIGKILL);
#endif
    std::signal(SIGABRT, SIG_DFL);  // the parent describes the signal
    int status = 1;
    // An exception terminates the child: nothing above this frame belongs to the work.
    [&]() noexcept { status = work(); }();
    std::fflush(nullptr);
    _exit(status);
  }
  int how = 0;
  while (waitpid(process, &how, 0) < 0) {
    if (errno != EINTR) return {0, "cannot wait for its process: " + SystemMessage(errno)};
  }
  if (WIFEXITED(how)) return {WEXITSTATUS(how), ""};
  const int signal = WTERMSIG(how);
  return {0, "signal " + std::to_string(signal) + " (" + strsignal(signal) + ")"};
}

}  // namespace flagcensus
