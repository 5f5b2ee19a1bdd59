// FirstCheckProgress: shows the client that the first check is running (LSP 3.17, "Work Done
// Progress").
#pragma once

#include <cstdint>
#include <mutex>
#include <optional>

#include "analyzer/lsp/message_writer.h"

namespace flagcensus {

// Thread-safe. The client shows the progress only if it grants the request; both may come in any
// order: a check that begins before the client's response is shown when that arrives.
//
//   Request, response, Begin    ─→ "begin" is sent at Begin
//   Request, Begin, response    ─→ "begin" is sent at the response
//   Request, Begin, End         ─→ nothing is sent, as the client has not answered
class FirstCheckProgress {
 public:
  explicit FirstCheckProgress(MessageWriter& writer) : writer_(writer) {}

  // Asks the client for a progress bar, which it may refuse.
  void Request();
  // Handles the client's response `message`, if it is the one to Request.
  void TakeResponse(const LspAny& message);
  void Begin();
  // Returns whether this was the end of the first check.
  bool End();

 private:
  void Show();  // requires the lock

  MessageWriter& writer_;
  std::mutex mutex_;
  std::optional<int64_t> request_;
  bool granted_ = false;
  bool shown_ = false;
  bool checking_ = false;
  bool done_ = false;
};

}  // namespace flagcensus
