// The text of a manifest ─→ the project's name in it.
//
//   project(Shop VERSION 1.2)      CMakeLists.txt                               ─→  "Shop", 1.2
//   setup(name=NAME, ...)          setup.py, with NAME = "shop" on some line    ─→  "shop"
//   setup(name=read_name(), ...)                                                ─→  no name
//
// TOML and JSON are read by their libraries. The others are programs: the literal in the first call
// of their declaring function (project(), AC_INIT(), setup()) counts, outside of comments and
// strings. A computed name is not known and not guessed.
#include <toml++/toml.h>

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <optional>

#include "analyzer/base/text.h"
#include "analyzer/project/project_names.h"

namespace flagcensus {
namespace {

// A literal and its place, for the line of the name.
struct Literal {
  std::string text;
  size_t at = 0;
};

// Blanks and line ends: arguments may be on the lines below the call.
size_t SkipSpace(std::string_view text, size_t at) {
  while (at < text.size() && IsPlainSpace(text[at])) {
    ++at;
  }
  return at;
}

// The position of the line feed, or the end of the text.
size_t EndOfLine(std::string_view text, size_t at) {
  return std::min(text.find('\n', at), text.size());
}

// The end of the string that begins at `at` with a quote, or with three. Only CMake's strings
// continue `over_lines`.
size_t EndOfString(std::string_view text, size_t at, bool over_lines) {
  const std::string_view quote = text.substr(at, 1);
  const std::string triple(3, quote[0]);
  if (text.substr(at, 3) == triple) {
    const size_t end = text.find(triple, at + 3);
    return end == std::string_view::npos ? text.size() : end + 3;
  }
  for (size_t i = at + 1; i < text.size(); ++i) {
    if (text[i] == '\\') {
      ++i;
    } else if (text[i] == quote[0]) {
      return i + 1;
    } else if (text[i] == '\n' && !over_lines) {
      return i;
    }
  }
  return text.size();
}

// The syntax of a kind of manifest.
struct Dialect {
  std::string_view function;  // its first call declares the project
  std::string_view quotes;
  bool ignore_case = false;       // CMake, which has bare words, too
  bool dnl = false;               // m4's comments, and its [quotes]
  std::string_view keyword = {};  // the argument with the name; if empty, the first one
};

bool IsName(std::string_view text) {
  // A name of one byte or of more than 80 is a variable or a sentence.
  constexpr size_t kMost = 80;
  return text.size() >= 2 && text.size() <= kMost &&
         std::all_of(text.begin(), text.end(), [](unsigned char c) {
           return IsIdentifierByte(c) ||
                  std::string_view("-.+/@ ").find(static_cast<char>(c)) != std::string_view::npos;
         });
}

// Calls visit(word, place) for each word outside of comments and strings from `at` on, and
// visit(byte, place) for every other byte, until it returns false. A string is one word.
template <typename Visit>
void ForEachToken(std::string_view text, size_t at, const Dialect& dialect, const Visit& visit) {
  while (at < text.size()) {
    const char c = text[at];
    if (c == '#' || (dialect.dnl && text.substr(at, 4) == "dnl ")) {
      at = EndOfLine(text, at);
      continue;
    }
    size_t end = at + 1;
    if (dialect.quotes.find(c) != std::string_view::npos) {
      end = EndOfString(text, at, dialect.ignore_case);
    } else if (IsIdentifierByte(c)) {
      end = EndOfRun(text, end, IsIdentifierByte);
    }
    if (!visit(text.substr(at, end - at), at)) return;
    at = end;
  }
}

// The beginning of the arguments of the first call; npos if there is no call.
// `# setup()`, `"setup()"` and a name without a parenthesis are not calls |
size_t FirstCall(std::string_view text, const Dialect& dialect) {
  size_t found = std::string_view::npos;
  ForEachToken(text, 0, dialect, [&](std::string_view token, size_t at) {
    const bool same =
        dialect.ignore_case ? EqualsIgnoreCase(token, dialect.function) : token == dialect.function;
    if (!same) return true;
    const size_t open = SkipSpace(text, at + token.size());
    if (open < text.size() && text[open] == '(') found = open + 1;
    return found == std::string_view::npos;
  });
  return found;
}

// The literal at `at`: quoted, in m4's brackets, or, in a dialect with bare words, a word.
std::optional<Literal> LiteralAt(std::string_view text, size_t at, const Dialect& dialect) {
  at = SkipSpace(text, at);
  if (at >= text.size()) return std::nullopt;
  std::string_view found;
  if (dialect.quotes.find(text[at]) != std::string_view::npos) {
    const size_t end = EndOfString(text, at, dialect.ignore_case);
    if (end < at + 2 || text[end - 1] != text[at]) return std::nullopt;
    found = text.substr(at + 1, end - at - 2);
  } else if (dialect.dnl && text[at] == '[') {
    while (at < text.size() && text[at] == '[') ++at;
    found = text.substr(at, text.find(']', at) - at);
  } else if (dialect.ignore_case || dialect.dnl) {
    size_t end = at;
    while (end < text.size() &&
           std::string_view(" \t\r\n,)").find(text[end]) == std::string_view::npos)
      ++end;
    found = text.substr(at, end - at);
  }
  found = Trim(found);
  if (!IsName(found)) return std::nullopt;
  return Literal{std::string(found), at};
}

// NAME = "literal" at the beginning of a line.
// Only at the beginning of a line, since a deeper assignment belongs to a function.
// NAME = "shop" ─→ shop; "  NAME = ..." and NAME = f() ─→ nullopt
std::optional<Literal> Constant(std::string_view text, std::string_view name,
                                const Dialect& dialect) {
  for (size_t at = text.find(name); at != std::string_view::npos; at = text.find(name, at + 1)) {
    if (at > 0 && text[at - 1] != '\n') continue;
    const size_t equals = SkipSpace(text, at + name.size());
    if (equals < text.size() && text[equals] == '=') return LiteralAt(text, equals + 1, dialect);
  }
  return std::nullopt;
}

// name="x", in Meson name: 'x', among the arguments from `at` on, in the call's own parentheses.
// setup(ext=[X(name="a")], name="b") ─→ b: the first one is in brackets
std::optional<Literal> KeywordArgument(std::string_view text, size_t at, const Dialect& dialect) {
  std::optional<Literal> out;
  int depth = 1;
  ForEachToken(text, at, dialect, [&](std::string_view token, size_t place) {
    if (token == "(" || token == "[" || token == "{") ++depth;
    if (token == ")" || token == "]" || token == "}") --depth;
    if (depth == 0) return false;
    if (depth != 1 || token != dialect.keyword) return true;
    const size_t equals = SkipSpace(text, place + token.size());
    if (equals >= text.size() || (text[equals] != '=' && text[equals] != ':')) return true;
    out = LiteralAt(text, equals + 1, dialect);
    if (out) return false;
    // The value may be a constant of the file.
    size_t end = SkipSpace(text, equals + 1);
    const size_t begin = end;
    end = EndOfRun(text, end, IsIdentifierByte);
    if (end > begin) out = Constant(text, text.substr(begin, end - begin), dialect);
    return false;
  });
  return out;
}

// The value of NAME in project(${NAME}): of the last set(NAME "x") above.
std::optional<Literal> SetAbove(std::string_view text, size_t at, const Dialect& dialect) {
  const size_t begin = SkipSpace(text, at);
  if (!text.substr(begin).starts_with("${")) return std::nullopt;
  const size_t end = text.find('}', begin);
  if (end == std::string_view::npos) return std::nullopt;
  const std::string_view name = text.substr(begin + 2, end - begin - 2);
  std::optional<Literal> out;
  bool set = false;
  ForEachToken(text.substr(0, at), 0, dialect, [&](std::string_view token, size_t place) {
    const size_t next = SkipSpace(text, place + token.size());
    if (set && token == name && next < at) out = LiteralAt(text, next, dialect);
    set = token == "(" ? set : EqualsIgnoreCase(token, "set");
    return true;
  });
  return out;
}

// The literal version in the call; "" if there is none.
std::string VersionOfCall(std::string_view text, size_t at, const Dialect& dialect) {
  if (dialect.dnl) {  // AC_INIT([name], [version])
    const size_t comma = text.find(',', at);
    const size_t end = text.find(')', at);
    if (comma == std::string_view::npos || comma > end) return "";
    const std::string_view second = Trim(text.substr(comma + 1, end - comma - 1));
    const std::string_view bare = Trim(second.substr(0, second.find(',')));
    const bool quoted = bare.size() > 2 && bare.front() == '[' && bare.back() == ']';
    const std::string version(quoted ? bare.substr(1, bare.size() - 2) : bare);
    return IsVersionText(version) ? version : "";
  }
  if (dialect.ignore_case) {  // project(name VERSION 1.2)
    std::optional<Literal> found;
    bool next = false;
    ForEachToken(text, at, dialect, [&](std::string_view token, size_t place) {
      if (token == ")") return false;
      if (next && Trim(token).empty()) return true;
      if (next) found = LiteralAt(text, place, dialect);
      next = token == "VERSION";
      return !found;
    });
    return found && IsVersionText(found->text) ? found->text : "";
  }
  Dialect by_keyword = dialect;
  by_keyword.keyword = "version";
  const std::optional<Literal> found = KeywordArgument(text, at, by_keyword);
  return found && IsVersionText(found->text) ? found->text : "";
}

// The name, otherwise the constant or variable with it, and the version of the same call.
//
//   project(Shop VERSION 1.2)                 ─→  Shop, 1.2
//   set(NAME shop), then project(${NAME})     ─→  shop
ManifestName FromCall(std::string_view text, const Dialect& dialect) {
  const size_t at = FirstCall(text, dialect);
  if (at == std::string_view::npos) return {};
  std::optional<Literal> name =
      dialect.keyword.empty() ? LiteralAt(text, at, dialect) : KeywordArgument(text, at, dialect);
  if (!name && dialect.ignore_case) name = SetAbove(text, at, dialect);
  if (!name) return {};
  return {name->text, LineNumberAt(text, name->at), {}, VersionOfCall(text, at, dialect)};
}

// Some parsers of TOML follow a dotted key by recursion. No project has a key that deep.
// A line with 500 dots in a string is refused as well; then the name is unknown.
std::optional<int> LineOfDeepKey(std::string_view text) {
  constexpr long kDeep = 500;
  int number = 0;
  for (const std::string_view line : Split(text, '\n')) {
    ++number;
    if (std::count(line.begin(), line.end(), '.') > kDeep) return number;
  }
  return std::nullopt;
}

// `paths`: tables with a `name`, and perhaps a `version`.
ManifestName FromToml(std::string_view text, const std::vector<std::string>& paths) {
  if (const auto line = LineOfDeepKey(text)) return {{}, *line, "a line holds more than 500 dots"};
  try {
    const toml::table table = toml::parse(text);
    for (const std::string& path : paths) {
      const toml::node_view<const toml::node> node = table.at_path(path + ".name");
      const std::string name = node.value_or(std::string());
      if (!IsName(name)) continue;
      std::string version = table.at_path(path + ".version").value_or(std::string());
      if (!IsVersionText(version)) version.clear();
      return {name, static_cast<int>(node.node()->source().begin.line), {}, std::move(version)};
    }
  } catch (const toml::parse_error& error) {
    return {{}, static_cast<int>(error.source().begin.line), std::string(error.description())};
  }
  return {};
}

// A name "@scope/name" is divided into group and name.
// A name with a "/" but without '@' is not divided.
ManifestName FromJson(std::string_view text) {
  const nlohmann::json json = nlohmann::json::parse(text, nullptr, false);
  if (json.is_discarded()) return {{}, 0, "is not valid JSON"};
  if (!json.is_object() || !json.contains("name") || !json["name"].is_string()) return {};
  ManifestName out;
  out.name = json["name"].get<std::string>();
  const bool scoped = out.name.starts_with('@') && out.name.find('/') != std::string::npos;
  if (scoped) {  // @scope/name
    out.group = out.name.substr(0, out.name.find('/'));
    out.name.erase(0, out.group.size() + 1);
  }
  if (!IsName(out.name) || (scoped && !IsName(out.group))) return {};
  out.line = LineNumberAt(text, std::min(text.find("\"name\""), text.size()));
  if (json.contains("version") && json["version"].is_string()) {
    const std::string version = json["version"].get<std::string>();
    if (IsVersionText(version)) out.version = version;
  }
  out.is_private = json.contains("private") && json["private"] == true;
  return out;
}

// [metadata] with name = x, as configparser reads it.
ManifestName FromIni(std::string_view text) {
  ManifestName out;
  std::string_view section;
  int number = 0;
  for (const std::string_view line : Split(text, '\n')) {
    ++number;
    const std::string_view trimmed = Trim(line);
    if (trimmed.empty() || trimmed[0] == '#' || trimmed[0] == ';') continue;
    if (trimmed[0] == '[' && line[0] == '[') {
      section = trimmed.substr(1, trimmed.find(']') - 1);
      continue;
    }
    // configparser rejects such a file.
    if (section.empty()) return {{}, number, "a line before the first section"};
    const size_t equals = line.find_first_of("=:");
    if (section != "metadata" || equals == std::string_view::npos) continue;
    if (IsBlank(line[0])) continue;
    const std::string_view key = Trim(line.substr(0, equals));
    const std::string_view value = Trim(line.substr(equals + 1));
    if (key == "name" && out.name.empty() && IsName(value)) {
      out.name = value;
      out.line = number;
    } else if (key == "version" && IsVersionText(value)) {
      out.version = value;
    }
  }
  if (out.name.empty()) return {};
  return out;
}

constexpr std::array<std::string_view, 9> kManifests = {
    "pyproject.toml", "setup.cfg",    "setup.py",   "CMakeLists.txt", "configure.ac",
    "meson.build",    "package.json", "Cargo.toml", "MODULE.bazel"};

}  // namespace

bool IsVersionText(std::string_view text) {
  // Longer texts, or texts without a digit, are placeholders such as "${version}".
  constexpr size_t kMost = 100;
  const auto is_of_version = [](char c) {
    return IsAlnum(c) || std::string_view(".+-_~:!").find(c) != std::string_view::npos;
  };
  return !text.empty() && text.size() <= kMost && HasDigit(text) &&
         std::all_of(text.begin(), text.end(), is_of_version);
}

// Whether ReadManifest reads a file of that name.
bool StatesProjectName(std::string_view file) {
  return std::find(kManifests.begin(), kManifests.end(), file) != kManifests.end();
}

ManifestName ReadManifest(std::string_view file, std::string_view text) {
  if (file == "pyproject.toml") return FromToml(text, {"project", "tool.poetry"});
  if (file == "Cargo.toml") return FromToml(text, {"package"});
  if (file == "package.json") return FromJson(text);
  if (file == "setup.cfg") return FromIni(text);
  if (file == "setup.py") return FromCall(text, {"setup", "\"'", false, false, "name"});
  if (file == "MODULE.bazel") return FromCall(text, {"module", "\"'", false, false, "name"});
  if (file == "meson.build") return FromCall(text, {"project", "\"'", false, false, {}});
  if (file == "CMakeLists.txt") return FromCall(text, {"project", "\"", true, false, {}});
  if (file == "configure.ac") return FromCall(text, {"AC_INIT", "", false, true, {}});
  return {};
}

}  // namespace flagcensus
