// what the client reports about documents, files and folders ─→ changes for the checker
#include <filesystem>
#include <system_error>
#include <utility>

#include "analyzer/base/text.h"
#include "analyzer/lsp/session.h"

namespace flagcensus {
namespace {

// Different complaints that are remembered, so each is made once.
constexpr size_t kMaxComplaints = 1000;

std::optional<std::string> PathIn(const LspAny& params) {
  const auto uri = TextAt(params, {"textDocument", "uri"});
  return uri ? PathOfUri(*uri) : std::nullopt;
}

// The nearest folder above the file with a configuration or a repository; "" if there is none. Used
// if the client opens a single file without a folder.
//
//   /p/.git, /p/src/app.py is opened    ─→ /p
//   /tmp/x.py without either above      ─→ "": the file is not checked
std::string ProjectAbove(const std::string& path) {
  for (std::filesystem::path at = std::filesystem::path(path).parent_path();;
       at = at.parent_path()) {
    for (const char* mark : {".git", "flagcensus.toml", ".flagcensus.toml"}) {
      std::error_code ignored;
      if (std::filesystem::exists(at / mark, ignored)) return at.string();
    }
    if (at == at.parent_path()) return {};
  }
}

}  // namespace

// Stores the document, and lets the checker know if it differs from the file.
void Session::OpenDocumentOf(const LspAny& params) {
  const auto path = PathIn(params);
  auto text = TextAt(params, {"textDocument", "text"});
  if (!path || !text || checker_ == nullptr) return;  // not a file of this machine
  if (text->size() > ProjectOptions().limits.file_bytes) {
    writer_.Log(MessageType::kWarning,
                EscapeControl(*path) + " is larger than 4 MiB and is not read");
  }
  const auto on_disk = documents_.LinesOf(*path);
  std::error_code ignored;
  // A document that equals its file changes nothing, so opening it needs no check.
  const bool same = std::filesystem::exists(*path, ignored) && on_disk->text() == *text;
  OpenDocument document;
  document.uri = *TextAt(params, {"textDocument", "uri"});
  document.version = NumberAt(params, {"textDocument", "version"}).value_or(0);
  document.lines =
      std::make_shared<const TextLines>(std::make_shared<const std::string>(std::move(*text)));
  document.untouched = same;
  documents_.Open(*path, std::move(document));
  // Without a workspace, the project of the opened file is checked.
  if (first_folders_.empty()) {
    if (const std::string above = ProjectAbove(*path); !above.empty()) AddFolderOf(above);
  }
  if (!same) checker_->TakeChange({*path, false});
}

// Applies the changes; an invalid message is logged once.
void Session::ChangeDocument(const LspAny& params) {
  const auto path = PathIn(params);
  if (!path || checker_ == nullptr) return;
  const auto wrong = documents_.Change(*path, NumberAt(params, {"textDocument", "version"}),
                                       FieldOf(params, {"contentChanges"}), client_.unit);
  if (wrong) {
    if (complained_.size() > kMaxComplaints) complained_.clear();
    if (!complained_.insert(*path + ": " + *wrong).second) return;  // once, not after each key
    return writer_.Log(MessageType::kWarning,
                       EscapeControl(*path) + ": a change was not applied: " + *wrong);
  }
  checker_->TakeChange({*path, false});
}

void Session::CloseDocument(const LspAny& params) {
  const auto path = PathIn(params);
  if (!path || checker_ == nullptr) return;
  const auto document = documents_.Find(*path);
  if (!document) return;
  documents_.Close(*path);
  // Unsaved changes that are dropped are a change.
  if (documents_.LinesOf(*path)->text() != document->lines->text()) {
    checker_->TakeChange({*path, true});
  }
}

// A save is a change on disk even if the text was known: settings are read from disk only.
void Session::SaveDocument(const LspAny& params) {
  const auto path = PathIn(params);
  if (path && checker_ != nullptr) checker_->TakeChange({*path, true});
}

void Session::TakeWatched(const LspAny& params) {
  const LspAny& changes = FieldOf(params, {"changes"});
  if (!changes.is_array() || checker_ == nullptr) return;
  for (const LspAny& change : changes) {
    const auto uri = TextAt(change, {"uri"});
    const auto path = uri ? PathOfUri(*uri) : std::nullopt;
    // git writes many files there during each command, none of which is an input.
    if (!path || path->find("/.git/") != std::string::npos) continue;
    checker_->TakeChange({*path, true});
  }
}

void Session::AddFolderOf(const std::string& path) {
  std::error_code ignored;
  if (!std::filesystem::is_directory(path, ignored)) {
    return writer_.Log(MessageType::kWarning, EscapeControl(path) + " is not a directory");
  }
  if (folders_.insert(path).second) checker_->AddFolder(path, settings_);
}

// Folders that the client removed, then folders that it added.
// A folder that was never added is not removed, and one that is known is not added again.
void Session::TakeFolders(const LspAny& added, const LspAny& removed) {
  if (checker_ == nullptr) return;
  if (removed.is_array()) {
    for (const LspAny& folder : removed) {
      const auto uri = TextAt(folder, {"uri"});
      const auto path = uri ? PathOfUri(*uri) : std::nullopt;
      if (path && folders_.erase(*path) > 0) checker_->RemoveFolder(*path);
    }
  }
  if (!added.is_array()) return;
  for (const LspAny& folder : added) {
    const auto uri = TextAt(folder, {"uri"});
    if (const auto path = uri ? PathOfUri(*uri) : std::nullopt) AddFolderOf(*path);
  }
}

}  // namespace flagcensus
