// the findings at a range ─→ what the client can do about them (LSP 3.17, "CodeAction")
#include <algorithm>
#include <filesystem>
#include <regex>
#include <utility>

#include "analyzer/base/text.h"
#include "analyzer/lsp/answer.h"
#include "analyzer/pages/detect_format.h"
#include "analyzer/pipeline/fix_projects.h"
#include "analyzer/review/ignores.h"

namespace flagcensus {
namespace {

constexpr std::string_view kReason = "TODO: the reason";

LspAny ToAction(const std::string& title, const FoundAt& found, bool preferred, LspAny edit,
                const AnswerContext& context) {
  LspAny out = {{"title", title},
                {"kind", "quickfix"},
                {"diagnostics", LspAny::array({ToDiagnostic(found, context)})},
                {"edit", std::move(edit)}};
  if (preferred) out["isPreferred"] = true;
  return out;
}

// The project that the facts were computed from; null if it has been checked again since.
Workspace* WorkspaceOf(const ProjectFacts& facts, std::list<ProjectFolder>& folders) {
  for (ProjectFolder& folder : folders) {
    for (Workspace& project : folder.projects()) {
      if (project.shared_comparison() == facts.comparison) return &project;
    }
  }
  return nullptr;
}

// What --fix would change for this finding alone.
std::vector<FindingFix> FixesOf(const Finding& finding, bool unsafe, Workspace& project) {
  FixOptions options;
  options.unsafe_fixes = unsafe;
  options.quiet = true;
  Comparison& comparison = project.comparison();
  std::vector<Finding> all = std::exchange(comparison.findings, {finding});
  comparison.fixes.clear();
  FindFixes(project, options);
  comparison.findings = std::move(all);
  const auto found = comparison.fixes.find({finding.rule, finding.fingerprint, finding.name});
  return found == comparison.fixes.end() ? std::vector<FindingFix>() : found->second;
}

// Whether the document still is what was checked.
bool IsAsChecked(const std::string& path, const Workspace& project, const Documents& documents) {
  const auto document = documents.Find(path);
  const auto overlay = project.options().overlays.find(path);
  if (!document) return overlay == project.options().overlays.end();
  return overlay == project.options().overlays.end() || *overlay->second == document->lines->text();
}

std::string TitleOfFix(const Finding& finding, const std::string& file, bool unsafe) {
  std::string out = finding.rule == "undocumented" ? "Add " + finding.name + " to " + file
                    : finding.rule == "unused"
                        ? "Remove " + finding.name + " from " + file
                        : "Correct the default of " + finding.name + " in " + file;
  return unsafe ? out + " (to be reviewed)" : out;
}

void AddFixes(const FoundAt& found, Workspace& project, const AnswerContext& context, LspAny& out) {
  const Finding& finding = *found.finding;
  if (finding.rule != "undocumented" && finding.rule != "unused" &&
      finding.rule != "default-mismatch") {
    return;
  }
  bool unsafe = false;
  std::vector<FindingFix> fixes = FixesOf(finding, unsafe, project);
  if (fixes.empty()) fixes = FixesOf(finding, unsafe = true, project);
  if (fixes.empty()) return;
  std::vector<DocumentChange> changes;
  for (const FindingFix& fix : fixes) {
    const std::string path = found.project->PathOf({fix.file, fix.line, 0});
    if (!IsAsChecked(path, project, context.documents)) return;
    const auto lines = context.documents.LinesOf(path);
    const TextSpan span = {lines->OffsetOfCharacter(fix.line, fix.column),
                           lines->OffsetOfCharacter(fix.end_line, fix.end_column)};
    changes.push_back({path, ToRange(*lines, span, context.client.unit), fix.text, "review"});
  }
  const std::string title = TitleOfFix(finding, fixes.front().file, unsafe);
  const LspAny annotations = {{"review", {{"label", title}, {"needsConfirmation", unsafe}}}};
  out.push_back(
      ToAction(title, found, !unsafe, ToWorkspaceEdit(changes, {}, annotations, context), context));
}

// How a line of its own begins a comment in the file; "" if there is no such line.
std::string_view CommentOf(const std::string& path, const std::string& text) {
  const FileKind kind = FileKindOf(path, AllAskedLanguages());
  if (IsPythonSource(kind) || kind == FileKind::kRuby || kind == FileKind::kShell) return "# ";
  if (IsSource(kind)) return "// ";
  if (kind == FileKind::kPage) {
    const PageFormat* const format = DetectPageFormat(path, text);
    if (format == nullptr) return "";
    const std::span<const std::string_view> comments = format->comments;
    const bool hash = std::find(comments.begin(), comments.end(), "#") != comments.end();
    return hash ? "# " : "";
  }
  const std::string ending = std::filesystem::path(path).extension().string();
  return ending == ".yml" || ending == ".yaml" || ending == ".toml" ? "# " : "";
}

// Where a comment that suppresses the finding goes, and its text; nullopt if there is no place.
std::optional<std::pair<size_t, std::string>> SuppressionFor(const FoundAt& found,
                                                             const std::string& path,
                                                             const TextLines& lines) {
  const std::string& text = lines.text();
  const TextSpan line = lines.LineOf(found.place->line);
  const std::string comment =
      "flagcensus: ignore[" + found.finding->rule + "] " + std::string(kReason);
  std::pair<size_t, std::string> out;
  if (const std::string_view opener = CommentOf(path, text); !opener.empty()) {
    const std::string indent = text.substr(
        line.begin, std::min(text.find_first_not_of(" \t", line.begin), line.end) - line.begin);
    const bool crlf = line.end < text.size() && text[line.end] == '\r';
    out = {line.begin, indent + std::string(opener) + comment + (crlf ? "\r\n" : "\n")};
    const bool continued = line.begin >= 2 && text[line.begin - 2] == '\\';
    if (continued) return std::nullopt;
  } else {
    const std::string_view shown = std::string_view(text).substr(line.begin, line.end - line.begin);
    size_t at = shown.find_last_not_of(" \t");
    at = at == std::string_view::npos ? shown.size() : at + 1;
    if (at > 0 && shown[at - 1] == '|') --at;  // in the last cell of a row
    out = {line.begin + at, (at > 0 && shown[at - 1] == ' ' ? "" : " ") + ("<!-- " + comment) +
                                " -->" + (at < shown.size() && shown[at] == '|' ? " " : "")};
  }
  // It is one only if the program reads it as one.
  const std::string changed = text.substr(0, out.first) + out.second + text.substr(out.first);
  const int moved = found.place->line + (out.second.ends_with('\n') ? 1 : 0);
  for (const IgnoreComment& one : ReadIgnoreComments(changed, path)) {
    if (one.wrong.empty() && one.place.line <= moved && one.last_line >= moved &&
        std::find(one.rules.begin(), one.rules.end(), found.finding->rule) != one.rules.end()) {
      return out;
    }
  }
  return std::nullopt;
}

void AddSuppression(const FoundAt& found, const AnswerContext& context, LspAny& out) {
  const std::string path = found.project->PathOf(*found.place);
  const auto lines = context.documents.LinesOf(path);
  if (found.place->line < 1) return;
  const auto suppression = SuppressionFor(found, path, *lines);
  if (!suppression) return;
  const TextSpan span = {suppression->first, suppression->first};
  const LspAny edit =
      ToWorkspaceEdit({{path, ToRange(*lines, span, context.client.unit), suppression->second, ""}},
                      {}, LspAny::object(), context);
  out.push_back(ToAction("Ignore " + found.finding->rule + " here, with a comment", found, false,
                         edit, context));
}

// An entry of the configuration: users need not know the variable.
void AddInternal(const FoundAt& found, const AnswerContext& context, LspAny& out) {
  if (found.finding->rule != "undocumented" || found.finding->name.empty()) return;
  std::string path = found.project->config_file;
  std::vector<std::string> created;
  if (path.empty()) {
    path = found.project->root + "/flagcensus.toml";
    if (!context.client.creates_files || !context.client.versioned_edits) return;
    created.push_back(path);
  }
  const auto lines = context.documents.LinesOf(path);
  const std::string& text = lines->text();
  static const std::regex kList(R"((^|\n)\s*internal\s*=)");
  if (std::regex_search(text, kList)) return;  // a table cannot be added to it
  const bool part = std::filesystem::path(path).filename() == "pyproject.toml";
  const std::string entry =
      std::string(text.empty() || text.ends_with('\n') ? "" : "\n") + (text.empty() ? "" : "\n") +
      (part ? "[[tool.flagcensus.internal]]" : "[[internal]]") + "\nname = \"" +
      found.finding->name + "\"\nreason = \"" + std::string(kReason) + "\"\n";
  const TextSpan end = {text.size(), text.size()};
  const LspAny edit =
      ToWorkspaceEdit({{path, ToRange(*lines, end, context.client.unit), entry, ""}}, created,
                      LspAny::object(), context);
  out.push_back(ToAction("List " + found.finding->name + " as internal in " +
                             std::filesystem::path(path).filename().string(),
                         found, false, edit, context));
}

bool WantsQuickFix(const LspAny& only) {
  return !only.is_array() || ListHolds(only, "quickfix") || ListHolds(only, "");
}

}  // namespace

LspAny AnswerCodeActions(const LspAny& params, const AnswerContext& context,
                         std::list<ProjectFolder>& folders) {
  LspAny out = LspAny::array();
  const auto uri = TextAt(params, {"textDocument", "uri"});
  const auto path = uri ? PathOfUri(*uri) : std::nullopt;
  if (!path || !context.client.action_literals ||
      !WantsQuickFix(FieldOf(params, {"context", "only"}))) {
    return out;
  }
  const auto lines = context.documents.LinesOf(*path);
  const auto span = ReadRange(FieldOf(params, {"range"}), *lines, context.client.unit);
  if (!span) return out;
  for (const FoundAt& found : FindingsAt(*path, *span, context)) {
    Workspace* project = WorkspaceOf(*found.project, folders);
    if (project == nullptr || !IsAsChecked(*path, *project, context.documents)) continue;
    AddFixes(found, *project, context, out);
    AddSuppression(found, context, out);
    AddInternal(found, context, out);
  }
  return out;
}

}  // namespace flagcensus
