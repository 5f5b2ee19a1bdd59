// Session: what the server knows about its client, and how it handles each message.
//
//   initialize ─→ Initialize: capabilities      initialized ─→ BeginWork: the checker starts
//   textDocument/didChange ─→ ChangeDocument ─→ Checker::TakeChange ─→ ... ─→ Ended: diagnostics
//   textDocument/hover ─→ AnswerNow, from the facts of the last check
//   textDocument/references ─→ AnswerFresh, after the next check
//
// The main thread calls Take; Ended and the fresh answers run on the checker's thread.
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

  // Whether the client sent `exit`, and the process's exit status for that case or if the client
  // ends.
  bool is_over() const { return over_; }
  int status() const { return shut_down_ ? 0 : 1; }
  // The process of the client, if it stated one; otherwise 0.
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
  // Answers immediately, from the facts of the last check: the client waits, and a moment's
  // difference does not matter.
  void AnswerNow(const LspAny& id, const LspAny& params, Answer answer);
  // Answers when everything that the client sent before has been checked: an edit at wrong places
  // would do harm.
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
  bool pull_ = false;  // the client asks for diagnostics; the server does not push them
  bool initialized_ = false;
  bool shut_down_ = false;
  bool over_ = false;
  int64_t client_process_ = 0;
  LspAny first_folders_;
  std::set<std::string> folders_;
  Documents documents_;
  std::set<std::string> complained_;         // of changes that were not applied
  std::map<std::string, LspAny> published_;  // used by the checker's thread
  std::string last_problems_;                // likewise

  FirstCheckProgress progress_{writer_};

  std::unique_ptr<Checker> checker_;  // the last member: its thread uses the others
};

}  // namespace flagcensus
