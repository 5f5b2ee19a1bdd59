// changes of texts ─→ a WorkspaceEdit (LSP 3.17, "WorkspaceEdit")
//
//   with versioned_edits  {"documentChanges": [{"textDocument": {uri, version}, "edits": [...]}]}
//   without               {"changes": {uri: [...]}}: the client cannot detect an outdated edit
#include <utility>

#include "analyzer/lsp/answer.h"

namespace flagcensus {
namespace {

// Files are created before they are edited. The version of a file that is not open is null.
LspAny ToDocumentChanges(const std::map<std::string, LspAny>& edits,
                         const std::vector<std::string>& created, const AnswerContext& context) {
  LspAny out = LspAny::array();
  for (const std::string& path : created) {
    out.push_back({{"kind", "create"},
                   {"uri", context.documents.UriOf(path)},
                   {"options", {{"ignoreIfExists", true}}}});
  }
  for (const auto& [path, list] : edits) {
    const auto document = context.documents.Find(path);
    LspAny version = nullptr;
    if (document) version = document->version;
    out.push_back({{"textDocument",
                    {{"uri", context.documents.UriOf(path)}, {"version", std::move(version)}}},
                   {"edits", list}});
  }
  return out;
}

}  // namespace

// All edits of one document are in one list, as the protocol requires.
// An annotation lets the client ask the user before the edit; others apply edits as they are.
LspAny ToWorkspaceEdit(const std::vector<DocumentChange>& changes,
                       const std::vector<std::string>& created, const LspAny& annotations,
                       const AnswerContext& context) {
  std::map<std::string, LspAny> edits;
  for (const DocumentChange& change : changes) {
    LspAny& list = edits[change.path];
    if (list.is_null()) list = LspAny::array();
    LspAny one = {{"range", change.range}, {"newText", change.text}};
    if (context.client.annotates_edits && !change.annotation.empty()) {
      one["annotationId"] = change.annotation;
    }
    list.push_back(std::move(one));
  }
  LspAny out = LspAny::object();
  if (context.client.versioned_edits) {
    out["documentChanges"] = ToDocumentChanges(edits, created, context);
  } else {
    out["changes"] = LspAny::object();
    for (auto& [path, list] : edits) {
      out["changes"][context.documents.UriOf(path)] = std::move(list);
    }
  }
  if (context.client.annotates_edits && !annotations.empty()) {
    out["changeAnnotations"] = annotations;
  }
  return out;
}

}  // namespace flagcensus
