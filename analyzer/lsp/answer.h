// The answers to the client's requests: facts and documents in, values of the protocol out.
//
//   {"textDocument": {"uri": "file:///p/app.py"}, "position": {"line": 2, "character": 20}}
//   ReadAsked ─→ {path: /p/app.py, offset: 54} ─→ FindFlagAt ─→ APP_PORT ─→ AnswerHover
//   ─→ {"contents": {"kind": "markdown", "value": "**APP_PORT** default `80` ..."}, "range": ...}
//
// Those with a context only are answered immediately, on the session's thread. Those with the
// folders need the projects, so the checker's thread answers them.
#pragma once

#include <list>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "analyzer/lsp/documents.h"
#include "analyzer/lsp/facts.h"
#include "analyzer/lsp/lsp_json.h"
#include "analyzer/lsp/project_folder.h"

namespace flagcensus {

// What the client offered in initialize (LSP 3.17, "ClientCapabilities").
struct ClientFeatures {
  PositionUnit unit = PositionUnit::kUtf16;
  bool markdown = false;       // in hovers and completions
  bool progress = false;       // window.workDoneProgress
  bool watches_files = false;  // the server can ask it to watch files
  bool refreshes_diagnostics = false;
  bool related_places = false;   // relatedInformation of diagnostics
  bool rule_links = false;       // diagnostics' codeDescription
  bool versioned_edits = false;  // workspaceEdit.documentChanges
  bool creates_files = false;    // in documentChanges
  bool annotates_edits = false;
  bool action_literals = false;  // CodeAction instead of Command
  bool nested_symbols = false;
};

// `capabilities`: the member of that name in the request initialize.
ClientFeatures ReadFeatures(const LspAny& capabilities);

// What an answer is computed from: the facts of one check, the texts of the client, and its
// features.
struct AnswerContext {
  const Facts& facts;
  Documents& documents;
  const ClientFeatures& client;
};

// The document and the byte that a request is about; nullopt if it does not name any.
struct AskedPosition {
  std::string path;
  std::shared_ptr<const TextLines> lines;
  size_t offset = 0;
};
std::optional<AskedPosition> ReadAsked(const LspAny& params, const AnswerContext& context);

// The variable at that position, with the bytes of its name there.
struct FlagAt {
  KnownFlag known;
  TextSpan span;
};
// Also a part of a name, if an access on the line has a name that ends with it: opt("PORT").
std::optional<FlagAt> FindFlagAt(const AskedPosition& asked, const Facts& facts);

// Location: the variable `name` at a place.
LspAny ToLocation(const ProjectFacts& project, const Place& place, std::string_view name,
                  const AnswerContext& context);

// diagnostics.cc
// The diagnostics of each file that has at least one, by path.
std::map<std::string, LspAny> DiagnosticsOf(const AnswerContext& context);
// The findings whose diagnostics in the file touch the span, each once.
struct FoundAt {
  const ProjectFacts* project = nullptr;
  const Finding* finding = nullptr;
  const Place* place = nullptr;  // in the file
};
std::vector<FoundAt> FindingsAt(const std::string& path, const TextSpan& span,
                                const AnswerContext& context);
// One finding as a diagnostic at one of its places.
LspAny ToDiagnostic(const FoundAt& found, const AnswerContext& context);

// hover.cc
// Everything known about the variable, as Markdown or as text.
std::string DescribeFlag(const KnownFlag& known, const AnswerContext& context);
LspAny AnswerHover(const LspAny& params, const AnswerContext& context);

// navigation.cc
LspAny AnswerDefinition(const LspAny& params, const AnswerContext& context);
LspAny AnswerDocumentSymbols(const LspAny& params, const AnswerContext& context);
LspAny AnswerWorkspaceSymbols(const LspAny& params, const AnswerContext& context);

// completion.cc
LspAny AnswerCompletion(const LspAny& params, const AnswerContext& context);

// occurrences.cc
// An occurrence of a name in a file of a project.
struct NameInFile {
  std::string path;
  std::shared_ptr<const TextLines> lines;
  TextSpan span;
  bool certain = false;  // it is certainly the variable: in a string, on a page, in a shell script
};
// The occurrences of `name` as a word in all files of all projects, sorted, each once.
std::vector<NameInFile> FindOccurrences(const std::string& name, const AnswerContext& context,
                                        std::list<ProjectFolder>& folders);
LspAny AnswerReferences(const LspAny& params, const AnswerContext& context,
                        std::list<ProjectFolder>& folders);
LspAny AnswerHighlights(const LspAny& params, const AnswerContext& context);

// rename.cc
LspAny AnswerPrepareRename(const LspAny& params, const AnswerContext& context);
// What the client receives besides the edit; "" if there is nothing.
struct RenameAnswer {
  LspAny edit;
  std::string wrong;  // why there is no edit
  std::string remark;
};
RenameAnswer AnswerRename(const LspAny& params, const AnswerContext& context,
                          std::list<ProjectFolder>& folders);

// edits.cc
// One change of a WorkspaceEdit, which has the form that the client supports.
struct DocumentChange {
  std::string path;
  LspAny range;
  std::string text;
  std::string annotation;  // the key of its annotation; "": applied without confirmation
};
// `created`: files that do not exist yet. `annotations`: by key.
LspAny ToWorkspaceEdit(const std::vector<DocumentChange>& changes,
                       const std::vector<std::string>& created, const LspAny& annotations,
                       const AnswerContext& context);

// actions.cc
// The kinds of the actions. The second is offered only to a client that asks for it, as editors do
// when a document is saved.
inline constexpr std::string_view kQuickFix = "quickfix";
inline constexpr std::string_view kFixAll = "source.fixAll.flagcensus";
LspAny AnswerCodeActions(const LspAny& params, const AnswerContext& context,
                         std::list<ProjectFolder>& folders);

}  // namespace flagcensus
