// a variable and its new name ─→ the changes of code and pages
//
// Only occurrences that are certainly the variable are changed: strings, pages, shell scripts,
// settings. Any other word may be an identifier or a comment. A client that supports annotations
// asks the user about each of these; for other clients they are not changed, and their number is
// reported.
//
//   os.getenv("APP_PORT")    changed
//   # APP_PORT is read here  changed after confirmation
#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "analyzer/base/text.h"
#include "analyzer/lsp/answer.h"

namespace flagcensus {
namespace {

// A name that any program can use: no '*', no '-'.
// "APP_PORT" and "http_proxy" are; "APP-PORT", "1APP" and "APP_*" are not.
bool IsVariableName(std::string_view name) {
  return !name.empty() && !IsDigit(name[0]) && std::all_of(name.begin(), name.end(), [](char c) {
    return IsIdentifierByte(static_cast<unsigned char>(c));
  });
}

// The variable that is spelled out at the position; nullopt if there is none. A part of a name, to
// which a wrapper adds the rest, cannot be renamed at this place.
std::optional<FlagAt> SpelledAt(const LspAny& params, const AnswerContext& context) {
  const auto asked = ReadAsked(params, context);
  auto at = asked ? FindFlagAt(*asked, context.facts) : std::nullopt;
  if (!at || !IsVariableName(at->known.flag->name)) return std::nullopt;
  if (at->span.end - at->span.begin != at->known.flag->name.size()) return std::nullopt;
  return at;
}

// The number of accesses on lines without the name: their names are put together.
//
//   opt("PORT"), which reads APP_PORT    ─→ counted: the line does not have the name
size_t CountBuilt(const KnownFlag& known, const std::vector<NameInFile>& found) {
  std::set<std::pair<std::string, size_t>> lines;
  for (const NameInFile& one : found) {
    lines.emplace(one.path, one.lines->LineAt(one.span.begin).begin);
  }
  size_t out = 0;
  for (const FlagAccess& one : known.flag->accesses) {
    const std::string path = known.project->PathOf(one.access->place);
    const auto same = std::find_if(found.begin(), found.end(),
                                   [&](const NameInFile& name) { return name.path == path; });
    const bool spelled = same != found.end() &&
                         lines.contains({path, same->lines->LineOf(one.access->place.line).begin});
    if (!spelled) ++out;
  }
  return out;
}

}  // namespace

// Null lets the client say that nothing can be renamed here, before it asks for a name.
LspAny AnswerPrepareRename(const LspAny& params, const AnswerContext& context) {
  const auto at = SpelledAt(params, context);
  if (!at) return nullptr;
  const auto asked = ReadAsked(params, context);
  return {{"range", ToRange(*asked->lines, at->span, context.client.unit)},
          {"placeholder", at->known.flag->name}};
}

// All occurrences in all projects; for each, whether it is certain decides how it is changed.
RenameAnswer AnswerRename(const LspAny& params, const AnswerContext& context,
                          std::list<ProjectFolder>& folders) {
  const std::string name = TextAt(params, {"newName"}).value_or("");
  if (!IsVariableName(name))
    return {nullptr, "'" + EscapeControl(name) + "' is no name of a variable", ""};
  const auto at = SpelledAt(params, context);
  if (!at) return {nullptr, "no variable is spelled there", ""};
  const std::string& old = at->known.flag->name;
  const KnownFlag other = FindFlag(context.facts, "", name);
  // Renaming to an existing name would merge two variables.
  if (other.flag != nullptr && name != old) return {nullptr, name + " is a variable already", ""};
  const std::vector<NameInFile> found = FindOccurrences(old, context, folders);
  std::vector<DocumentChange> changes;
  size_t left = 0;
  for (const NameInFile& one : found) {
    // Without annotations the client would apply uncertain changes without a question.
    if (!one.certain && !context.client.annotates_edits) {
      ++left;
      continue;
    }
    changes.push_back({one.path, ToRange(*one.lines, one.span, context.client.unit), name,
                       one.certain ? "variable" : "word"});
  }
  const LspAny annotations = {
      {"variable", {{"label", "the variable " + old}, {"needsConfirmation", false}}},
      {"word",
       {{"label", "the word " + old},
        {"needsConfirmation", true},
        {"description", "it may be an identifier of the program, or a comment"}}}};
  RenameAnswer out{ToWorkspaceEdit(changes, {}, annotations, context), "", ""};
  if (left > 0) {
    out.remark = Count(left, "other occurrence of ", "other occurrences of ") + old +
                 " in code may be identifiers or comments, and are not changed";
  }
  if (const size_t built = CountBuilt(at->known, found); built > 0) {
    out.remark += (out.remark.empty() ? "" : "; ") + Count(built, "access", "accesses") + " to " +
                  old + " put the name together, and are not changed";
  }
  return out;
}

}  // namespace flagcensus
