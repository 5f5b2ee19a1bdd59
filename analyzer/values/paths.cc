// Paths as people write them, compared as text in one spelling.
//
// The file system is not consulted. A variable other than the home directory (`${CACHE_DIR}/x`,
// `<cache_dir>/x`) represents a directory that is unknown here. The part after it must agree,
// otherwise the paths differ. If nothing comes after it, the result is unknown.
#include "analyzer/values/paths.h"

#include <algorithm>
#include <array>

#include "analyzer/base/text.h"

namespace flagcensus {
namespace {

constexpr std::array<std::string_view, 4> kHomes = {"HOME", "USERPROFILE", "Path.home()", "home"};

// A placeholder at the start of `text`, such as `$NAME`, `${NAME:-x}`, `%NAME%`, `<name>`,
// `{name}`.
struct Variable {
  std::string name;
  std::string fallback;
  bool has_fallback = false;
  size_t length = 0;  // bytes of `text`; 0 if there is no placeholder
};

// The placeholder at the start of `text`; of length 0 if there is no placeholder.
//
//   "${DATA:-/srv}/x" ─→ name DATA, fallback /srv, length 13     "<data>/x" ─→ name data, length 6
Variable VariableAt(std::string_view text) {
  Variable out;
  // A name between two marks. A '/' in it makes "<a/b>" a path in brackets, except in a fallback.
  const auto enclosed = [&](std::string_view open, char close) {
    const size_t end = text.find(close, open.size());
    if (!text.starts_with(open) || end == std::string_view::npos || end == open.size())
      return false;
    out.name = text.substr(open.size(), end - open.size());
    out.length = end + 1;
    return out.name.find('/') == std::string::npos || open == "${";
  };
  if (enclosed("${", '}') || enclosed("%", '%') || enclosed("<", '>') || enclosed("{", '}')) {
    const size_t colon = out.name.find(":-");
    const size_t at = colon == std::string::npos ? out.name.find('-') : colon;
    if (text.starts_with("${") && at != std::string::npos) {
      out.fallback = out.name.substr(at + (colon == std::string::npos ? 1 : 2));
      out.has_fallback = true;
      out.name.resize(at);
    }
    return out;
  }
  out = {};
  if (!text.starts_with("$")) return out;
  const size_t end = EndOfRun(text, 1, IsIdentifierByte);
  if (end == 1) return out;
  out.name = text.substr(1, end - 1);
  out.length = end;
  return out;
}

// Whether a text has the form of a path: "~", a slash, or a variable in front. A single word is not
// a path, although it may be a file's name; text with blanks is a sentence.
bool LooksLikePath(std::string_view text) {
  if (text.empty() || text.find_first_of(" \t\n,;") != std::string_view::npos) return false;
  if (text.find("://") != std::string_view::npos) return true;  // a URL: its trailing slash is free
  if (text.front() == '~' || text.front() == '/' || text == "." || text == "..") return true;
  if (VariableAt(text).length != 0) return true;
  return text.find('/') != std::string_view::npos || text.find('\\') != std::string_view::npos;
}

// Splits `${NAME}/rest` after the variable; false if the path does not begin with one.
bool SplitVariable(const std::string& path, std::string* rest) {
  if (!path.starts_with("${")) return false;
  *rest = path.substr(path.find('}') + 1);
  return true;
}

// The part after the home directory of some user: "/x" of "/home/app/x"; nullopt for other paths.
std::optional<std::string_view> BelowHome(std::string_view path) {
  for (const std::string_view homes : {"/home/", "/Users/"}) {
    if (!path.starts_with(homes) || path.size() == homes.size()) continue;
    return path.substr(std::min(path.find('/', homes.size()), path.size()));
  }
  if (path == "/root" || path.starts_with("/root/")) return path.substr(5);
  return std::nullopt;
}

}  // namespace

// The steps are: slashes, the variable in front, repeated and trailing slashes, a leading "./".
//
//   "$HOME/.app/" ─→ "~/.app"     "${X:-/srv}/a" ─→ "/srv/a"     "./a//b" ─→ "a/b"
std::optional<std::string> NormalPath(std::string_view text) {
  text = Trim(text);
  if (!LooksLikePath(text)) return std::nullopt;
  const bool url = text.find("://") != std::string_view::npos;
  // The slashes of Windows are those of other systems here.
  std::string out = url ? std::string(text) : ReplaceAll(text, "\\", "/");
  for (int turn = 0; turn < 4 && !url; ++turn) {  // a fallback may start with a variable again
    const Variable variable = VariableAt(out);
    if (variable.length == 0) break;
    const std::string rest = out.substr(variable.length);
    // All notations of the home directory become "~".
    const bool home = std::find(kHomes.begin(), kHomes.end(), variable.name) != kHomes.end();
    // The working directory is that of a relative path.
    if (variable.name == "PWD") {
      out = "." + rest;
    } else if (home) {
      out = "~" + rest;
    } else if (variable.has_fallback) {
      out = variable.fallback + rest;
      continue;
    } else {
      out = "${" + ToUpper(variable.name) + "}" + rest;
    }
    break;
  }
  if (out.starts_with("Path.home()"))
    out = "~" + out.substr(std::string_view("Path.home()").size());
  // In a URL, only slashes at the end are removed.
  while (!url && out.find("//") != std::string::npos) out = ReplaceAll(out, "//", "/");
  while (out.size() > 1 && out.back() == '/') out.pop_back();
  while (out.starts_with("./")) out.erase(0, 2);
  if (out == ".") out.clear();
  return out;
}

// If only one side has the form of a path, the other one is compared as it is written: "cache" and
// "./cache" are equal.
std::optional<bool> SamePath(std::string_view a, std::string_view b) {
  const std::optional<std::string> left = NormalPath(a), right = NormalPath(b);
  if (!left && !right) return std::nullopt;
  const std::string x = left.value_or(std::string(Trim(a)));
  const std::string y = right.value_or(std::string(Trim(b)));
  if (x == y) return true;
  // "/home/app/x" on a page is "~/x" for the user in its example. In code it is a fixed directory.
  if (y.starts_with('~')) {
    if (const std::optional<std::string_view> below = BelowHome(x))
      return *below == std::string_view(y).substr(1);
  }
  std::string rest_x, rest_y;
  const bool variable_x = SplitVariable(x, &rest_x), variable_y = SplitVariable(y, &rest_y);
  if (!variable_x && !variable_y) return false;
  // The part of each side that is known.
  const std::string& tail_x = variable_x ? rest_x : x;
  const std::string& tail_y = variable_y ? rest_y : y;
  // A variable alone may be any directory.
  if (tail_x.empty() || tail_y.empty()) return std::nullopt;
  // Two unknown directories may be the same one, if the parts after them agree.
  if (variable_x && variable_y) {
    if (tail_x != tail_y) return false;
    return std::nullopt;
  }
  // The known path must end with the part after the variable.
  if (variable_x ? y.ends_with(tail_x) : x.ends_with(tail_y)) return true;
  return false;
}

}  // namespace flagcensus
