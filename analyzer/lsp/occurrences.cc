// a variable's name ─→ where it occurs as a word in the files of the projects
//
//   os.getenv("APP_PORT")      certain: in quotes
//   APP_PORT = 80              in Python: an identifier, which may be anything
//   APP_PORT=80                in a .env file: certain
#include <algorithm>
#include <filesystem>
#include <mutex>
#include <set>

#include "analyzer/base/text.h"
#include "analyzer/lsp/answer.h"
#include "analyzer/tree/search_files.h"

namespace flagcensus {
namespace {

// Files in which words are settings and their values, not identifiers of a program.
// .json and .toml are settings as well as data: a value that equals a name counts as the variable.
bool IsSettingsFile(const std::string& path) {
  static const std::set<std::string> kEndings = {
      ".sh",   ".bash", ".zsh", ".env", ".yml",     ".yaml", ".toml", ".ini", ".cfg",
      ".json", ".conf", ".mk",  ".tf",  ".service", ".bat",  ".ps1",  ".in",  ".properties"};
  const std::filesystem::path file(path);
  const std::string name = file.filename().string();
  return kEndings.contains(file.extension().string()) || name.starts_with(".env") ||
         name.starts_with("Dockerfile") || name.starts_with("Makefile");
}

// Whether the word alone is in quotes, or is a member of the environment: "APP_PORT",
// `env.APP_PORT`, `$APP_PORT`.
// `env.` also matches `import.meta.env.` and `process.env.`.
bool IsQuoted(std::string_view text, const TextSpan& span) {
  constexpr std::string_view kQuotes = "\"'`";
  const std::string_view before = text.substr(0, span.begin);
  if (before.ends_with("env.") || before.ends_with("$") || before.ends_with("${")) return true;
  return !before.empty() && span.end < text.size() && before.back() == text[span.end] &&
         kQuotes.find(before.back()) != std::string_view::npos;
}

// Pages, shell scripts and settings, or a quoted word in a program.
bool IsCertain(const std::string& path, FileKind kind, std::string_view text,
               const TextSpan& span) {
  return kind == FileKind::kPage || kind == FileKind::kShell || IsSettingsFile(path) ||
         IsQuoted(text, span);
}

// Finds the name as a word in one text.
// "APP_PORT" is not found in "MY_APP_PORT" or "APP_PORTS".
void FindInText(const std::string& name, const std::string& path, FileKind kind,
                const std::shared_ptr<const TextLines>& lines, std::vector<NameInFile>& out) {
  const std::string& text = lines->text();
  for (size_t at = text.find(name); at != std::string::npos; at = text.find(name, at + 1)) {
    const TextSpan word = WordAt(text, at);
    if (word.begin != at || word.end != at + name.size()) continue;
    out.push_back({path, lines, word, IsCertain(path, kind, text, word)});
  }
}

// Files that are not open are searched on disk, in parallel; open ones in the client's text.
// A word search in all files finds what the census does not see: scripts, comments, other
// languages.
void FindInProject(const std::string& name, const Workspace& project, Documents& documents,
                   std::vector<NameInFile>& out) {
  const WordSearch search({name});
  const std::vector<SourceFile>& files = project.tree().files;
  std::mutex mutex;
  std::set<std::string> open;
  for (const auto& [path, document] : documents.All()) open.insert(path);
  SearchFiles(
      project.tree(), search, project.options().jobs,
      [&](const SourceFile& file) { return !open.contains(file.absolute); },
      [&](size_t number, std::string_view text, const std::vector<WordHit>&) {
        const SourceFile& file = files[number];
        const auto lines =
            std::make_shared<const TextLines>(std::make_shared<const std::string>(text));
        const std::lock_guard lock(mutex);
        FindInText(name, file.absolute, file.kind, lines, out);
      });
  for (const SourceFile& file : files) {
    if (!open.contains(file.absolute)) continue;
    // The text that the client shows, which may be newer than the checked one.
    FindInText(name, file.absolute, file.kind, documents.LinesOf(file.absolute), out);
  }
}

// Lines of files on which the facts know the variable: places of accesses, entries and the rest.
using KnownLines = std::set<std::pair<std::string, int>>;

// Without `entries`, only accesses: what a client calls references without declarations.
KnownLines LinesOfFlag(const KnownFlag& known, bool entries) {
  KnownLines out;
  const auto add = [&](const Place& place) {
    out.emplace(known.project->PathOf(place), place.line);
  };
  for (const FlagAccess& one : known.flag->accesses) add(one.access->place);
  for (const LightAccess& light : known.flag->light) add(light.place);
  if (!entries) return out;
  for (const Entry* entry : known.flag->entries) add(entry->place);
  for (const Entry* entry : known.flag->mentions) add(entry->place);
  for (const Passage& passage : known.flag->passages) add(passage.place);
  return out;
}

// Counted again for each occurrence, which are few.
int LineNumberOf(const NameInFile& found) {
  const std::string_view before = std::string_view(found.lines->text()).substr(0, found.span.begin);
  return static_cast<int>(std::count(before.begin(), before.end(), '\n')) + 1;
}

}  // namespace

// Projects may share files, so equal occurrences are removed.
std::vector<NameInFile> FindOccurrences(const std::string& name, const AnswerContext& context,
                                        std::list<ProjectFolder>& folders) {
  std::vector<NameInFile> out;
  for (ProjectFolder& folder : folders) {
    for (const Workspace& project : folder.projects()) {
      FindInProject(name, project, context.documents, out);
    }
  }
  std::sort(out.begin(), out.end(), [](const NameInFile& a, const NameInFile& b) {
    return std::tie(a.path, a.span.begin) < std::tie(b.path, b.span.begin);
  });
  out.erase(std::unique(out.begin(), out.end(),
                        [](const NameInFile& a, const NameInFile& b) {
                          return a.path == b.path && a.span.begin == b.span.begin;
                        }),
            out.end());
  return out;
}

// Occurrences that the facts know are certain; other words count only if their form is certain.
//
//   os.getenv("APP_PORT")          an access: listed
//   APP_PORT = 80 in another file  an identifier in Python: not listed
//   APP_PORT=80 in .env            listed
LspAny AnswerReferences(const LspAny& params, const AnswerContext& context,
                        std::list<ProjectFolder>& folders) {
  const auto asked = ReadAsked(params, context);
  const auto at = asked ? FindFlagAt(*asked, context.facts) : std::nullopt;
  if (!at) return nullptr;
  const LspAny& declaration = FieldOf(params, {"context", "includeDeclaration"});
  const bool declarations = !declaration.is_boolean() || declaration.get<bool>();
  const std::string& name = at->known.flag->name;
  const KnownLines all = LinesOfFlag(at->known, true);
  KnownLines wanted = LinesOfFlag(at->known, declarations);
  LspAny out = LspAny::array();
  for (const NameInFile& found : FindOccurrences(name, context, folders)) {
    const std::pair<std::string, int> line = {found.path, LineNumberOf(found)};
    if (all.contains(line) ? !wanted.contains(line) && !declarations : !found.certain) continue;
    wanted.erase(line);
    out.push_back({{"uri", context.documents.UriOf(found.path)},
                   {"range", ToRange(*found.lines, found.span, context.client.unit)}});
  }
  // Accesses with a name that is put together have no word to be found.
  for (const FlagAccess& one : at->known.flag->accesses) {
    const Place& place = one.access->place;
    if (!wanted.contains({at->known.project->PathOf(place), place.line})) continue;
    out.push_back(ToLocation(*at->known.project, place, name, context));
  }
  return out;
}

// Only in this file, and so without a search.
LspAny AnswerHighlights(const LspAny& params, const AnswerContext& context) {
  const auto asked = ReadAsked(params, context);
  const auto at = asked ? FindFlagAt(*asked, context.facts) : std::nullopt;
  if (!at) return nullptr;
  std::vector<NameInFile> found;
  FindInText(at->known.flag->name, asked->path, FileKindOf(asked->path), asked->lines, found);
  LspAny out = LspAny::array();
  for (const NameInFile& one : found) {
    if (!one.certain) continue;
    out.push_back({{"range", ToRange(*one.lines, one.span, context.client.unit)}});
  }
  return out;
}

}  // namespace flagcensus
