// Session: what the server knows of its client, and what it does with each message.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>

#include "analyzer/lsp/answer.h"
#include "analyzer/lsp/checker.h"
#include "analyzer/lsp/message_writer.h"
#include "analyzer/lsp/progress.h"

namespace flagcensus {

class Session {
 public:
  Session(MessageWriter& writer, FolderSettings settings)
      : writer_(writer), settings_(std::move(settings)) {}

  // Handles the content of one message.
  void Take(std::string_view content);

  // Whether the client said `exit`; the status of the process then, or if the client ended.
  bool is_over() const { return over_; }
  int status() const { return shut_down_ ? 0 : 1; }
  // The process of the client, if it said which; 0 otherwise.
  int64_t client_process() const { return client_process_; }
  bool is_checking() const;

 private:
  using Answer = LspAny (*)(const LspAny& params, const AnswerContext& context);
  using FreshAnswer = LspAny (*)(const LspAny& params, const AnswerContext& context,
                                 std::list<ProjectFolder>& folders);

  // session.cc
  void TakeRequest(const LspAny& id, const std::string& method, const LspAny& params);
  void TakeNotification(const std::string& method, const LspAny& params);
  void Initialize(const LspAny& id, const LspAny& params);
  void BeginWork();  // once the client is initialized
  LspAny Capabilities() const;
  // Answers at once, from the facts of the last check.
  void AnswerNow(const LspAny& id, const LspAny& params, Answer answer);
  // Answers when everything that the client said before has been checked.
  void AnswerFresh(const LspAny& id, const LspAny& params, FreshAnswer answer);
  void Rename(const LspAny& id, const LspAny& params);
  void Cancel(const LspAny& id);

  // session_documents.cc
  void OpenDocumentOf(const LspAny& params);
  void ChangeDocument(const LspAny& params);
  void CloseDocument(const LspAny& params);
  void SaveDocument(const LspAny& params);
  void TakeWatched(const LspAny& params);
  void TakeFolders(const LspAny& added, const LspAny& removed);
  void AddFolderOf(const std::string& path);

  // session_results.cc, on the thread of the checker
  void Ended(const CheckEnd& end);
  void Publish(const CheckEnd& end, std::map<std::string, LspAny> all);
  void AddProblems(const CheckEnd& end, std::map<std::string, LspAny>& all);
  void AnswerDiagnostics(const LspAny& id, const LspAny& params, bool all);

  MessageWriter& writer_;
  FolderSettings settings_;
  ClientFeatures client_;
  bool pull_ = false;  // the client asks for diagnostics; none are pushed
  bool initialized_ = false;
  bool shut_down_ = false;
  bool over_ = false;
  int64_t client_process_ = 0;
  LspAny first_folders_;
  std::set<std::string> folders_;
  Documents documents_;
  std::set<std::string> complained_;         // of changes that were not applied
  std::map<std::string, LspAny> published_;  // of the thread of the checker
  std::string last_problems_;                // likewise

  FirstCheckProgress progress_{writer_};

  std::unique_ptr<Checker> checker_;  // the last member: its thread uses the others
};

}  // namespace flagcensus
