// bytes ─→ messages ─→ a session, until the client ends
#include "analyzer/lsp/server.h"

#include <poll.h>
#include <signal.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdlib>
#include <string_view>

#include "analyzer/base/free_memory.h"
#include "analyzer/lsp/frames.h"
#include "analyzer/lsp/session.h"

namespace flagcensus {
namespace {

// How often to test whether the client's process is alive, and after which pause to return memory.
constexpr int kPollMilliseconds = 5000;
constexpr int kIdleMilliseconds = 1000;

// Whether the client's process has ended although its end of the pipe is still open in another
// process.
// Only ESRCH is certain: EPERM means that the process exists and belongs to another user.
bool HasEnded(int64_t process) {
  return process > 0 && process == static_cast<pid_t>(process) &&
         kill(static_cast<pid_t>(process), 0) != 0 && errno == ESRCH;
}

// Passes the messages that have arrived to the session.
void TakeFrames(FrameReader& frames, MessageWriter& writer, Session& session) {
  while (!session.is_over()) {
    const std::optional<Frame> frame = frames.Next();
    if (!frame) return;
    if (frame->wrong.empty()) {
      session.Take(frame->content);
    } else {
      writer.Refuse(nullptr, LspError::kParseError, frame->wrong);
      writer.Log(MessageType::kWarning, frame->wrong);
    }
  }
}

// Reads until the client ends, stops reading, or sends `exit`.
// After a pause of a second without a message or a check, free memory is returned once.
void ReadAll(int in, MessageWriter& writer, Session& session) {
  FrameReader frames;
  std::array<char, 1 << 16> bytes = {};
  bool idle = false;
  while (!session.is_over() && !writer.broken()) {
    pollfd ready = {in, POLLIN, 0};
    const int polled = poll(&ready, 1, idle ? kPollMilliseconds : kIdleMilliseconds);
    if (polled == 0 && !idle && !session.is_checking()) {
      ReturnFreeMemory();  // a check needs several times the memory that it keeps
      idle = true;
    }
    if (polled > 0) idle = false;
    if (polled == 0 && HasEnded(session.client_process())) return;
    if (polled < 0 && errno != EINTR) return;
    if (polled <= 0) continue;
    const ssize_t got = read(in, bytes.data(), bytes.size());
    if (got < 0 && (errno == EINTR || errno == EAGAIN)) continue;
    if (got <= 0) return;
    frames.Feed(std::string_view(bytes.data(), static_cast<size_t>(got)));
    TakeFrames(frames, writer, session);
  }
}

}  // namespace

// A client that closes its end must not kill the server by SIGPIPE.
int ServeClient(int in, int out, const FolderSettings& settings) {
  signal(SIGPIPE, SIG_IGN);
  MessageWriter writer(out);
  Session session(writer, settings);
  ReadAll(in, writer, session);
  // A check cannot be interrupted, and no client waits for it.
  if (session.is_checking()) std::_Exit(session.status());
  return session.status();
}

}  // namespace flagcensus
