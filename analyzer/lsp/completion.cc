// the text before the cursor ─→ whether a variable's name is expected ─→ names
//
//   os.getenv("APP_|          a string argument of a reading function, or of `environ[`
//   image: ${APP_|            after "${" in files of settings
//   APP_|                     before "=" in a .env file
//   environment:
//     - APP_|                 below `env:` or `environment:` in YAML
//
// Elsewhere there is no answer, so the completions of other servers are not mixed with these.
#include <algorithm>
#include <filesystem>
#include <regex>
#include <set>

#include "analyzer/base/text.h"
#include "analyzer/lsp/answer.h"

namespace flagcensus {
namespace {

// More items are not read by a person; the client asks again after the next letter.
constexpr size_t kMaxItems = 1000;
// Only the first items are visible; describing all of a large project takes noticeably long.
constexpr size_t kMaxDescribed = 100;
constexpr size_t kMaxLine = 2000;  // bytes before the cursor that are examined
constexpr size_t kMaxAbove = 200;  // lines above it, in YAML; a longer block has no completions
constexpr int kVariableItem = 6;   // CompletionItemKind

// The last part of an accessor: "os.environ.get" ─→ "get", "os.environ[]" ─→ "environ"
std::string_view LastPart(std::string_view via) {
  while (!via.empty() && !IsIdentifierByte(static_cast<unsigned char>(via.back()))) {
    via.remove_suffix(1);
  }
  return via.substr(via.find_last_of(".:>") + 1);  // npos + 1 is 0
}

// Whether the projects read through a function whose last part is `word`. The built-in names help
// in a file that is new, and in languages that the projects do not read.
//
// "get" also matches unrelated calls, such as `cache.get("`: names are offered there in vain.
bool IsReader(std::string_view word, const Facts& facts) {
  constexpr std::string_view kKnown[] = {
      "getenv", "secure_getenv", "setenv",    "unsetenv", "putenv", "get", "environ",
      "env",    "Getenv",        "LookupEnv", "var",      "ENV",    "_ENV"};
  if (std::find(std::begin(kKnown), std::end(kKnown), word) != std::end(kKnown)) return true;
  return std::any_of(facts.projects.begin(), facts.projects.end(), [&](const auto& project) {
    const std::vector<Access>& all = project->comparison->census.accesses;
    return std::any_of(all.begin(), all.end(),
                       [&](const Access& access) { return LastPart(access.via) == word; });
  });
}

std::string_view TrimRight(std::string_view text) {
  while (!text.empty() && (text.back() == ' ' || text.back() == '\t')) text.remove_suffix(1);
  return text;
}

// Whether `before`, which ends where the name begins, ends with a reader and an open quote:
// `os.getenv("`, `environ['`, `env!("`.
bool EndsInReader(std::string_view before, const Facts& facts) {
  if (before.empty() || std::string_view("\"'`").find(before.back()) == std::string_view::npos) {
    return false;
  }
  before = TrimRight(before.substr(0, before.size() - 1));
  if (before.empty() || (before.back() != '(' && before.back() != '[')) return false;
  before = TrimRight(before.substr(0, before.size() - 1));
  if (before.ends_with('!')) before.remove_suffix(1);  // a macro of Rust
  const TextSpan word = WordAt(before, before.size());
  return IsReader(before.substr(word.begin), facts);
}

// Forms in which a name follows directly: members of `process.env`, shell expansions.
// These five are followed by a name in any file, so the kind of file does not matter.
bool IsMember(std::string_view before) {
  return before.ends_with("process.env.") || before.ends_with("import.meta.env.") ||
         before.ends_with("${") || before.ends_with("$env:") || before.ends_with("$ENV{");
}

bool HasEnding(const std::string& path, std::initializer_list<std::string_view> endings) {
  return std::any_of(endings.begin(), endings.end(),
                     [&](std::string_view one) { return path.ends_with(one); });
}

// A dash of a list counts as indentation: "- name" is inside of the list.
// "  - name: x" ─→ 4
size_t IndentOf(std::string_view line) {
  return std::min(line.find_first_not_of(" -"), line.size());
}

// Whether the line at `begin` is below the key `env:` or `environment:`: the nearest line above
// with less indentation is the key. A list may have the indentation of its key.
//
//   env:
//     - name: APP_|    ─→ true
//   image: x
//   ports:
//     - APP_|          ─→ false: the nearest key is `ports`
bool IsBelowEnv(const TextLines& lines, size_t begin, size_t indent) {
  static const std::regex kKey(R"(\s*(-\s+)?(env|environment)\s*:\s*(#.*)?)");
  for (size_t above = 0; above < kMaxAbove && begin > 0; ++above) {
    const TextSpan line = lines.LineAt(begin - 1);
    begin = line.begin;
    const std::string text = lines.text().substr(line.begin, line.end - line.begin);
    if (Trim(text).empty() || Trim(text).starts_with('#') || text.size() > kMaxLine) continue;
    const size_t own = text.find_first_not_of(' ');
    if (std::regex_match(text, kKey)) return own <= indent;
    if (IndentOf(text) < indent) return false;
  }
  return false;
}

// The text decides first, without knowledge of the file; then the kind of file.
bool IsExpected(const AskedPosition& asked, const TextSpan& word, const Facts& facts) {
  const TextSpan line = asked.lines->LineAt(asked.offset);
  const size_t from = std::max(line.begin, word.begin - std::min(word.begin, kMaxLine));
  const std::string_view before =
      std::string_view(asked.lines->text()).substr(from, word.begin - from);
  if (IsMember(before) || EndsInReader(before, facts)) return true;
  const std::string name = std::filesystem::path(asked.path).filename().string();
  const std::string_view lead = Trim(before);
  if (name.starts_with(".env") || name.ends_with(".env")) {
    return lead.empty() || lead == "export" || lead == "#";
  }
  const bool shell = HasEnding(name, {".sh", ".bash"}) || name.starts_with("Dockerfile");
  if (shell) {
    return before.ends_with('$') || lead == "export" || lead == "unset" || lead == "ENV" ||
           lead == "ARG";
  }
  if (!HasEnding(name, {".yml", ".yaml"})) return false;
  if (before.ends_with('$')) return true;
  if (!lead.empty() && lead != "-" && lead != "- name:" && lead != "name:") return false;
  return IsBelowEnv(*asked.lines, line.begin, before.size());
}

// `described`: with everything known about it, which takes time for each item.
// The edit replaces the whole word, so "PORT" becomes "APP_PORT" and not "PORTAPP_PORT".
LspAny ToItem(const KnownFlag& known, const LspAny& range, bool described,
              const AnswerContext& context) {
  const Flag& flag = *known.flag;
  std::string detail = flag.entries.empty() ? "not documented" : "documented";
  if (flag.accesses.empty()) detail += ", no access";
  LspAny out = {{"label", flag.name},
                {"kind", kVariableItem},
                {"detail", detail},
                {"textEdit", {{"range", range}, {"newText", flag.name}}}};
  if (described) {
    out["documentation"] = {{"kind", context.client.markdown ? "markdown" : "plaintext"},
                            {"value", DescribeFlag(known, context)}};
  }
  return out;
}

}  // namespace

// Names that contain the typed text, with the word at the cursor as the range that is replaced.
LspAny AnswerCompletion(const LspAny& params, const AnswerContext& context) {
  LspAny items = LspAny::array();
  bool cut = false;
  const auto asked = ReadAsked(params, context);
  if (!asked) return nullptr;
  const TextSpan word = WordAt(asked->lines->text(), asked->offset);
  if (!IsExpected(*asked, word, context.facts)) return nullptr;
  const LspAny range = ToRange(*asked->lines, word, context.client.unit);
  const std::string typed =
      ToUpper(asked->lines->text().substr(word.begin, asked->offset - word.begin));
  std::set<std::string_view> seen;
  // The file's own project first; a name of several projects is listed once.
  for (const ProjectFacts* project : context.facts.From(asked->path)) {
    for (const auto& [name, flag] : project->flags) {
      const bool word_only = std::all_of(name.begin(), name.end(), [](char c) {
        return IsIdentifierByte(static_cast<unsigned char>(c));
      });
      // Any part of a name matches, since users know "PORT" and not the prefix.
      if (!word_only || ToUpper(name).find(typed) == std::string::npos) continue;
      if (!seen.insert(name).second) continue;
      cut = cut || items.size() == kMaxItems;
      if (!cut)
        items.push_back(ToItem({project, flag}, range, items.size() < kMaxDescribed, context));
    }
  }
  return {{"isIncomplete", cut}, {"items", std::move(items)}};
}

}  // namespace flagcensus
