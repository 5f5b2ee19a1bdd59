// LspClient: an editor for tests. Starts the built program as a language server, sends messages and
// reads what it answers.
#pragma once

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <cstdint>
#include <initializer_list>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "analyzer/lsp/frames.h"
#include "tests/paths.h"

namespace flagcensus {

class LspClient {
 public:
  using Value = nlohmann::json;

  // Without `cache`, nothing is kept for another server.
  explicit LspClient(const std::string& cache = "") {
    const std::string cached = cache.empty() ? "--no-cache" : "--cache=" + cache;
    std::array<int, 2> to = {};
    std::array<int, 2> from = {};
    if (pipe2(to.data(), O_CLOEXEC) != 0 || pipe2(from.data(), O_CLOEXEC) != 0) return;
    process_ = fork();
    if (process_ == 0) {
      dup2(to[0], STDIN_FILENO);
      dup2(from[1], STDOUT_FILENO);
      execl(kBinary.c_str(), kBinary.c_str(), "lsp", "--no-clang", cached.c_str(), nullptr);
      _exit(127);
    }
    signal(SIGPIPE, SIG_IGN);
    close(to[0]);
    close(from[1]);
    to_ = to[1];
    from_ = from[0];
  }
  ~LspClient() { End(); }
  LspClient(const LspClient&) = delete;
  LspClient& operator=(const LspClient&) = delete;

  // Initializes it for a folder. Returns the answer to `initialize`.
  Value Start(const std::string& folder, const Value& capabilities = Value::object(),
              const Value& options = nullptr) {
    folder_ = folder;
    const Value answer = Ask("initialize", {{"processId", nullptr},
                                            {"rootUri", "file://" + folder},
                                            {"capabilities", capabilities},
                                            {"initializationOptions", options}});
    Tell("initialized", Value::object());
    return answer;
  }

  void SendBytes(const std::string& bytes) {
    for (size_t at = 0; at < bytes.size();) {
      const ssize_t sent = write(to_, bytes.data() + at, bytes.size() - at);
      if (sent <= 0) return;
      at += static_cast<size_t>(sent);
    }
  }
  static std::string Framed(const std::string& content) {
    return "Content-Length: " + std::to_string(content.size()) + "\r\n\r\n" + content;
  }
  void Send(const Value& message) { SendBytes(Framed(message.dump())); }
  void Tell(const std::string& method, const Value& params) {
    Send({{"jsonrpc", "2.0"}, {"method", method}, {"params", params}});
  }
  int Request(const std::string& method, const Value& params) {
    Send({{"jsonrpc", "2.0"}, {"id", ++last_}, {"method", method}, {"params", params}});
    return last_;
  }
  // The whole answer to a request; null if none comes in a minute.
  Value AnswerTo(const Value& id) {
    for (Value message = Next(); !message.is_null(); message = Next()) {
      if (!message.contains("method") && message["id"] == id) return message;
      others.push_back(std::move(message));
    }
    return nullptr;
  }
  // The result of a request; the error if it has none.
  Value Ask(const std::string& method, const Value& params) {
    const Value answer = AnswerTo(Request(method, params));
    if (answer.is_null()) return "no answer";
    return answer.contains("result") ? answer["result"] : answer["error"];
  }

  std::string UriOf(const std::string& name) const { return "file://" + folder_ + "/" + name; }
  Value At(const std::string& name, int line, int character) const {
    return {{"textDocument", {{"uri", UriOf(name)}}},
            {"position", {{"line", line}, {"character", character}}}};
  }
  void Open(const std::string& name, const std::string& text) {
    Tell("textDocument/didOpen",
         {{"textDocument",
           {{"uri", UriOf(name)}, {"languageId", "text"}, {"version", 1}, {"text", text}}}});
  }
  // `changes`: TextDocumentContentChangeEvents.
  void Change(const std::string& name, int version, const Value& changes) {
    Tell("textDocument/didChange", {{"textDocument", {{"uri", UriOf(name)}, {"version", version}}},
                                    {"contentChanges", changes}});
  }
  // Waits until all that was said has been checked; the diagnostics of the file then.
  Value Fresh(const std::string& name) {
    return Ask("textDocument/diagnostic", {{"textDocument", {{"uri", UriOf(name)}}}})["items"];
  }
  // What was published last for the file; null if nothing was.
  Value Published(const std::string& name) const {
    const auto found = published.find(UriOf(name));
    return found == published.end() ? Value() : found->second;
  }

  // Ends its input. Returns its exit status; -1 if a signal ended it, or nothing in 20 seconds.
  int End() {
    if (process_ <= 0) return -1;
    close(to_);
    int status = 0;
    pid_t ended = 0;
    for (int i = 0; i < 2000 && ended == 0; ++i) {
      ended = waitpid(process_, &status, WNOHANG);
      if (ended == 0) usleep(10000);
    }
    if (ended == 0) {
      kill(process_, SIGKILL);
      waitpid(process_, &status, 0);
    }
    close(from_);
    process_ = -1;
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  }

  std::map<std::string, Value> published;  // by URI
  std::vector<Value> others;               // what it said that is no answer

 private:
  // The next message, null if none comes in a minute.
  Value Next() {
    while (true) {
      if (auto frame = frames_.Next()) {
        Value message = Value::parse(frame->content, nullptr, false);
        if (message.contains("method") && message["method"] == "textDocument/publishDiagnostics") {
          published[message["params"]["uri"]] = message["params"]["diagnostics"];
        }
        // It asks for progress and watched files: granted.
        if (message.contains("method") && message.contains("id")) {
          Send({{"jsonrpc", "2.0"}, {"id", message["id"]}, {"result", nullptr}});
        }
        return message;
      }
      pollfd ready = {from_, POLLIN, 0};
      if (poll(&ready, 1, 60000) <= 0) return nullptr;
      std::array<char, 65536> bytes = {};
      const ssize_t got = read(from_, bytes.data(), bytes.size());
      if (got <= 0) return nullptr;
      frames_.Feed(std::string_view(bytes.data(), static_cast<size_t>(got)));
    }
  }

  pid_t process_ = -1;
  int to_ = -1;
  int from_ = -1;
  int last_ = 0;
  std::string folder_;
  FrameReader frames_;
};

}  // namespace flagcensus
