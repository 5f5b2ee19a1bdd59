// The text of a source ─→ whether it is run, whether it is a test, which folders it imports.
//
//   #!/usr/bin/env python          IsRun
//   if __name__ == "__main__":     IsRun
//   import pytest                  ImportsTests
//   from helpers.io import read    FindImported: "helpers", if it is searched
//
// Read line by line without a parser: there are many of these files, and an import is at the
// beginning of a line. Imports within functions, and dynamic ones, are missed.
#include <mutex>

#include "analyzer/base/text.h"
#include "analyzer/project/scope.h"
#include "analyzer/tree/search_files.h"
#include "analyzer/tree/word_search.h"

namespace flagcensus {
namespace {

// Bytes at the beginning of a source that are searched for imports.
// A longer head of comments and imports does not occur in sources that people write.
constexpr size_t kImportsEnd = size_t{64} << 10;

std::string_view LineAt(std::string_view text, size_t offset) {
  const size_t start = offset == 0 ? 0 : text.rfind('\n', offset - 1) + 1;
  return text.substr(start, text.find('\n', offset) - start);
}

// "from NAME", "import NAME" or "import a, NAME", with NAME at `column`.
bool IsImport(std::string_view line, size_t column) {
  const std::string_view before = Trim(line.substr(0, column));
  if (before == "from") return true;
  return before == "import" || (before.starts_with("import ") && before.ends_with(','));
}

// #include "NAME/x.h", also below other folders.
bool IsInclude(std::string_view line, size_t column, size_t length) {
  // "#  include" is also written with blanks.
  const std::string_view trimmed = Trim(line);
  if (!trimmed.starts_with('#') || line.find("include") > column || column == 0) return false;
  const char before = line[column - 1];
  return (before == '"' || before == '<' || before == '/') &&
         line.substr(column + length, 1) == "/";
}

// Whether the line begins with "import NAME.x" or "from NAME import x" for one of the modules.
bool ImportsOneOf(std::string_view line, const std::vector<std::string>& modules) {
  const bool from = line.starts_with("from ");
  if (!from && !line.starts_with("import ")) return false;
  line = Trim(line.substr(from ? 5 : 7));
  for (const std::string& module : modules) {
    if (!line.starts_with(module)) continue;
    const std::string_view rest = line.substr(module.size());
    if (rest.empty() || !IsIdentifierByte(rest.front())) return true;
  }
  return false;
}

bool IsBelow(std::string_view path, const std::set<std::string>& paths) {
  for (const std::string& one : paths) {
    if (path == one || (one.ends_with('/') && path.starts_with(one))) return true;
  }
  return false;
}

}  // namespace

bool IsInstallScript(std::string_view path) {
  return path.substr(path.rfind('/') + 1) == "setup.py";  // npos + 1 is 0
}

bool IsRun(std::string_view text) {
  // A line that begins with "if ": the guard is at the top level.
  if (text.starts_with("#!")) return true;
  for (size_t at = text.find("__main__"); at != std::string_view::npos;
       at = text.find("__main__", at + 1)) {
    if (LineAt(text, at).starts_with("if ")) return true;
  }
  return false;
}

bool ImportsTests(std::string_view text, FileKind kind, const ScopeRules& rules) {
  for (std::string_view line : Split(text.substr(0, kImportsEnd), '\n')) {
    if (IsC(kind)) {
      line = Trim(line);
      if (!line.starts_with('#') || line.find("include") == std::string_view::npos) continue;
      const size_t start = line.find_first_of("<\"");
      if (start == std::string_view::npos) continue;
      for (const std::string& include : rules.test_includes) {
        if (line.substr(start + 1).starts_with(include)) return true;
      }
      continue;
    }
    if (ImportsOneOf(line, rules.test_modules)) return true;
  }
  return false;
}

bool ImportsTasks(std::string_view text, const ScopeRules& rules) {
  const std::vector<std::string_view> lines = Split(text.substr(0, kImportsEnd), '\n');
  return std::any_of(lines.begin(), lines.end(),
                     [&](std::string_view line) { return ImportsOneOf(line, rules.task_modules); });
}

bool IsSetupScript(std::string_view text, const ScopeRules& rules) {
  // Both are required: many files import setuptools, and any file may define setup().
  bool imports = false;
  bool calls = false;
  for (const std::string_view line : Split(text, '\n')) {
    imports = imports || ImportsOneOf(line, rules.build_modules);
    calls = calls || line.starts_with("setup(") || line.starts_with("setuptools.setup(");
  }
  return imports && calls;
}

std::set<std::string> FindImported(
    const Tree& tree, const std::map<std::string, std::set<std::string>>& paths, Scope scope,
    unsigned jobs,
    const std::function<bool(const std::string& name, std::string_view path)>& helps) {
  std::vector<std::string> words;
  for (const auto& [name, of_name] : paths) words.push_back(name);
  std::set<std::string> out;
  if (words.empty()) return out;
  std::mutex mutex;
  const WordSearch search(words);
  SearchFiles(
      tree, search, jobs,
      [scope](const SourceFile& file) {
        return file.scope == scope && (IsPythonSource(file.kind) || IsC(file.kind));
      },
      [&](size_t index, std::string_view text, const std::vector<WordHit>& hits) {
        const SourceFile& file = tree.files[index];
        for (const WordHit& hit : hits) {
          const std::string& name = search.words()[hit.word];
          const std::string_view line = LineAt(text, hit.offset);
          const auto column = static_cast<size_t>(text.data() + hit.offset - line.data());
          const bool is_one =
              IsC(file.kind) ? IsInclude(line, column, name.size()) : IsImport(line, column);
          if (!is_one || IsBelow(file.PathBelow(), paths.at(name))) continue;
          if (helps(name, file.PathBelow())) continue;
          const std::lock_guard lock(mutex);
          out.insert(name);
        }
      });
  return out;
}

}  // namespace flagcensus
