// Expansions of variables in texts of Compose, shells, Make, tox and CI systems.
//
//   SetByExpansion("${PORT:-80}")    kFilled, 80
//   SetByExpansion("${PORT}")        kPassed
//   SetByExpansion("${PORT:?m}")     kPassed, demanded
//   SetByExpansion("a${PORT}")       kUnknown
//
// Sources: the Compose specification, "Interpolation"; POSIX, "Parameter Expansion"; Kubernetes,
// "$(NAME)".
#include <algorithm>
#include <set>
#include <unordered_map>

#include "analyzer/base/characters.h"
#include "analyzer/base/text.h"
#include "analyzer/surfaces/reading.h"
#include "analyzer/values/words.h"

namespace flagcensus {
namespace {

// The length of the variable's name at `at`.
// 0 if there is no name: "1", as in $1, is an argument of a script.
size_t NameLength(std::string_view text, size_t at) {
  size_t end = at;
  while (end < text.size() && IsIdentifierByte(text[end])) ++end;
  return end == at || IsDigit(text[at]) ? 0 : end - at;
}

// A text and where each of its braces closes: found once, as a line may open many and close none.
class BracedText {
 public:
  explicit BracedText(std::string_view text) : text_(text) {
    if (text.find("${") == std::string_view::npos) return;
    ends_.resize(text.size(), std::string_view::npos);
    std::vector<size_t> open;
    for (size_t at = 0; at < text.size(); ++at) {
      if (text[at] == '{') open.push_back(at);
      if (text[at] != '}' || open.empty()) continue;
      ends_[open.back()] = at + 1;
      open.pop_back();
    }
  }

  std::string_view text() const { return text_; }
  // The end of what `{` at `open`, after a `$`, encloses, `}` included; npos without it.
  size_t EndOf(size_t open) const { return ends_[open]; }

 private:
  std::string_view text_;
  std::vector<size_t> ends_;
};

// One `$X` or `${X...}` at the `$` of `at`; its end, or `at` if there is none.
struct Expansion {
  size_t end = 0;
  bool filled = false;    // :-d, -d, and := of shells
  bool demanded = false;  // :?m, ?m
  bool other = false;     // :+d and all other forms
  std::string_view fallback;
};

Expansion ExpansionAt(const BracedText& braced, size_t at) {
  const std::string_view text = braced.text();
  Expansion out;
  out.end = at;
  if (at + 1 >= text.size()) return out;
  if (text[at + 1] != '{') {
    const size_t length = NameLength(text, at + 1);
    if (length > 0) out.end = at + 1 + length;
    return out;
  }
  const size_t length = NameLength(text, at + 2);
  const size_t end = braced.EndOf(at + 1);
  if (length == 0 || end == std::string_view::npos) return out;
  out.end = end;
  std::string_view rest = text.substr(at + 2 + length, end - 1 - (at + 2 + length));
  if (rest.empty()) return out;
  if (rest.starts_with(':')) rest.remove_prefix(1);
  out.filled = rest.starts_with('-') || rest.starts_with('=');
  out.demanded = rest.starts_with('?');
  out.other = !out.filled && !out.demanded;
  if (out.filled) out.fallback = rest.substr(1);
  return out;
}

// Levels of ${A:-${B:-c}}; deeper texts are unknown.
constexpr int kMaxNested = 5;  // ${A:-${B:-c}}

// The value if nothing is set, appended to `out`. Returns false if it is not known.
//
//   "${A:-x}/${B:-${C:-y}}"   ─→  "x/y"
//   "${A:-x}/${B}"            ─→  false: B has no fallback
//   "$$HOME"                  ─→  "$HOME", with `any` false: "$$" is an escaped "$"
bool Filled(const BracedText& braced, int depth, std::string& out, bool& any, bool& demanded) {
  const std::string_view value = braced.text();
  for (size_t at = 0; at < value.size();) {
    if (value[at] != '$') {
      out += value[at++];
      continue;
    }
    if (at + 1 < value.size() && value[at + 1] == '$') {  // escaped
      out += '$';
      at += 2;
      continue;
    }
    const Expansion one = ExpansionAt(braced, at);
    if (one.end == at) {
      out += value[at++];
      continue;
    }
    any = true;
    demanded = demanded || one.demanded;
    if (!one.filled || depth >= kMaxNested) return false;
    if (!Filled(BracedText(one.fallback), depth + 1, out, any, demanded)) return false;
    at = one.end;
  }
  return true;
}

}  // namespace

// Letters, digits and '_', as POSIX demands of names that a shell can expand.
bool IsVariableName(std::string_view name) { return IsIdentifier(name); }

void SetByExpansion(std::string_view value, SurfaceSetting& setting) {
  std::string filled;
  bool any = false;
  bool demanded = false;
  const BracedText braced(value);
  const bool known = Filled(braced, 0, filled, any, demanded);
  setting.demanded = demanded;
  if (!any) {
    setting.how = Given::kValue;
    setting.value = filled;
    return;
  }
  if (known) {
    setting.how = Given::kFilled;
    setting.value = filled;
    return;
  }
  // A value that is a single variable passes it on; with more text around it, the value is unknown.
  const Expansion whole = value.starts_with('$') ? ExpansionAt(braced, 0) : Expansion();
  const bool alone = whole.end == value.size() && !whole.filled && !whole.other;
  setting.how = alone ? Given::kPassed : Given::kUnknown;
}

namespace {

// The name that a line sets: `NAME: ...`, `- NAME=...`, `export NAME=...`; "" if it sets nothing.
// By the shape of the line alone: any key of YAML counts, which only makes fewer names used.
std::string_view NameSetBy(std::string_view line) {
  line = Trim(line);
  for (const std::string_view before : {"- ", "export ", "ENV ", "\"", "'"}) {
    if (line.starts_with(before)) line = Trim(line.substr(before.size()));
  }
  const size_t length = NameLength(line, 0);
  const bool sets =
      length > 0 && length < line.size() &&
      (line[length] == ':' || line[length] == '=' || line[length] == '"' || line[length] == '\'');
  return sets ? line.substr(0, length) : std::string_view();
}

// The name of `- name: NAME`; its value is on the next line.
std::string_view NameGivenBy(std::string_view line) {
  line = Trim(line.substr(0, line.find(" #")));
  if (line.starts_with("- ")) line = Trim(line.substr(2));
  return line.starts_with("name:") ? Unquote(Trim(line.substr(5))) : std::string_view();
}

// `above`: the name on the line above.
void AddExpandedIn(std::string_view line, std::string_view above, std::vector<std::string>& out) {
  std::string_view own = NameSetBy(line);
  if (own == "value" && !above.empty()) own = above;
  const auto add = [&](size_t at) {
    const size_t length = NameLength(line, at);
    // `NAME: ${NAME}` passes the variable on without reading it.
    if (length > 0 && line.substr(at, length) != own) out.emplace_back(line.substr(at, length));
  };
  // "$X" of shells, "%X%" of cmd, "{env:X}" of tox, "env.X" of GitHub's expressions, "$env:X" of
  // PowerShell. Prices and percentages in texts are not names, since a name begins with a letter.
  for (size_t at = 0; at + 1 < line.size(); ++at) {
    const char next = line[at + 1];
    if (line[at] == '$') {
      add(next == '{' || next == '(' ? at + 2 : at + 1);
      if (line.substr(at).starts_with("$env:")) add(at + 5);
    } else if (line[at] == '%') {
      const size_t length = NameLength(line, at + 1);
      if (length > 0 && at + 1 + length < line.size() && line[at + 1 + length] == '%') add(at + 1);
    } else if (line.substr(at).starts_with("{env:")) {
      add(at + 5);
    } else if (line.substr(at).starts_with("env.") &&
               (at == 0 || !IsIdentifierByte(line[at - 1]))) {
      add(at + 4);
    }
  }
}

}  // namespace

// Sorted, each once:
//
//   run: serve $APP_PORT    ─→  APP_PORT
//   APP_HOST: ${APP_HOST}   ─→  none: the variable is only passed on
std::vector<std::string> ExpandedNames(std::string_view text) {
  std::vector<std::string> out;
  std::string_view above;
  for (const std::string_view line : Split(text, '\n')) {
    AddExpandedIn(line, above, out);
    above = NameGivenBy(line);
  }
  std::sort(out.begin(), out.end());
  out.erase(std::unique(out.begin(), out.end()), out.end());
  return out;
}

std::vector<std::string> NamesUsedBeside(const std::vector<SurfaceSetting>& settings,
                                         std::string_view text) {
  // A line that sets the name is not a use of it. Any other line with the word counts, also a
  // comment.
  std::unordered_map<std::string_view, std::set<int>> set_at;
  for (const SurfaceSetting& setting : settings) {
    set_at[setting.name].insert(setting.place.line);
  }
  std::set<std::string> used;
  int line = 1;
  bool argument = false;  // the line is `ARG NAME`, which does not use the variable
  bool blank = true;      // so is the line up to here
  for (size_t at = 0; at < text.size();) {
    if (text[at] == '\n') ++line;
    if (!IsIdentifierByte(text[at])) {
      blank = text[at] == '\n' || (blank && IsSpace(text[at]));
      ++at;
      continue;
    }
    const size_t from = at;
    while (at < text.size() && IsIdentifierByte(text[at])) ++at;
    const std::string_view word = text.substr(from, at - from);
    if (blank) argument = EqualsIgnoreCase(word, "ARG");
    blank = false;
    const auto found = set_at.find(word);
    if (found == set_at.end() || argument || found->second.contains(line)) continue;
    used.emplace(word);
  }
  return {used.begin(), used.end()};
}

// Each fallback keeps its line. Longer lines are not read: they are generated.
constexpr size_t kMaxFallbackLine = 2'000;
constexpr size_t kMaxFallbacks = 50'000;  // of a file

// "port: ${PORT:-80}" ─→ {PORT, "80", around "port: ${PORT}"}; `${PORT}` has no fallback (`none`).
std::vector<SurfaceFallback> FallbacksOf(std::string_view file, std::string_view text) {
  std::vector<SurfaceFallback> out;
  const std::vector<std::string_view> lines = Split(text, '\n');
  for (size_t i = 0; i < lines.size(); ++i) {
    // Without a comment at its end.
    const std::string_view line = lines[i].substr(0, lines[i].find(" #"));
    if (line.size() > kMaxFallbackLine || Trim(line).starts_with('#')) continue;
    if (out.size() > kMaxFallbacks) break;
    const BracedText braced(line);
    for (size_t at = line.find("${"); at != std::string_view::npos; at = line.find("${", at + 1)) {
      if (at > 0 && line[at - 1] == '$') continue;  // escaped
      const Expansion one = ExpansionAt(braced, at);
      const bool filled =
          one.filled && !one.fallback.empty() && one.fallback.find('$') == std::string_view::npos;
      const bool none = one.end > at && !one.filled && !one.other;
      if (!filled && !none) continue;
      SurfaceFallback fallback;
      fallback.none = none;
      fallback.name = line.substr(at + 2, NameLength(line, at + 2));
      fallback.text = one.fallback;
      // The line with the expansion reduced to "${NAME}", so two fallbacks of one line in two
      // files can be compared.
      fallback.place = {std::string(file), static_cast<int>(i) + 1, static_cast<int>(at) + 3};
      const std::string around = std::string(line.substr(0, at)) + "${" + fallback.name + "}" +
                                 std::string(line.substr(one.end));
      fallback.around = Trim(around);
      out.push_back(std::move(fallback));
    }
  }
  return out;
}

// With the line ends of Unix or Windows.
std::vector<std::string_view> LinesOf(std::string_view text) {
  std::vector<std::string_view> out = Split(text, '\n');
  for (std::string_view& line : out) {
    if (line.ends_with('\r')) line.remove_suffix(1);
  }
  return out;
}

// APP_X="a b" c ─→ APP_X=a b | c
std::vector<ShellWord> ShellWords(std::string_view line) {
  std::vector<ShellWord> out;
  bool within = false;
  char quote = 0;
  for (size_t at = 0; at < line.size(); ++at) {
    const char c = line[at];
    if (quote == 0 && IsSpace(c)) {
      within = false;
      continue;
    }
    if (!within) {
      out.push_back({"", at});
      within = true;
    }
    if (c == '\\' && quote != '\'' && at + 1 < line.size()) {
      out.back().text += line[++at];
    } else if (quote != 0 && c == quote) {
      quote = 0;
    } else if (quote == 0 && (c == '"' || c == '\'')) {
      quote = c;
    } else {
      out.back().text += c;
    }
  }
  return out;
}

}  // namespace flagcensus
