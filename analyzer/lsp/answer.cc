// requests ─→ the positions and variables that they are about
#include "analyzer/lsp/answer.h"

#include <algorithm>

#include "analyzer/base/text.h"

namespace flagcensus {

// Reads what the client supports. A missing member means that it does not.
// UTF-8 is preferred if the client offers it: offsets of bytes need no conversion then.
ClientFeatures ReadFeatures(const LspAny& capabilities) {
  ClientFeatures out;
  const LspAny& document = FieldOf(capabilities, {"textDocument"});
  const LspAny& workspace = FieldOf(capabilities, {"workspace"});
  const LspAny& edit = FieldOf(workspace, {"workspaceEdit"});
  if (ListContains(FieldOf(capabilities, {"general", "positionEncodings"}), "utf-8")) {
    out.unit = PositionUnit::kUtf8;
  }
  out.markdown = ListContains(FieldOf(document, {"hover", "contentFormat"}), "markdown");
  out.progress = IsTrueAt(capabilities, {"window", "workDoneProgress"});
  out.watches_files = IsTrueAt(workspace, {"didChangeWatchedFiles", "dynamicRegistration"});
  out.refreshes_diagnostics = IsTrueAt(workspace, {"diagnostics", "refreshSupport"});
  out.related_places = IsTrueAt(document, {"publishDiagnostics", "relatedInformation"});
  out.rule_links = IsTrueAt(document, {"publishDiagnostics", "codeDescriptionSupport"});
  out.versioned_edits = IsTrueAt(edit, {"documentChanges"});
  out.creates_files = ListContains(FieldOf(edit, {"resourceOperations"}), "create");
  out.annotates_edits =
      out.versioned_edits && FieldOf(edit, {"changeAnnotationSupport"}).is_object();
  out.action_literals = FieldOf(document, {"codeAction", "codeActionLiteralSupport"}).is_object();
  out.nested_symbols = IsTrueAt(document, {"documentSymbol", "hierarchicalDocumentSymbolSupport"});
  return out;
}

// The position is in the client's text, which may be newer than the checked one.
std::optional<AskedPosition> ReadAsked(const LspAny& params, const AnswerContext& context) {
  const auto uri = TextAt(params, {"textDocument", "uri"});
  const auto path = uri ? PathOfUri(*uri) : std::nullopt;
  const auto position = ReadPosition(FieldOf(params, {"position"}));
  if (!path || !position) return std::nullopt;
  AskedPosition out{*path, context.documents.LinesOf(*path), 0};
  out.offset = out.lines->OffsetOf(*position, context.client.unit);
  return out;
}

namespace {

// The access on the line with a name that ends with `word`: a wrapper adds the part before it.
// `opt("PORT")` ─→ the access APP_PORT. If several match, the first one on the line.
const NamedPlace* AccessOfPart(const ProjectFacts& project, const AskedPosition& asked,
                               std::string_view word) {
  const auto file = project.by_file.find(asked.path);
  if (file == project.by_file.end() || word.empty()) return nullptr;
  const std::string upper = ToUpper(word);
  const TextSpan line = asked.lines->LineAt(asked.offset);
  for (const NamedPlace& one : file->second) {
    const TextSpan of = asked.lines->LineOf(one.place().line);
    if (of.begin == line.begin && ToUpper(one.flag->name).ends_with("_" + upper)) return &one;
  }
  return nullptr;
}

}  // namespace

//   os.getenv("APP_P|ORT")    ─→ APP_PORT and the bytes of the word
//   opt("PO|RT")              ─→ APP_PORT, which the line accesses, and the bytes of PORT
//   a word, but not a name    ─→ nullopt
std::optional<FlagAt> FindFlagAt(const AskedPosition& asked, const Facts& facts) {
  const TextSpan span = WordAt(asked.lines->text(), asked.offset);
  const std::string_view word =
      std::string_view(asked.lines->text()).substr(span.begin, span.end - span.begin);
  if (word.empty()) return std::nullopt;
  // A known name decides, even in another project than the file's.
  if (const KnownFlag known = FindFlag(facts, asked.path, word); known.flag != nullptr) {
    return FlagAt{known, span};
  }
  const ProjectFacts* own = facts.Of(asked.path);
  const NamedPlace* part = own == nullptr ? nullptr : AccessOfPart(*own, asked, word);
  if (part == nullptr) return std::nullopt;
  return FlagAt{{own, part->flag}, span};
}

// The URI of an open document is the client's own spelling, by which it finds its buffer.
LspAny ToLocation(const ProjectFacts& project, const Place& place, std::string_view name,
                  const AnswerContext& context) {
  const std::string path = project.PathOf(place);
  const auto lines = context.documents.LinesOf(path);
  return {{"uri", context.documents.UriOf(path)},
          {"range", ToRange(*lines, SpanOf(*lines, place, name), context.client.unit)}};
}

}  // namespace flagcensus
