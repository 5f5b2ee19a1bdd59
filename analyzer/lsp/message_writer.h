// Messages to the client (JSON-RPC 2.0 in frames of the base protocol), from several threads.
//
//   writer.Answer(7, nullptr)
//   ─→ Content-Length: 38\r\n\r\n{"id":7,"jsonrpc":"2.0","result":null}
#pragma once

#include <atomic>
#include <cstdint>
#include <mutex>
#include <string>

#include "analyzer/lsp/lsp_json.h"

namespace flagcensus {

// Codes of errors: JSON-RPC 2.0, section 5.1, and LSP 3.17, "ErrorCodes".
enum class LspError {
  kParseError = -32700,
  kInvalidRequest = -32600,
  kMethodNotFound = -32601,
  kInvalidParams = -32602,
  kInternalError = -32603,
  kServerNotInitialized = -32002,
  kRequestFailed = -32803,
  kRequestCancelled = -32800,
};

// Types of window/logMessage and window/showMessage.
enum class MessageType { kError = 1, kWarning = 2, kInfo = 3, kLog = 4 };

class MessageWriter {
 public:
  // `file`: the descriptor to which messages are written; it is not closed.
  explicit MessageWriter(int file) : file_(file) {}

  void Notify(const std::string& method, LspAny params);
  void Answer(const LspAny& id, LspAny result);
  void Refuse(const LspAny& id, LspError code, const std::string& why);
  // Returns the id of the request.
  // Requests are numbered from 1; the client's response repeats the number.
  int64_t Request(const std::string& method, LspAny params);
  void Log(MessageType type, const std::string& message);
  void Show(MessageType type, const std::string& message);

  // Whether the client has stopped reading; messages are then dropped.
  bool broken() const { return broken_; }

 private:
  void Write(const LspAny& message);

  const int file_;
  std::mutex mutex_;
  std::atomic<bool> broken_ = false;
  std::atomic<int64_t> last_request_ = 0;
};

}  // namespace flagcensus
