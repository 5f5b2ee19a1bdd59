// setup.cfg, CMakeLists.txt, meson.build, configure.ac ─→ what their text shows.
//
//   [metadata]                        names {"app-server"}
//   name = App-Server
//   [options.entry_points]
//   console_scripts =
//       app-run = app.cli:main        programs {"app/cli"}
#include <algorithm>
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

// The text without comments: from '#' outside of quotes to the end of the line; with `brackets`
// also CMake's #[[ ... ]], with `dnl` also from that word of m4.
//
//   # project(old)     #[[ project(old) ]]     dnl AC_INIT([old])   ─→ blanks, and line ends
std::string WithoutComments(std::string_view text, bool brackets, bool dnl) {
  std::string out;
  char quote = 0;
  for (size_t at = 0; at < text.size(); ++at) {
    const char c = text[at];
    if (c == '\n') quote = 0;
    const bool word = dnl && text.substr(at, 3) == "dnl" && IsWholeWord(text, at, 3);
    if (quote == 0 && (c == '#' || word)) {
      size_t end = std::min(text.find('\n', at), text.size());
      const size_t equals = brackets ? text.find_first_not_of('=', at + 2) : text.size();
      if (brackets && text.substr(at + 1, 1) == "[" && equals < text.size() &&
          text[equals] == '[') {
        const std::string close = "]" + std::string(equals - at - 2, '=') + "]";
        const size_t found = text.find(close, equals + 1);
        end = found == std::string_view::npos ? text.size() : found + close.size();
      }
      out += ' ';
      at = end - 1;
      continue;
    }
    if (quote == 0 ? c == '"' || (!dnl && !brackets && c == '\'') : c == quote) {
      quote = quote == 0 ? c : 0;
    }
    out += c;
  }
  return out;
}

}  // namespace

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
    // A line that is not indented has a key; indented ones continue its value.
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
    // `find:` and `find_namespace:` are directives of setuptools and name no folder.
    if (line.ends_with(':')) continue;
    for (const std::string_view name : Split(line, ',')) {
      const std::string path = ModulePath(name);
      if (!path.empty()) {
        (key == "packages" ? manifest->packages : manifest->modules).push_back(path);
      }
    }
  }
}

// The name in project(App ...), project('app', ...) or AC_INIT([app], ...): the first call with a
// literal.
void ReadBuildName(std::string_view file_name, std::string_view source, Manifest* manifest) {
  const bool autoconf = file_name == "configure.ac";
  const std::string_view call = autoconf ? "AC_INIT" : "project";
  const std::string code = WithoutComments(source, file_name == "CMakeLists.txt", autoconf);
  const std::string_view text = code;
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
