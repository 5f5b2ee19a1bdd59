// one message ─→ what is done (JSON-RPC 2.0; LSP 3.17, "Lifecycle Messages")
#include "analyzer/lsp/session.h"

#include <exception>
#include <utility>

#include "analyzer/base/bounded_json.h"
#include "analyzer/base/failure.h"
#include "analyzer/base/text.h"
#include "analyzer/pipeline/compare.h"

namespace flagcensus {
namespace {

// Levels of nesting; messages of the protocol have fewer than 20.
// A parser that recurses for each level would otherwise overflow the stack.
constexpr int kDeepestMessage = 64;
constexpr int kIncremental = 2;  // TextDocumentSyncKind

// JSON-RPC also allows null and fractions, which the protocol of editors excludes.
bool IsId(const LspAny& id) { return id.is_string() || id.is_number_integer(); }

// A list of texts, or one text.
std::vector<std::string> TextsOf(const LspAny& list) {
  std::vector<std::string> out;
  if (list.is_string()) out.push_back(list.get<std::string>());
  if (!list.is_array()) return out;
  for (const LspAny& one : list) {
    if (one.is_string()) out.push_back(one.get<std::string>());
  }
  return out;
}

}  // namespace

bool Session::is_checking() const { return checker_ != nullptr && checker_->is_busy(); }

// A request, a notification or a response; anything else is refused by the specification's codes.
void Session::Take(std::string_view content) {
  const std::optional<LspAny> read = ParseBoundedJson(content, kDeepestMessage);
  if (!read) {
    return writer_.Refuse(nullptr, LspError::kParseError, "the message is not JSON");
  }
  const LspAny& message = *read;
  const LspAny& id = FieldOf(message, {"id"});
  const auto method = TextAt(message, {"method"});
  const bool has_id = message.is_object() && message.contains("id");
  // A response to one of the server's requests; only that about progress matters.
  if (!method && message.is_object() && (message.contains("result") || message.contains("error"))) {
    return progress_.TakeResponse(message);
  }
  if (!method || TextAt(message, {"jsonrpc"}) != "2.0" || (has_id && !IsId(id))) {
    return writer_.Refuse(IsId(id) ? id : LspAny(), LspError::kInvalidRequest,
                          "the message is no request of JSON-RPC 2.0");
  }
  const LspAny& params = FieldOf(message, {"params"});
  try {
    if (has_id) {
      TakeRequest(id, *method, params);
    } else {
      TakeNotification(*method, params);
    }
  } catch (const std::exception& error) {  // out of memory, or a bug of this program
    const std::string why = FailureText(error);
    if (has_id) return writer_.Refuse(id, LspError::kInternalError, why);
    writer_.Log(MessageType::kError, *method + ": " + why);
  }
}

// The order of the tests is that of the protocol's life cycle.
//
//   {"id":1,"method":"textDocument/hover",...}    before initialize ─→ an error with id 1
//   the same after it                             ─→ the answer of AnswerHover
void Session::TakeRequest(const LspAny& id, const std::string& method, const LspAny& params) {
  if (shut_down_) {
    return writer_.Refuse(id, LspError::kInvalidRequest, "the server is shut down");
  }
  if (method == "initialize") return Initialize(id, params);
  if (!initialized_) {
    return writer_.Refuse(id, LspError::kServerNotInitialized, "initialize comes first");
  }
  if (method == "shutdown") {
    shut_down_ = true;
    return writer_.Answer(id, nullptr);
  }
  // Answers from the last facts, and answers that need everything checked.
  static const std::map<std::string_view, Answer> kNow = {
      {"textDocument/hover", AnswerHover},
      {"textDocument/definition", AnswerDefinition},
      {"textDocument/documentHighlight", AnswerHighlights},
      {"textDocument/documentSymbol", AnswerDocumentSymbols},
      {"textDocument/completion", AnswerCompletion},
      {"textDocument/prepareRename", AnswerPrepareRename},
      {"workspace/symbol", AnswerWorkspaceSymbols}};
  static const std::map<std::string_view, FreshAnswer> kFresh = {
      {"textDocument/references", AnswerReferences},
      {"textDocument/codeAction", AnswerCodeActions}};
  if (const auto now = kNow.find(method); now != kNow.end()) {
    return AnswerNow(id, params, now->second);
  }
  if (const auto fresh = kFresh.find(method); fresh != kFresh.end()) {
    return AnswerFresh(id, params, fresh->second);
  }
  if (method == "textDocument/rename") return Rename(id, params);
  if (method == "textDocument/diagnostic") return AnswerDiagnostics(id, params, false);
  if (method == "workspace/diagnostic") return AnswerDiagnostics(id, params, true);
  writer_.Refuse(id, LspError::kMethodNotFound, "unknown method " + EscapeControl(method));
}

// Unknown notifications are ignored, as the specification requires.
void Session::TakeNotification(const std::string& method, const LspAny& params) {
  if (method == "exit") {
    over_ = true;
    return;
  }
  if (!initialized_ || shut_down_) return;
  if (method == "initialized") return BeginWork();
  if (method == "$/cancelRequest") return Cancel(FieldOf(params, {"id"}));
  if (method == "textDocument/didOpen") return OpenDocumentOf(params);
  if (method == "textDocument/didChange") return ChangeDocument(params);
  if (method == "textDocument/didClose") return CloseDocument(params);
  if (method == "textDocument/didSave") return SaveDocument(params);
  if (method == "workspace/didChangeWatchedFiles") return TakeWatched(params);
  if (method == "workspace/didChangeWorkspaceFolders") {
    TakeFolders(FieldOf(params, {"event", "added"}), FieldOf(params, {"event", "removed"}));
  }
}

// What the server offers, depending on what the client supports.
//
// Completion is triggered by the characters after which a name may begin: os.getenv(" and ${.
LspAny Session::Capabilities() const {
  LspAny out = {
      {"positionEncoding", client_.unit == PositionUnit::kUtf8 ? "utf-8" : "utf-16"},
      {"textDocumentSync",
       {{"openClose", true}, {"change", kIncremental}, {"save", {{"includeText", false}}}}},
      {"hoverProvider", true},
      {"definitionProvider", true},
      {"referencesProvider", true},
      {"documentHighlightProvider", true},
      {"documentSymbolProvider", true},
      {"workspaceSymbolProvider", true},
      {"completionProvider", {{"triggerCharacters", {"\"", "'", "$", "{", "."}}}},
      {"renameProvider", {{"prepareProvider", true}}},
      {"codeActionProvider", {{"codeActionKinds", {kQuickFix, kFixAll}}}},
      {"workspace", {{"workspaceFolders", {{"supported", true}, {"changeNotifications", true}}}}}};
  if (pull_) {
    out["diagnosticProvider"] = {{"identifier", "flagcensus"},
                                 {"interFileDependencies", true},
                                 {"workspaceDiagnostics", true}};
  }
  return out;
}

// Reads what the client supports and wants; the folders are opened after `initialized`.
void Session::Initialize(const LspAny& id, const LspAny& params) {
  if (initialized_) {
    return writer_.Refuse(id, LspError::kInvalidRequest, "the server is initialized already");
  }
  initialized_ = true;
  client_ = ReadFeatures(FieldOf(params, {"capabilities"}));
  client_process_ = NumberAt(params, {"processId"}).value_or(0);
  const LspAny& wanted = FieldOf(params, {"initializationOptions"});
  settings_.catalog = TextsOf(FieldOf(wanted, {"catalog"}));
  settings_.findings.select = TextsOf(FieldOf(wanted, {"select"}));
  settings_.findings.ignore = TextsOf(FieldOf(wanted, {"ignore"}));
  if (IsTrueAt(wanted, {"noClang"})) settings_.clang = false;
  pull_ = TextAt(wanted, {"diagnostics"}) == "pull";
  first_folders_ = FieldOf(params, {"workspaceFolders"});
  // Older clients have one folder, as a URI or a path; some have none.
  if (!first_folders_.is_array() || first_folders_.empty()) {
    first_folders_ = LspAny::array();
    if (const auto uri = TextAt(params, {"rootUri"})) {
      first_folders_.push_back({{"uri", *uri}});
    } else if (const auto path = TextAt(params, {"rootPath"})) {
      first_folders_.push_back({{"uri", UriOfPath(*path)}});
    }
  }
  writer_.Answer(id, {{"capabilities", Capabilities()},
                      {"serverInfo", {{"name", "flagcensus"}, {"version", FLAGCENSUS_VERSION}}}});
  // A misspelled rule must not select nothing without notice.
  if (const auto wrong = UnknownRule(settings_.findings)) {
    writer_.Show(MessageType::kError, "flagcensus: " + *wrong);
    settings_.findings.select.clear();
    settings_.findings.ignore.clear();
  }
}

// All files are watched, as pages, sources and settings have no common ending.
void Session::BeginWork() {
  if (checker_ != nullptr) return;
  if (client_.progress) progress_.Request();
  if (client_.watches_files) {
    writer_.Request("client/registerCapability",
                    {{"registrations",
                      {{{"id", "flagcensus/files"},
                        {"method", "workspace/didChangeWatchedFiles"},
                        {"registerOptions", {{"watchers", {{{"globPattern", "**/*"}}}}}}}}}});
  }
  checker_ = std::make_unique<Checker>(
      documents_, [this] { progress_.Begin(); }, [this](const CheckEnd& end) { Ended(end); });
  TakeFolders(first_folders_, LspAny::array());
}

// On this thread: the facts are immutable, and no check is needed.
void Session::AnswerNow(const LspAny& id, const LspAny& params, Answer answer) {
  const std::shared_ptr<const Facts> facts =
      checker_ == nullptr ? std::make_shared<const Facts>() : checker_->facts();
  writer_.Answer(id, answer(params, {*facts, documents_, client_}));
}

// A copy of `params`: the message is gone when the checker's thread answers.
void Session::AnswerFresh(const LspAny& id, const LspAny& params, FreshAnswer answer) {
  if (checker_ == nullptr) return writer_.Answer(id, nullptr);
  checker_->Ask(id, [=, this](const Facts& facts, std::list<ProjectFolder>& folders) {
    try {
      writer_.Answer(id, answer(params, {facts, documents_, client_}, folders));
    } catch (const std::exception& error) {  // out of memory, or a bug of this program
      writer_.Refuse(id, LspError::kInternalError, FailureText(error));
    }
  });
}

// A refusal has a reason that clients show to the user, such as a name that exists already.
void Session::Rename(const LspAny& id, const LspAny& params) {
  if (checker_ == nullptr) return writer_.Answer(id, nullptr);
  checker_->Ask(id, [=, this](const Facts& facts, std::list<ProjectFolder>& folders) {
    try {
      RenameAnswer answer = AnswerRename(params, {facts, documents_, client_}, folders);
      if (!answer.wrong.empty()) return writer_.Refuse(id, LspError::kRequestFailed, answer.wrong);
      writer_.Answer(id, std::move(answer.edit));
      if (!answer.remark.empty()) writer_.Show(MessageType::kWarning, answer.remark);
    } catch (const std::exception& error) {  // out of memory, or a bug of this program
      writer_.Refuse(id, LspError::kInternalError, FailureText(error));
    }
  });
}

// Answers from the last facts cannot be cancelled: they have been sent already.
void Session::Cancel(const LspAny& id) {
  if (checker_ != nullptr && checker_->Withdraw(id)) {
    writer_.Refuse(id, LspError::kRequestCancelled, "cancelled");
  }
}

}  // namespace flagcensus
