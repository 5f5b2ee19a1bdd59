// A worker that tries what none may do: `probe TREE OUTSIDE`. A line for each try: its name and
// "done" or "refused"; the first line says what the kernel has.
#include <fcntl.h>
#include <netinet/in.h>
#include <spawn.h>
#include <sys/ptrace.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <fstream>
#include <string>
#include <thread>

#include "analyzer/c/compiler/system_folders.h"
#include "analyzer/c/compiler/worker/sandbox.h"

namespace {

bool CanOpen(const std::string& path, int flags) {
  const int file = open(path.c_str(), flags, 0600);
  if (file >= 0) close(file);
  return file >= 0;
}

bool CanConnect(int family) {
  const int end = socket(family, SOCK_STREAM, 0);
  if (end >= 0) close(end);
  return end >= 0;
}

bool CanFork() {
  const pid_t child = fork();
  if (child == 0) _exit(0);
  if (child > 0) waitpid(child, nullptr, 0);
  return child > 0;
}

bool CanSpawn() {
  char program[] = "/bin/true";
  char* arguments[] = {program, nullptr};
  pid_t child = 0;
  if (posix_spawn(&child, program, nullptr, nullptr, arguments, nullptr) != 0) return false;
  int status = 0;
  waitpid(child, &status, 0);
  return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

bool CanStartThread() {
  bool ran = false;
  std::thread([&] { ran = true; }).join();
  return ran;
}

void Say(const char* name, bool done) { std::printf("%s %s\n", name, done ? "done" : "refused"); }

}  // namespace

int main(int count, char** arguments) {
  if (count != 3) return 2;
  const std::string tree = arguments[1];
  const std::string outside = arguments[2];
  std::vector<std::string> readable = flagcensus::SystemFolders();
  readable.push_back(tree);
  const flagcensus::Confinement held = flagcensus::Confine(readable);
  std::printf("files %d calls %d\n", held.files ? 1 : 0, held.calls ? 1 : 0);
  Say("read-tree", CanOpen(tree + "/a.c", O_RDONLY));
  Say("list-tree", CanOpen(tree, O_RDONLY | O_DIRECTORY));
  Say("read-system", CanOpen("/usr/include/stdio.h", O_RDONLY) || CanOpen("/usr/bin", O_RDONLY));
  Say("read-outside", CanOpen(outside, O_RDONLY));
  Say("read-passwd", CanOpen("/etc/passwd", O_RDONLY));
  Say("write-tree", CanOpen(tree + "/a.c", O_WRONLY));
  Say("make-in-tree", CanOpen(tree + "/made", O_WRONLY | O_CREAT));
  Say("make-in-tmp", CanOpen(outside + ".made", O_WRONLY | O_CREAT));
  Say("internet", CanConnect(AF_INET));
  Say("unix-socket", CanConnect(AF_UNIX));
  Say("thread", CanStartThread());
  Say("fork", CanFork());
  Say("spawn", CanSpawn());
  Say("trace-parent", ptrace(PTRACE_ATTACH, getppid(), nullptr, nullptr) == 0);
  return 0;
}
