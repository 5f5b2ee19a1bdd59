#include "analyzer/lsp/progress.h"

#include "analyzer/lsp/lsp_json.h"

namespace flagcensus {
namespace {

// One token suffices, as only the first check is shown.
constexpr const char* kToken = "flagcensus/check";

}  // namespace

void FirstCheckProgress::Request() {
  const std::lock_guard lock(mutex_);
  request_ = writer_.Request("window/workDoneProgress/create", {{"token", kToken}});
}

// An error means that the client does not want it; the check runs without progress then.
void FirstCheckProgress::TakeResponse(const LspAny& message) {
  const std::lock_guard lock(mutex_);
  if (!request_ || NumberAt(message, {"id"}) != request_) return;
  request_.reset();
  granted_ = !message.contains("error");
  Show();
}

void FirstCheckProgress::Begin() {
  const std::lock_guard lock(mutex_);
  checking_ = true;
  Show();
}

bool FirstCheckProgress::End() {
  const std::lock_guard lock(mutex_);
  checking_ = false;
  if (done_) return false;
  done_ = true;
  if (shown_) writer_.Notify("$/progress", {{"token", kToken}, {"value", {{"kind", "end"}}}});
  return true;
}

// Shown once, for the first check; later ones are short.
void FirstCheckProgress::Show() {
  if (!granted_ || done_ || !checking_ || shown_) return;
  shown_ = true;
  writer_.Notify("$/progress", {{"token", kToken},
                                {"value",
                                 {{"kind", "begin"},
                                  {"title", "flagcensus"},
                                  {"message", "checking documentation and code"},
                                  {"cancellable", false}}}});
}

}  // namespace flagcensus
