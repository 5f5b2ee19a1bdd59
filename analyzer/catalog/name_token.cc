// One written name → the names that it represents.
//
//   NAME | $NAME | ${NAME} | %NAME% | NAME=value | export NAME=value | _SUFFIX | a family
//
//   APP_LOG_{DIR,LEVEL}  ─→ APP_LOG_DIR, APP_LOG_LEVEL
//   APP_<ID>_HOME        ─→ APP_*_HOME
//   APP_A_X, then _Y     ─→ APP_A_Y: it shares the start of the name before it
#include "analyzer/catalog/name_token.h"

#include <algorithm>

#include "analyzer/base/characters.h"
#include "analyzer/base/text.h"

namespace flagcensus {
namespace {

// APP_PATH_XXX, APP_CAP_xx and APP_x_LEVEL: a part written so represents any other, as `*` does. A
// name with other lower-case letters is returned unchanged, as mixed case is a name, too.
std::string WithStars(const std::string& name) {
  std::string out;
  bool first = true;
  for (const std::string_view part : Split(name, '_')) {
    constexpr size_t kShown = 3;  // X and XX are also versions and axes
    const auto all = [&](char c) {
      return !part.empty() && part.find_first_not_of(c) == std::string_view::npos;
    };
    const bool shown = (all('X') && part.size() >= kShown) || all('x');
    if (!shown && HasLower(part)) return name;
    if (!first) out += '_';
    out += shown && !first ? "*" : part;
    first = false;
  }
  return out;
}

// `text` as a name, with '*' in families and a name for each choice in braces. Empty if it is not a
// name.
//
//   "APP_{A,B}_X"  ─→ APP_A_X, APP_B_X      "APP_[NAME]"  ─→ APP_*      "APP-X"  ─→ empty
std::vector<std::string> ExpandName(std::string_view text) {
  if (text.empty() || text.size() > kMaxName) return {};
  std::vector<std::string> names(1);
  const auto add = [&](std::string_view piece) {
    for (std::string& name : names) name += piece;
  };
  for (size_t at = 0; at < text.size();) {
    const char c = text[at];
    if (IsIdentifierByte(c)) {
      add(text.substr(at, 1));
      ++at;
    } else if (c == '*') {
      add("*");
      ++at;
    } else if (text.substr(at).starts_with("${")) {
      ++at;  // APP_${PART} is APP_{PART}
    } else if (text.substr(at) == "...") {
      add("*");
      at = text.size();
    } else if (c == '<' || c == '{' || c == '[') {
      const char close = c == '<' ? '>' : c == '{' ? '}' : ']';
      const size_t end = text.find(close, at);
      if (end == std::string_view::npos || end == at + 1) return {};
      const std::string_view inside = text.substr(at + 1, end - at - 1);
      const bool joined = at > 0 && (text[at - 1] == '_' || text.substr(end + 1).starts_with('_'));
      // "NAME[OTHER]" is an index or a type, "NAME_[A|B]" a family.
      if (c == '[' && !joined && ShapeOf(inside) == NameShape::kStrong) return {};
      const size_t bar = inside.find_first_of(",|");
      if (c == '<' || bar == std::string_view::npos) {
        add("*");
      } else {
        std::vector<std::string> grown;
        for (const std::string_view choice : Split(inside, inside[bar])) {
          const std::string_view word = Trim(choice);
          if (!AllBytes(word, IsIdentifierByte)) return {};
          for (const std::string& name : names) grown.push_back(name + std::string(word));
        }
        if (grown.size() > kMaxLeadNames) return {};
        names = std::move(grown);
      }
      at = end + 1;
    } else {
      return {};
    }
  }
  for (std::string& name : names) name = WithStars(name);
  // "**" and the like come from markup; one '*' represents any unknown part.
  for (std::string& name : names) name = ReplaceAll(ReplaceAll(name, "**", "*"), "**", "*");
  // "*" alone would match every name.
  if (names.front() == "*" || IsDigit(names.front().front())) return {};
  return names;
}

// "${NAME}", "$NAME", "%NAME%", "$env:NAME" → "NAME".
std::string_view StripSigil(std::string_view text) {
  if (text.starts_with("${") && text.ends_with('}')) return text.substr(2, text.size() - 3);
  if (text.starts_with("$env:")) return text.substr(5);
  if (text.starts_with('$')) return text.substr(1);
  if (text.size() > 2 && text.starts_with('%') && text.ends_with('%')) {
    return text.substr(1, text.size() - 2);
  }
  return text;
}

std::string_view Unquote(std::string_view text) {
  if (text.size() >= 2 && (text[0] == '"' || text[0] == '\'' || text[0] == '`') &&
      text.back() == text[0]) {
    return text.substr(1, text.size() - 2);
  }
  return text;
}

// A name that begins with '_' right after another has the start of that one: `A_X`, `_Y` is A_Y. As
// many parts at its end are replaced as the suffix has.
std::string ShareStart(const std::string& first, const std::string& suffix) {
  size_t at = first.size();
  for (size_t parts = static_cast<size_t>(std::count(suffix.begin(), suffix.end(), '_'));
       parts > 0 && at != std::string::npos && at > 0; --parts) {
    at = first.rfind('_', at - 1);
  }
  if (at == std::string::npos || at == 0) return suffix;
  return first.substr(0, at) + suffix;
}

}  // namespace

bool AddNames(std::string_view text, bool sub_flags, std::vector<LeadName>& out) {
  text = Trim(text);
  bool shown = false;
  // "-e" and "ENV" are the spellings of containers. Without a value, "set NAME" may be the start of
  // a sentence.
  for (const std::string_view command : {"export ", "set ", "setx ", "setenv ", "-e ", "ENV "}) {
    if (!text.starts_with(command) || text.find('=') == std::string_view::npos) continue;
    text = Trim(text.substr(command.size()));
    shown = true;
  }
  if (sub_flags && text.starts_with("--") && text.size() > 2 && IsIdentifierByte(text[2])) {
    const size_t equals = text.find('=');
    const std::string_view name = Trim(text.substr(0, equals));
    if (name.size() > kMaxName || name.find(' ') != std::string_view::npos) return false;
    LeadName lead;
    lead.name = name;
    if (equals != std::string_view::npos) lead.value = Trim(text.substr(equals + 1));
    out.push_back(std::move(lead));
    return true;
  }
  // NAME <description> and NAME [form]: a name and its metavariable.
  const size_t space = text.find(' ');
  if (space != std::string_view::npos && space + 1 < text.size() &&
      (text[space + 1] == '<' || text[space + 1] == '[')) {
    text = text.substr(0, space);
  }
  const size_t equals = text.find('=');
  std::string_view name = text.substr(0, equals);
  if (name.ends_with(':')) name.remove_suffix(1);
  name = Trim(name);
  const std::string_view bare_name = StripSigil(name);
  const bool dollar = bare_name.size() != name.size();
  name = bare_name;
  // A star that does not begin a family comes from emphasis without a closing mark.
  if (name.size() > 1 && name[0] == '*' && name[1] != '_') name.remove_prefix(1);
  std::vector<std::string> names = ExpandName(name);
  if (names.empty()) return false;
  // The value: unquoted, and neither a sentence nor a command.
  std::optional<std::string> value;
  if (equals != std::string_view::npos) {
    const std::string_view raw = Trim(text.substr(equals + 1));
    const std::string_view bare = Unquote(raw);
    // "NAME=1 command" is a command line that shows the variable, not a description of it.
    const bool placeholder = (raw.starts_with('<') && raw.ends_with('>')) ||
                             (raw.starts_with('[') && raw.ends_with(']')) ||
                             (raw.starts_with('{') && raw.ends_with('}'));
    if (bare.size() == raw.size() && !placeholder && raw.find(' ') != std::string_view::npos) {
      return false;
    }
    value = bare;
  }
  for (std::string& each : names) {
    if (each[0] == '_' && !out.empty()) each = ShareStart(out.back().name, each);
    LeadName lead;
    lead.name = std::move(each);
    lead.value = value;
    lead.dollar = dollar;
    lead.shown = shown;
    out.push_back(std::move(lead));
  }
  return true;
}

}  // namespace flagcensus
