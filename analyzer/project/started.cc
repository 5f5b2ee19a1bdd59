// Dockerfile, Procfile, an entrypoint's shell script ─→ the Python files that they start
//
//   CMD ["python", "bot.py"]          bot.py
//   web: python -u app/main.py        app/main.py
//   ENTRYPOINT ["./entrypoint.sh"]    that script, and what it starts in the same way
//
// A file that is started like this is the program, also if all its code is below `if __name__ ==
// "__main__"`, and so is the shell script. A path inside an image (/app/bot.py) is searched in the
// tree from its end: app/bot.py, then bot.py.
#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include "analyzer/base/text.h"
#include "analyzer/project/scope.h"

namespace flagcensus {
namespace {

// A larger file is not one of these. A tree with more of them is a collection of images, of which
// no one is the product.
constexpr uint64_t kMaxStarterBytes = uint64_t{256} << 10;
constexpr size_t kMaxStarters = 200;

using Paths = std::set<std::string, std::less<>>;

bool IsDockerfile(std::string_view name) {
  return name.starts_with("Dockerfile") || name.starts_with("Containerfile") ||
         ToLower(name).ends_with(".dockerfile");
}

// The words of a command, written as a list of JSON or as a line of a shell. Quoted words with
// blanks are split; paths seldom have any.
std::vector<std::string_view> Words(std::string_view line) {
  constexpr std::string_view kBetween = " \t\"'`,;[]()&|";
  std::vector<std::string_view> out;
  for (size_t at = line.find_first_not_of(kBetween); at != std::string_view::npos;
       at = line.find_first_not_of(kBetween, at)) {
    const size_t end = std::min(line.find_first_of(kBetween, at), line.size());
    out.push_back(line.substr(at, end - at));
    at = end;
  }
  return out;
}

// The lines of the text; a line that ends in a backslash is joined with the next.
std::vector<std::string> WholeLines(std::string_view text) {
  std::vector<std::string> out;
  bool open = false;
  for (const std::string_view line : Split(text, '\n')) {
    std::string_view trimmed = Trim(line);
    const bool goes_on = trimmed.ends_with('\\');
    if (goes_on) trimmed.remove_suffix(1);
    if (open) {
      out.back() += " " + std::string(trimmed);
    } else {
      out.emplace_back(trimmed);
    }
    open = goes_on;
  }
  return out;
}

// The path in the tree: below `folder`, or, if it is absolute, any end of it below `folder`.
std::string PathInTree(const std::string& folder, std::string_view written, const Paths& files) {
  const bool absolute = written.starts_with('/');
  for (std::string_view rest = written; !rest.empty();) {
    while (rest.starts_with('/') || rest.starts_with("./")) {
      rest.remove_prefix(rest.front() == '/' ? 1 : 2);
    }
    std::string path = folder + std::string(rest);
    if (files.count(path) > 0) return path;
    const size_t slash = rest.find('/');
    if (!absolute || slash == std::string_view::npos) break;
    rest = rest.substr(slash);
  }
  return "";
}

// The file that a line runs: python FILE, python -m MODULE. Options before it are skipped; an
// option with a separate value ("-W error") hides the file.
void AddRun(const std::string& folder, std::string_view line, const Paths& files,
            const std::string& starter, std::map<std::string, std::string, std::less<>>* into) {
  const std::vector<std::string_view> words = Words(line);
  const auto python = std::find_if(words.begin(), words.end(), [](std::string_view word) {
    return word.substr(word.rfind('/') + 1).starts_with("python");
  });
  if (python == words.end()) return;
  for (auto word = python + 1; word != words.end(); ++word) {
    if (*word == "-m") {
      const std::string module =
          word + 1 == words.end() ? "" : ReplaceAll(std::string(*(word + 1)), ".", "/");
      for (const char* end : {".py", "/__main__.py"}) {
        std::string path = PathInTree(folder, module + end, files);
        if (!path.empty()) into->emplace(std::move(path), starter);
      }
      return;
    }
    if (word->starts_with('-')) continue;
    std::string path = word->ends_with(".py") ? PathInTree(folder, *word, files) : "";
    if (!path.empty()) into->emplace(std::move(path), starter);
    return;
  }
}

std::string TextOfStarter(const SourceFile& file) {
  std::string text, error;
  bool binary = false;
  if (file.size > kMaxStarterBytes || !ReadWhole(file, &text, &binary, &error) || binary) return "";
  return text;
}

}  // namespace

std::map<std::string, std::string, std::less<>> FindStarted(const Tree& tree) {
  Paths files;
  std::map<std::string, const SourceFile*> starters;
  for (const SourceFile& file : tree.files) {
    const std::string path(file.PathBelow());
    const std::string_view name = std::string_view(path).substr(FolderOf(path).size());
    if (IsPythonSource(file.kind) || name.ends_with(".sh")) files.insert(path);
    if (IsDockerfile(name) || name == "Procfile") starters[path] = &file;
  }
  if (starters.size() > kMaxStarters) return {};
  std::map<std::string, std::string, std::less<>> out;
  std::map<std::string, std::string> scripts;  // and the file that starts each
  for (const auto& [path, file] : starters) {
    const std::string folder(FolderOf(path));
    // An image in .github/ or .ci/ is for the developers of the project.
    const bool hidden = path.starts_with('.') || path.find("/.") != std::string::npos;
    const bool procfile = path.ends_with("Procfile");
    for (const std::string& line : WholeLines(TextOfStarter(*file))) {
      const bool starts = line.starts_with("CMD") || line.starts_with("ENTRYPOINT");
      if (!procfile && !starts) continue;
      AddRun(folder, line, files, path, &out);
      for (const std::string_view word : Words(line)) {
        if (!word.ends_with(".sh")) continue;
        std::string script = PathInTree(folder, word, files);
        if (script.empty()) continue;
        if (!hidden) out.emplace(script, path);
        scripts.emplace(std::move(script), path);
      }
    }
  }
  // The scripts that the starters run start files in the same way.
  for (const SourceFile& file : tree.files) {
    const std::string path(file.PathBelow());
    const auto starter = scripts.find(path);
    if (starter == scripts.end()) continue;
    for (const std::string& line : WholeLines(TextOfStarter(file))) {
      if (line.starts_with('#')) continue;
      AddRun(std::string(FolderOf(path)), line, files, starter->second, &out);
    }
  }
  return out;
}

}  // namespace flagcensus
