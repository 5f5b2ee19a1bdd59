// values ─→ messages ─→ frames ─→ the client
#include "analyzer/lsp/message_writer.h"

#include <utility>

#include "analyzer/tree/write_file.h"

namespace flagcensus {

// The header counts bytes, not characters. One lock for header and content keeps frames whole.
void MessageWriter::Write(const LspAny& message) {
  // Text of a tree may not be valid UTF-8, which JSON must be.
  const std::string content =
      message.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
  const std::string frame =
      "Content-Length: " + std::to_string(content.size()) + "\r\n\r\n" + content;
  const std::lock_guard lock(mutex_);
  if (!broken_ && WriteAll(file_, frame) != 0) broken_ = true;
}

void MessageWriter::Notify(const std::string& method, LspAny params) {
  Write({{"jsonrpc", "2.0"}, {"method", method}, {"params", std::move(params)}});
}

void MessageWriter::Answer(const LspAny& id, LspAny result) {
  Write({{"jsonrpc", "2.0"}, {"id", id}, {"result", std::move(result)}});
}

void MessageWriter::Refuse(const LspAny& id, LspError code, const std::string& why) {
  Write({{"jsonrpc", "2.0"},
         {"id", id},
         {"error", {{"code", static_cast<int>(code)}, {"message", why}}}});
}

int64_t MessageWriter::Request(const std::string& method, LspAny params) {
  const int64_t id = ++last_request_;
  Write({{"jsonrpc", "2.0"}, {"id", id}, {"method", method}, {"params", std::move(params)}});
  return id;
}

void MessageWriter::Log(MessageType type, const std::string& message) {
  Notify("window/logMessage", {{"type", static_cast<int>(type)}, {"message", message}});
}

void MessageWriter::Show(MessageType type, const std::string& message) {
  Notify("window/showMessage", {{"type", static_cast<int>(type)}, {"message", message}});
}

}  // namespace flagcensus
