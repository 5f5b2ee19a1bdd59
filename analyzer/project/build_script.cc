// setup.cfg, setup.py, CMakeLists.txt, meson.build, configure.ac ─→ what their text shows
//
// A setup.py is a program; only what stands in it literally is read: its imports and the lists of
// names after `packages=`, `include=` and `py_modules=`.
#include <string>
#include <string_view>
#include <vector>

#include "analyzer/base/text.h"
#include "analyzer/project/manifest.h"

namespace flagcensus {
namespace {

std::string_view SkipSpace(std::string_view text) {
  while (!text.empty() && IsPlainSpace(text.front())) text.remove_prefix(1);
  return text;
}

// The identifier that `text` begins with.
std::string_view Identifier(std::string_view text) {
  size_t end = 0;
  while (end < text.size() && IsIdentifierByte(text[end])) ++end;
  return text.substr(0, end);
}

// The text after each `key` that stands alone and is followed by '=' or ':'.
std::vector<std::string_view> ValuesOf(std::string_view text, std::string_view key) {
  std::vector<std::string_view> out;
  for (size_t at = text.find(key); at != std::string_view::npos; at = text.find(key, at + 1)) {
    if (at > 0 && IsIdentifierByte(text[at - 1])) continue;
    std::string_view rest = text.substr(at + key.size());
    if (!rest.empty() && (rest.front() == '"' || rest.front() == '\'')) rest.remove_prefix(1);
    rest = SkipSpace(rest);
    if (rest.empty() || (rest.front() != '=' && rest.front() != ':')) continue;
    out.push_back(SkipSpace(rest.substr(1)));
  }
  return out;
}

// "'app'": what stands between the quotes; "" where `text` begins with none.
std::string_view Quoted(std::string_view text) {
  if (text.empty() || (text.front() != '"' && text.front() != '\'')) return {};
  const size_t end = text.find_first_of("\"'\n", 1);
  return end == std::string_view::npos ? std::string_view() : text.substr(1, end - 1);
}

// ["a", "b"]: its strings, as paths of modules.
void AddList(std::string_view text, std::vector<std::string>* into) {
  if (text.empty() || text.front() != '[') return;
  text = text.substr(0, text.find(']'));
  for (size_t at = text.find_first_of("\"'"); at != std::string_view::npos;
       at = text.find_first_of("\"'", at)) {
    const std::string_view name = Quoted(text.substr(at));
    at += name.size() + 2;
    const std::string path = ModulePath(name);
    if (!path.empty()) into->push_back(path);
    if (at >= text.size()) break;
  }
}

// "import a, b.c as d", "from a.b import c": the first names of the modules.
void AddImports(std::string_view line, std::vector<std::string>* into) {
  line = Trim(line);
  const bool from = line.starts_with("from ");
  if (!from && !line.starts_with("import ")) return;
  for (std::string_view part : Split(line.substr(from ? 5 : 7), from ? '\n' : ',')) {
    const std::string_view name = Identifier(SkipSpace(part));
    if (!name.empty()) into->emplace_back(name);
  }
}

}  // namespace

void ReadSetupScript(std::string_view text, Manifest* manifest) {
  for (const std::string_view line : Split(text, '\n')) AddImports(line, &manifest->imports);
  for (const std::string_view value : ValuesOf(text, "packages")) {
    AddList(value, &manifest->packages);
  }
  for (const std::string_view value : ValuesOf(text, "include")) {
    AddList(value, &manifest->packages);
  }
  for (const std::string_view value : ValuesOf(text, "py_modules")) {
    AddList(value, &manifest->modules);
  }
  for (const std::string_view value : ValuesOf(text, "name")) {
    if (const std::string_view name = Quoted(value); !name.empty()) {
      manifest->names.push_back(ToLower(name));
      break;
    }
  }
}

void ReadSetupCfg(std::string_view text, Manifest* manifest) {
  std::string section, key;
  for (const std::string_view raw : Split(text, '\n')) {
    std::string_view line = Trim(raw);
    if (line.empty() || line.front() == '#' || line.front() == ';') continue;
    if (line.front() == '[') {
      section = line.substr(1, line.find(']') - 1);
      key.clear();
      continue;
    }
    if (raw.front() != ' ' && raw.front() != '\t') {
      const size_t sign = line.find_first_of("=:");
      if (sign == std::string_view::npos) continue;
      key = Trim(line.substr(0, sign));
      line = Trim(line.substr(sign + 1));
    }
    if (line.empty()) continue;
    if (section == "metadata" && key == "name") manifest->names.push_back(ToLower(line));
    const bool entry = section == "options.entry_points" && key.ends_with("scripts");
    if (entry && line.find('=') != std::string_view::npos) {
      const std::string path = ModulePath(line.substr(line.find('=') + 1));
      if (!path.empty()) manifest->programs.push_back(path);
    }
    if (section != "options" || (key != "packages" && key != "py_modules")) continue;
    for (const std::string_view name : Split(line, ',')) {
      const std::string path = ModulePath(name);
      if (!path.empty()) {
        (key == "packages" ? manifest->packages : manifest->modules).push_back(path);
      }
    }
  }
}

// project(App ...), project('app', ...), AC_INIT([app], ...): the first.
void ReadBuildName(std::string_view file_name, std::string_view text, Manifest* manifest) {
  const std::string_view call = file_name == "configure.ac" ? "AC_INIT" : "project";
  for (size_t at = text.find(call); at != std::string_view::npos; at = text.find(call, at + 1)) {
    if (at > 0 && IsIdentifierByte(text[at - 1])) continue;
    std::string_view rest = SkipSpace(text.substr(at + call.size()));
    if (!rest.starts_with('(')) continue;
    rest = SkipSpace(rest.substr(1));
    while (!rest.empty() && (rest.front() == '[' || rest.front() == '\'' || rest.front() == '"')) {
      rest.remove_prefix(1);
    }
    const std::string_view name = rest.substr(0, rest.find_first_of(" \t\r\n,)]'\""));
    if (name.empty() || name.find('$') != std::string_view::npos) continue;
    manifest->names.push_back(ToLower(name));
    return;
  }
}

}  // namespace flagcensus
