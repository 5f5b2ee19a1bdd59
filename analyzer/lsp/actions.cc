// the findings at a range ─→ what the client can do about them (LSP 3.17, "CodeAction")
//
//   default-mismatch on a page   ─→ "Correct the default of APP_PORT in docs/env.md"
//   any finding in Python        ─→ "Ignore unused here, with a comment"
//   undocumented                 ─→ "List APP_PORT as internal in flagcensus.toml"
//   the whole page, if asked     ─→ source.fixAll.flagcensus: what check --fix corrects in it
#include <algorithm>
#include <filesystem>
#include <regex>
#include <utility>

#include "analyzer/base/text.h"
#include "analyzer/lsp/answer.h"
#include "analyzer/lsp/suppression.h"
#include "analyzer/pipeline/compare.h"
#include "analyzer/pipeline/fix_projects.h"

namespace flagcensus {
namespace {

// A suppression needs a reason, which only the user knows.
constexpr std::string_view kReason = "TODO: the reason";

// A quick fix: a preferred one is what the client applies without a choice.
LspAny ToAction(const std::string& title, const FoundAt& found, bool preferred, LspAny edit,
                const AnswerContext& context) {
  LspAny out = {{"title", title},
                {"kind", kQuickFix},
                {"diagnostics", LspAny::array({ToDiagnostic(found, context)})},
                {"edit", std::move(edit)}};
  if (preferred) out["isPreferred"] = true;
  return out;
}

// The project that the facts were computed from; null if it has been checked again since.
// Found by its comparison: each check makes a new one, and places of an old one may have moved.
Workspace* WorkspaceOf(const ProjectFacts& facts, std::list<ProjectFolder>& folders) {
  for (ProjectFolder& folder : folders) {
    for (Workspace& project : folder.projects()) {
      if (project.shared_comparison() == facts.comparison) return &project;
    }
  }
  return nullptr;
}

// The changes of --fix for this finding alone.
//
//   default-mismatch of APP_PORT at docs/env.md:9 ─→ {docs/env.md, 9:12 to 9:14, "8080"}
std::vector<FindingFix> FixesOf(const Finding& finding, bool unsafe, Workspace& project) {
  FixOptions options;
  options.unsafe_fixes = unsafe;
  options.quiet = true;
  Comparison& comparison = project.comparison();
  comparison.fixes.clear();
  FindFixes(project, {finding}, options);
  const auto found = comparison.fixes.find({finding.rule, finding.fingerprint, finding.name});
  return found == comparison.fixes.end() ? std::vector<FindingFix>() : found->second;
}

// Whether the document still has the text that was checked. If not, the fix would be applied at
// wrong places.
// A document that is not open must have been read from disk, so there is no overlay either.
bool IsAsChecked(const std::string& path, const Workspace& project, const Documents& documents) {
  const auto document = documents.Find(path);
  const auto overlay = project.options().overlays.find(path);
  if (!document) return overlay == project.options().overlays.end();
  return overlay == project.options().overlays.end() || *overlay->second == document->lines->text();
}

// "Correct the default of APP_PORT in docs/env.md", "Remove APP_OLD from docs/env.md (to be
// reviewed)"
std::string TitleOfFix(const Finding& finding, const std::string& file, bool unsafe) {
  std::string out = finding.rule == "undocumented" || finding.rule == "missing-in-surface"
                        ? "Add " + finding.name + " to " + file
                    : finding.rule == "unused"
                        ? "Remove " + finding.name + " from " + file
                        : "Correct the default of " + finding.name + " in " + file;
  return unsafe ? out + " (to be reviewed)" : out;
}

// Only these rules have corrections.
void AddFixes(const FoundAt& found, Workspace& project, const AnswerContext& context, LspAny& out) {
  const Finding& finding = *found.finding;
  if (finding.rule != "undocumented" && finding.rule != "missing-in-surface" &&
      finding.rule != "unused" && finding.rule != "default-mismatch") {
    return;
  }
  bool unsafe = false;
  std::vector<FindingFix> fixes = FixesOf(finding, unsafe, project);
  // Changes that need a review are offered only if there is no safe one.
  if (fixes.empty()) fixes = FixesOf(finding, unsafe = true, project);
  if (fixes.empty()) return;
  std::vector<DocumentChange> changes;
  for (const FindingFix& fix : fixes) {
    // The facts and the document must agree, or the edit would be at a wrong place.
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

// Whether a name can be written in a TOML string without escapes.
// APP_PORT is; a name with a quote or a control character is not proposed at all.
bool IsPlain(const std::string& name) {
  return !name.empty() && name.find_first_of("\"\\") == std::string::npos &&
         EscapeControl(name) == name;
}

// An entry at the end of the configuration, which is created if there is none; null if it cannot be
// added. `table`: "internal".
//
//   [[internal]]
//   name = "APP_PORT"
//   reason = "TODO: the reason"
//
// A new file needs a client that creates files: an edit of a missing file is an error for others.
LspAny EditOfNewEntry(const ProjectFacts& project, const std::string& table,
                      const std::string& keys, const AnswerContext& context) {
  std::string path = project.config_file;
  std::vector<std::string> created;
  if (path.empty()) {
    path = project.root + "/flagcensus.toml";
    if (!context.client.creates_files || !context.client.versioned_edits) return nullptr;
    created.push_back(path);
  }
  const auto lines = context.documents.LinesOf(path);
  const std::string& text = lines->text();
  // `internal = [...]` is a list already, to which TOML cannot add a [[internal]].
  const std::regex list("(^|\n)\\s*" + table + "\\s*=");
  if (std::regex_search(text, list)) return nullptr;  // a table cannot be added to it
  const bool part = std::filesystem::path(path).filename() == "pyproject.toml";
  const std::string entry = std::string(text.empty() || text.ends_with('\n') ? "" : "\n") +
                            (text.empty() ? "" : "\n") + (part ? "[[tool.flagcensus." : "[[") +
                            table + "]]\n" + keys + "reason = \"" + std::string(kReason) + "\"\n";
  const TextSpan end = {text.size(), text.size()};
  return ToWorkspaceEdit({{path, ToRange(*lines, end, context.client.unit), entry, ""}}, created,
                         LspAny::object(), context);
}

std::string ConfigNameOf(const ProjectFacts& project) {
  return project.config_file.empty()
             ? "flagcensus.toml"
             : std::filesystem::path(project.config_file).filename().string();
}

// An entry of the configuration, for lines on which no comment is possible.
void AddIgnoreEntry(const FoundAt& found, const AnswerContext& context, LspAny& out) {
  const Finding& finding = *found.finding;
  if (!IsPlain(finding.name)) return;
  LspAny edit =
      EditOfNewEntry(*found.project, "ignore",
                     "rule = \"" + finding.rule + "\"\nname = \"" + finding.name + "\"\n", context);
  if (edit.is_null()) return;
  out.push_back(ToAction(
      "Ignore " + finding.rule + " of " + finding.name + " in " + ConfigNameOf(*found.project),
      found, false, std::move(edit), context));
}

//   a finding in app.py:7 ─→ "# flagcensus: ignore[undocumented] TODO: the reason" above it
void AddSuppression(const FoundAt& found, const AnswerContext& context, LspAny& out) {
  const std::string path = found.project->PathOf(*found.place);
  const auto lines = context.documents.LinesOf(path);
  if (found.place->line < 1) return;
  const auto comment =
      SuppressionFor(path, *lines, found.place->line, found.finding->rule, kReason);
  if (!comment) return AddIgnoreEntry(found, context, out);
  const TextSpan span = {comment->at, comment->at};
  LspAny edit =
      ToWorkspaceEdit({{path, ToRange(*lines, span, context.client.unit), comment->text, ""}}, {},
                      LspAny::object(), context);
  out.push_back(ToAction("Ignore " + found.finding->rule + " here, with a comment", found, false,
                         std::move(edit), context));
}

// An entry of the configuration that declares the variable as one that users need not know.
void AddInternal(const FoundAt& found, const AnswerContext& context, LspAny& out) {
  const Finding& finding = *found.finding;
  if (finding.rule != "undocumented" || !IsPlain(finding.name)) return;
  LspAny edit =
      EditOfNewEntry(*found.project, "internal", "name = \"" + finding.name + "\"\n", context);
  if (edit.is_null()) return;
  out.push_back(ToAction("List " + finding.name + " as internal in " + ConfigNameOf(*found.project),
                         found, false, std::move(edit), context));
}

// Whether the client asks for actions of `kind`: by the kind, or by one that it belongs to.
//
//   "source.fixAll.flagcensus"   ─→ wanted by "source.fixAll.flagcensus", "source.fixAll", "source"
bool Wants(const LspAny& only, std::string_view kind) {
  return only.is_array() && std::any_of(only.begin(), only.end(), [&](const LspAny& one) {
           if (!one.is_string()) return false;
           const auto& asked = one.get_ref<const std::string&>();
           return asked.empty() || kind == asked || kind.starts_with(asked + ".");
         });
}

// Without a list a client wants what belongs to the range, as for a light bulb.
bool WantsQuickFix(const LspAny& only) { return !only.is_array() || Wants(only, kQuickFix); }

// The bytes in which two texts differ, from the first to the last such line.
//
//   "a\nb\nc\n" and "a\nB\nc\n"   ─→ of the first: 2 to 4
struct Difference {
  TextSpan span;  // in the first text
  std::string text;
};
Difference DifferenceOf(const std::string& before, const std::string& after) {
  const size_t least = std::min(before.size(), after.size());
  size_t begin = 0;
  while (begin < least && before[begin] == after[begin]) ++begin;
  begin = begin == 0 ? 0 : before.rfind('\n', begin - 1) + 1;  // npos + 1 is 0: no line before
  size_t same = 0;                                             // at the end
  while (same < least - begin && before.rbegin()[same] == after.rbegin()[same]) ++same;
  // From a line's beginning on: a character of several bytes is never divided.
  const size_t end = before.find('\n', before.size() - same);
  same = end == std::string::npos ? 0 : before.size() - end - 1;
  return {{begin, before.size() - same}, after.substr(begin, after.size() - same - begin)};
}

// Everything that `check --fix` corrects in the document for the findings that are shown.
void AddFixAll(const std::string& path, const AnswerContext& context,
               std::list<ProjectFolder>& folders, LspAny& out) {
  const ProjectFacts* const facts = context.facts.Of(path);
  Workspace* const project = facts == nullptr ? nullptr : WorkspaceOf(*facts, folders);
  if (project == nullptr || !IsAsChecked(path, *project, context.documents)) return;
  const auto lines = context.documents.LinesOf(path);
  for (const PageCorrection& page : CorrectionsOf(*project, facts->findings)) {
    if (facts->PathOf({page.file, 1, 0}) != path || lines->text() != page.before) continue;
    const Difference difference = DifferenceOf(page.before, page.after);
    LspAny edit = ToWorkspaceEdit(
        {{path, ToRange(*lines, difference.span, context.client.unit), difference.text, ""}}, {},
        LspAny::object(), context);
    out.push_back({{"title", "Correct everything in this page that check --fix corrects"},
                   {"kind", kFixAll},
                   {"edit", std::move(edit)}});
  }
}

}  // namespace

LspAny AnswerCodeActions(const LspAny& params, const AnswerContext& context,
                         std::list<ProjectFolder>& folders) {
  LspAny out = LspAny::array();
  const auto uri = TextAt(params, {"textDocument", "uri"});
  const auto path = uri ? PathOfUri(*uri) : std::nullopt;
  if (!path || !context.client.action_literals) return out;
  const LspAny& only = FieldOf(params, {"context", "only"});
  if (Wants(only, kFixAll)) AddFixAll(*path, context, folders, out);
  if (!WantsQuickFix(only)) return out;
  const auto lines = context.documents.LinesOf(*path);
  const auto span = ReadRange(FieldOf(params, {"range"}), *lines, context.client.unit);
  if (!span) return out;
  // Everything that can be done about each finding at the range.
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
