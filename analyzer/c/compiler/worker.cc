// posix_spawn with one end of a socket pair as standard input and output, and a nearly empty
// environment: only variables with which libraries are found and sanitizers configured. libclang
// and its driver read variables (CPATH among them), and the user's must not influence a worker.
//
//   Ask(request)  ─→ Start ─→ Send one line ─→ Receive one line, or the time is over ─→ ReadAnswer
//                    on any failure: Stop, and the next Ask starts another process
#include "analyzer/c/compiler/worker.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <string_view>

namespace flagcensus {
namespace {

using Clock = std::chrono::steady_clock;

// Ample for the dependencies of a large unit; a worker that sends more is broken.
constexpr size_t kMaxAnswer = size_t{32} << 20;  // bytes of one line

constexpr std::array<std::string_view, 4> kKeptVariables = {
    "LD_LIBRARY_PATH=", "ASAN_OPTIONS=", "UBSAN_OPTIONS=", "LSAN_OPTIONS="};

// In steps of at most a minute, since poll's timeout is an int of milliseconds.
// Waits until the socket can be read (or written); false once `end` has come.
bool Await(int socket, short event, Clock::time_point end) {
  for (;;) {
    const auto left =
        std::chrono::duration_cast<std::chrono::milliseconds>(end - Clock::now()).count();
    if (left <= 0) return false;
    pollfd wanted{socket, event, 0};
    const int ready = poll(&wanted, 1, static_cast<int>(std::min<long>(left, 60'000)));
    if (ready > 0) return true;
    if (ready < 0 && errno != EINTR) return false;
  }
}

}  // namespace

// The child has no standard error, and no other open files: the socket is close-on-exec.
bool ClangWorker::Start() {
  std::array<int, 2> ends{};
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0) return false;
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, ends[1], STDIN_FILENO);
  posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
  posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
  std::vector<char*> arguments;
  for (const std::string& argument : options_.command) {
    arguments.push_back(const_cast<char*>(argument.c_str()));
  }
  arguments.push_back(nullptr);
  std::vector<char*> variables;
  for (char** variable = environ; *variable != nullptr; ++variable) {
    const std::string_view text = *variable;
    if (std::any_of(kKeptVariables.begin(), kKeptVariables.end(),
                    [&](std::string_view kept) { return text.starts_with(kept); })) {
      variables.push_back(*variable);
    }
  }
  variables.push_back(nullptr);
  const int failed =
      posix_spawn(&process_, arguments[0], &actions, nullptr, arguments.data(), variables.data());
  posix_spawn_file_actions_destroy(&actions);
  close(ends[1]);
  socket_ = ends[0];
  if (failed == 0) return true;
  process_ = -1;
  Stop();
  return false;
}

std::string ClangWorker::Stop(bool* no_libclang) {
  if (socket_ >= 0) close(socket_);
  socket_ = -1;
  if (process_ < 0) return "could not be started";
  int status = 0;
  // A process that is about to end reports its status, so it has a tenth of a second for that.
  pid_t ended = 0;
  for (int i = 0; i < 20 && ended == 0; ++i) {
    ended = waitpid(process_, &status, WNOHANG);
    if (ended == 0) usleep(5'000);
  }
  if (ended == 0) {
    kill(process_, SIGKILL);
    while (waitpid(process_, &status, 0) < 0 && errno == EINTR) {
    }
  }
  process_ = -1;
  if (WIFSIGNALED(status)) return "was ended by signal " + std::to_string(WTERMSIG(status));
  if (no_libclang != nullptr) *no_libclang = WEXITSTATUS(status) == kNoLibclang;
  return "ended with status " + std::to_string(WEXITSTATUS(status));
}

// Without blocking: a worker that does not read must not stop its parent.
bool ClangWorker::Send(const std::string& text, Clock::time_point end) const {
  for (size_t sent = 0; sent < text.size();) {
    const ssize_t count =
        send(socket_, text.data() + sent, text.size() - sent, MSG_NOSIGNAL | MSG_DONTWAIT);
    if (count > 0) {
      sent += static_cast<size_t>(count);
    } else if (errno == EAGAIN) {
      if (!Await(socket_, POLLOUT, end)) return false;
    } else if (errno != EINTR) {
      return false;
    }
  }
  return true;
}

// Up to the newline. A closed socket is the error "", for which Stop has the reason.
Result<std::string> ClangWorker::Receive(Clock::time_point end, const std::string& late) const {
  std::string line;
  std::array<char, 65536> buffer{};
  for (;;) {
    if (!Await(socket_, POLLIN, end)) return Error{late};
    const ssize_t count = recv(socket_, buffer.data(), buffer.size(), 0);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return Error{""};  // it has ended
    line.append(buffer.data(), static_cast<size_t>(count));
    if (line.back() == '\n') break;
    if (line.size() > kMaxAnswer) return Error{"sent too long an answer"};
  }
  line.pop_back();
  return line;
}

Result<UnitAnswer> ClangWorker::Ask(const UnitRequest& request, Clock::time_point run_end) {
  if (process_ < 0 && !Start()) return Error{"the worker could not be started"};
  const Clock::time_point own_end = Clock::now() + options_.limit;
  const Clock::time_point end = std::min(own_end, run_end);
  // The run's end comes first if --max-seconds is nearly used up.
  const std::string late =
      run_end < own_end
          ? "gave no answer before the run had taken the time that --max-seconds allows"
          : fmt::format("gave no answer within {:g} s",
                        static_cast<double>(options_.limit.count()) / 1000);
  std::string reason;
  if (Send(WriteRequest(request) + "\n", end)) {
    const Result<std::string> line = Receive(end, late);
    if (line.ok()) {
      std::optional<UnitAnswer> answer = ReadAnswer(line.value());
      // An answer without a problem has one entry for each requested site.
      const bool whole =
          answer && (!answer->problem.empty() || answer->sites.size() == request.sites.size());
      if (whole) {
        // After a crash of the parser the process is in an unknown state.
        if (answer->problem == kCrashedMessage) Stop();
        return std::move(*answer);
      }
      reason = "sent an invalid answer";
    } else {
      reason = line.error().message;
    }
  }
  bool no_libclang = false;
  const std::string ended = Stop(&no_libclang);
  if (no_libclang) return Error{kNoLibclangMessage};
  return Error{"the worker " + (reason.empty() ? ended : reason)};
}

}  // namespace flagcensus
