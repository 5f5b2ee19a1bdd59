// Manifests ─→ the names of their requirements.
//
// A search by lines is sufficient: a requirement is a string or a line that begins with a name,
// below or after the word that announces a list of them. Requirements that a program computes are
// missed.
#include "analyzer/project/dependencies.h"

#include <algorithm>
#include <array>
#include <utility>

#include "analyzer/base/text.h"
#include "analyzer/project/project_names.h"
#include "analyzer/project/scope.h"

namespace flagcensus {
namespace {

// Bounds: one MiB for each of 32 manifests, 1000 requirements for each. More is generated, or not a
// project.
constexpr uint64_t kMaxManifest = uint64_t{1} << 20;
constexpr size_t kMostRead = 32;
constexpr size_t kMaxRequired = 1000;

using Required = std::vector<std::pair<std::string, int>>;

// PEP 508: letters, digits, '-', '_' and '.'.
bool IsOfName(char c) { return IsIdentifierByte(c) || c == '-' || c == '.'; }

// "docling[easyocr]>=2.0; extra == 'x'" ─→ docling
std::string NameOfRequirement(std::string_view requirement) {
  requirement = Trim(requirement);
  const size_t end = EndOfRun(requirement, 0, IsOfName);
  const bool named = end > 1 && IsAlpha(requirement[0]);
  return named ? std::string(requirement.substr(0, end)) : std::string();
}

// Poetry lists the required version of Python among the dependencies.
void AddRequired(std::string name, int line, Required* out) {
  if (!name.empty() && name != "python" && out->size() < kMaxRequired) {
    out->emplace_back(std::move(name), line);
  }
}

// The requirements in the strings of a line of a list.
// `"a>=1", 'b',` ─→ a, b
void AddRequiredStrings(std::string_view line, int number, Required* out) {
  for (size_t at = line.find_first_of("\"'"); at != std::string_view::npos;
       at = line.find_first_of("\"'", at)) {
    const size_t end = line.find(line[at], at + 1);
    if (end == std::string_view::npos) return;
    AddRequired(NameOfRequirement(line.substr(at + 1, end - at - 1)), number, out);
    at = end + 1;
  }
}

// The keys of pyproject.toml and setuptools. The `requires` of [build-system] counts as well.
bool AnnouncesList(std::string_view key) {
  constexpr std::array<std::string_view, 3> kKeys = {"dependencies", "install_requires",
                                                     "requires"};
  return std::find(kKeys.begin(), kKeys.end(), key) != kKeys.end();
}

// Whether the line closes a list of strings. The "]" of "docling[ocr]" is in a string and does not.
bool ClosesList(std::string_view line) {
  char quote = 0;
  for (const char c : line) {
    if (quote != 0) {
      if (c == quote) quote = 0;
    } else if (c == '"' || c == '\'') {
      quote = c;
    } else if (c == ']') {
      return true;
    }
  }
  return false;
}

// pyproject.toml and setup.py: `dependencies = ["a", "b"]`, and the keys and lists of tables of
// dependencies.
Required RequiredByLists(std::string_view text) {
  Required out;
  bool in_list = false;
  bool in_table = false;
  int number = 0;
  for (const std::string_view whole : Split(text, '\n')) {
    ++number;
    std::string_view line = Trim(whole);
    if (line.empty() || line[0] == '#') continue;
    // A section of TOML. The keys of a table of dependencies are names: `numpy = "^1.26"`.
    if (!in_list && line[0] == '[') {
      in_table = line.find("dependencies") != std::string_view::npos ||
                 line.starts_with("[dependency-groups");
      continue;
    }
    if (!in_list) {
      const size_t equals = line.find('=');
      if (equals == std::string_view::npos) continue;
      const std::string_view key = Trim(line.substr(0, equals));
      const std::string_view value = Trim(line.substr(equals + 1));
      const bool opens = value.starts_with('[');
      if (opens && (in_table || AnnouncesList(key))) {
        in_list = true;
        line = value.substr(1);
      } else if (in_table) {
        AddRequired(NameOfRequirement(key), number, &out);
        continue;
      } else {
        continue;
      }
    }
    AddRequiredStrings(line, number, &out);
    in_list = !ClosesList(line);
  }
  return out;
}

// setup.cfg: the lines below `install_requires =`.
Required RequiredByIni(std::string_view text) {
  Required out;
  bool in_list = false;
  int number = 0;
  for (const std::string_view line : Split(text, '\n')) {
    ++number;
    // A key begins a line; the requirements below it are indented.
    if (Trim(line).empty()) continue;
    if (!IsPlainSpace(line[0])) {
      const size_t equals = line.find_first_of("=:");
      in_list = equals != std::string_view::npos && AnnouncesList(Trim(line.substr(0, equals)));
      if (in_list) AddRequired(NameOfRequirement(line.substr(equals + 1)), number, &out);
    } else if (in_list) {
      AddRequired(NameOfRequirement(line), number, &out);
    }
  }
  return out;
}

// requirements.txt: "ray>=2.0". A line with an option, "-r other.txt", has no name at its
// beginning.
Required RequiredByLines(std::string_view text) {
  Required out;
  int number = 0;
  for (const std::string_view line : Split(text, '\n')) {
    AddRequired(NameOfRequirement(line), ++number, &out);
  }
  return out;
}

// One call on each line. A call with its argument on the next line is missed.
Required RequiredByCMake(std::string_view text) {
  constexpr std::string_view kCall = "find_package(";
  Required out;
  int number = 0;
  for (const std::string_view line : Split(text, '\n')) {
    ++number;
    const size_t at = ToLower(line).find(kCall);
    const size_t comment = line.find('#');
    // find_package(OpenBLAS REQUIRED), in any case of letters, not in a comment.
    if (at != std::string::npos && at < comment) {
      AddRequired(NameOfRequirement(line.substr(at + kCall.size())), number, &out);
    }
  }
  return out;
}

std::string_view LastPartOf(std::string_view path) { return path.substr(path.rfind('/') + 1); }

// requirements.txt, requirements-dev.txt.
bool IsRequirements(std::string_view file) {
  return file.starts_with("requirements") && file.ends_with(".txt");
}

// The base name decides; other manifests, such as package.json, are not read.
bool StatesDependencies(std::string_view file) {
  return file == "pyproject.toml" || file == "setup.cfg" || file == "setup.py" ||
         file == "CMakeLists.txt" || IsRequirements(file);
}

}  // namespace

Required RequiredBy(std::string_view file, std::string_view text) {
  if (file == "pyproject.toml" || file == "setup.py") return RequiredByLists(text);
  if (file == "setup.cfg") return RequiredByIni(text);
  if (file == "CMakeLists.txt") return RequiredByCMake(text);
  return IsRequirements(file) ? RequiredByLines(text) : Required();
}

std::vector<Dependency> ReadDependencies(const Tree& tree) {
  // Manifests in deeper folders belong to examples or to copies of other projects.
  constexpr long kDeepest = 1;  // a folder of requirements, or one part of the project
  std::vector<Dependency> out;
  size_t read = 0;
  std::string buffer;
  for (const SourceFile& file : tree.files) {
    if (!StatesDependencies(LastPartOf(file.path))) continue;
    if (file.scope == Scope::kVendored || file.scope == Scope::kTest ||
        file.scope == Scope::kExample || file.scope == Scope::kDocs) {
      continue;
    }
    const std::string_view below = file.PathBelow();
    if (std::count(below.begin(), below.end(), '/') > kDeepest) continue;
    if (file.size > kMaxManifest || ++read > kMostRead) continue;
    bool binary = false;
    std::string error;
    if (!ReadWhole(file, &buffer, &binary, &error) || binary) continue;
    for (auto& [name, line] : RequiredBy(LastPartOf(file.path), buffer)) {
      out.push_back({std::move(name), {file.path, line, 0}});
    }
  }
  return out;
}

}  // namespace flagcensus
