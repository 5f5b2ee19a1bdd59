// Text → the names it begins with.
//
//   lead      := name { glue name } { tag } separator
//   name      := NAME | $NAME | ${NAME} | %NAME% | NAME=value | _SUFFIX (shares the start of the
//   name
//                before it) | a family: NAME_*, NAME_<ID>, NAME_{A,B}
//   glue      := , / | & + "and" "or" or, between marked names, white space
//   tag       := [words]
//   separator := : - = . ( or the end of the line or of the text
#include <algorithm>

#include "analyzer/base/text.h"
#include "analyzer/catalog/names.h"

namespace flagcensus {
namespace {

constexpr size_t kMaxName = 128;
constexpr size_t kMaxLeadNames = 32;

bool IsDigit(char c) { return c >= '0' && c <= '9'; }
bool IsNameByte(char c) { return IsIdentifierByte(static_cast<unsigned char>(c)); }
bool IsSpace(char c) { return c == ' ' || c == '\n'; }

// APP_PATH_XXX and APP_x_LEVEL: the part that a page writes so stands for others, as `*` does.
std::string WithStars(const std::string& name) {
  const auto is_upper = [](char c) { return !(c >= 'a' && c <= 'z'); };
  std::string out;
  bool first = true;
  for (const std::string_view part : Split(name, '_')) {
    constexpr size_t kShown = 3;  // X and XX are versions and axes, too
    const size_t marks = static_cast<size_t>(std::count(part.begin(), part.end(), 'X'));
    const bool shown = (marks == part.size() && marks >= kShown) || part == "xxx" || part == "x";
    if (!shown && !std::all_of(part.begin(), part.end(), is_upper)) return name;
    if (!first) out += '_';
    out += shown && !first ? "*" : part;
    first = false;
  }
  return out;
}

// `text` as a name, with families written with '*' and braces taken apart; empty where it is none.
std::vector<std::string> ExpandName(std::string_view text) {
  if (text.empty() || text.size() > kMaxName) return {};
  std::vector<std::string> names(1);
  const auto add = [&](std::string_view piece) {
    for (std::string& name : names) name += piece;
  };
  for (size_t at = 0; at < text.size();) {
    const char c = text[at];
    if (IsNameByte(c)) {
      add(text.substr(at, 1));
      ++at;
    } else if (c == '*') {
      add("*");
      ++at;
    } else if (text.substr(at) == "...") {
      add("*");
      at = text.size();
    } else if (c == '<' || c == '{' || c == '[') {
      const char close = c == '<' ? '>' : c == '{' ? '}' : ']';
      const size_t end = text.find(close, at);
      if (end == std::string_view::npos || end == at + 1) return {};
      const std::string_view inside = text.substr(at + 1, end - at - 1);
      const size_t bar = inside.find_first_of(",|");
      if (c == '<' || bar == std::string_view::npos) {
        add("*");
      } else {
        std::vector<std::string> grown;
        for (const std::string_view choice : Split(inside, inside[bar])) {
          const std::string_view word = Trim(choice);
          if (!std::all_of(word.begin(), word.end(), IsNameByte)) return {};
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
  // "**" and the like come from markup; one '*' stands for any unknown part.
  for (std::string& name : names) name = ReplaceAll(ReplaceAll(name, "**", "*"), "**", "*");
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

// A name that begins with '_' right after another shares that one's start: `A_X`, `_Y` is A_Y.
std::string ShareStart(const std::string& first, const std::string& suffix) {
  size_t at = first.size();
  for (size_t parts = static_cast<size_t>(std::count(suffix.begin(), suffix.end(), '_'));
       parts > 0 && at != std::string::npos && at > 0; --parts) {
    at = first.rfind('_', at - 1);
  }
  if (at == std::string::npos || at == 0) return suffix;
  return first.substr(0, at) + suffix;
}

// One "NAME" or "NAME=value" written as `text`. Adds to `out`; false where it is none.
bool AddNames(std::string_view text, bool sub_flags, std::vector<LeadName>& out) {
  text = Trim(text);
  if (sub_flags && text.starts_with("--") && text.size() > 2 && IsNameByte(text[2])) {
    const size_t equals = text.find('=');
    const std::string_view name = Trim(text.substr(0, equals));
    if (name.size() > kMaxName || name.find(' ') != std::string_view::npos) return false;
    LeadName lead;
    lead.name = name;
    if (equals != std::string_view::npos) lead.value = Trim(text.substr(equals + 1));
    out.push_back(std::move(lead));
    return true;
  }
  // NAME <what it holds> and NAME [form]: a name and its metavariable.
  const size_t space = text.find(' ');
  if (space != std::string_view::npos && space + 1 < text.size() &&
      (text[space + 1] == '<' || text[space + 1] == '[')) {
    text = text.substr(0, space);
  }
  const size_t equals = text.find('=');
  std::string_view name = text.substr(0, equals);
  if (name.ends_with(':')) name.remove_suffix(1);
  name = StripSigil(Trim(name));
  std::vector<std::string> names = ExpandName(name);
  if (names.empty()) return false;
  std::optional<std::string> value;
  if (equals != std::string_view::npos) {
    const std::string_view raw = Trim(text.substr(equals + 1));
    const std::string_view bare = Unquote(raw);
    // "NAME=1 command" is a command line that shows the variable, no description of it.
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
    out.push_back(std::move(lead));
  }
  return true;
}

class LeadParser {
 public:
  LeadParser(const Prose& prose, bool sub_flags) : prose_(prose), sub_flags_(sub_flags) {}

  Lead Parse() {
    size_t at = SkipSpace(0);
    size_t end = Element(at);
    if (end == at) return {};
    while (lead_.names.size() < kMaxLeadNames) {
      const size_t next = Glue(end);
      if (next == end) break;
      const size_t after = Element(next);
      if (after == next) break;
      end = after;
    }
    Finish(end);
    return std::move(lead_);
  }

 private:
  size_t SkipSpace(size_t at) const {
    while (at < prose_.text.size() && IsSpace(prose_.text[at])) ++at;
    return at;
  }

  bool Marked(size_t at) const {
    return at < prose_.styles.size() &&
           (prose_.styles[at] & (Prose::kCode | Prose::kStrong | Prose::kRole)) != 0;
  }

  // The names that stand at `at`, added to the lead; the place behind them, or `at` for none.
  size_t Element(size_t at) {
    if (at >= prose_.text.size()) return at;
    const size_t before = lead_.names.size();
    size_t end = at;
    if (prose_.IsCode(at)) {
      end = prose_.CodeEnd(at);
      if (!CodeNames(std::string_view(prose_.text).substr(at, end - at))) end = at;
    } else {
      end = PlainName(at);
    }
    if (end == at) {
      lead_.names.resize(before);
      return at;
    }
    const Prose::Start place = prose_.PlaceOf(at);
    for (size_t i = before; i < lead_.names.size(); ++i) {
      lead_.names[i].line = place.line;
      lead_.names[i].column =
          place.column == 0 ? 0 : place.column + static_cast<int>(at - place.offset);
      lead_.names[i].marked = Marked(at);
      lead_.names[i].code = prose_.IsCode(at);
    }
    return end;
  }

  // A code span: one name, or several with commas, slashes or bars between.
  bool CodeNames(std::string_view text) {
    if (AddNames(text, sub_flags_, lead_.names)) return true;
    for (const char separator : {',', '/', '|', ' '}) {
      if (text.find(separator) == std::string_view::npos) continue;
      std::vector<LeadName> names;
      bool all = true;
      for (const std::string_view part : Split(text, separator)) {
        if (separator == ' ' && Trim(part).empty()) continue;
        // Words side by side are a command or a sentence; names side by side are names.
        all = all && AddNames(part, sub_flags_, names) && names.size() <= kMaxLeadNames &&
              (ShapeOf(names.back().name) == NameShape::kStrong);
      }
      if (!all || names.empty()) continue;
      lead_.names.insert(lead_.names.end(), names.begin(), names.end());
      return true;
    }
    return false;
  }

  // A name in plain or strong text. Only upper case says there that a word is a name.
  size_t PlainName(size_t at) {
    const std::string_view text = prose_.text;
    size_t end = at;
    const bool role = (prose_.styles[at] & Prose::kRole) != 0;
    while (end < text.size() && !IsSpace(text[end]) && !prose_.IsCode(end)) {
      const char c = text[end];
      if (!IsNameByte(c) && c != '$' && c != '%' && c != '*' && c != '{' && c != '}' &&
          !(c == '<' && end > at && text[end - 1] == '_') && c != '>' &&
          !(c == '-' && sub_flags_ && end < at + 2)) {
        break;
      }
      ++end;
    }
    if (end == at || end - at > kMaxName) return at;
    size_t name_end = end;
    if (end + 1 < text.size() && text[end] == '=' && !IsSpace(text[end + 1])) {
      const char quote = text[end + 1];
      if (quote == '"' || quote == '\'') {
        const size_t close = text.find(quote, end + 2);
        if (close != std::string_view::npos) end = close + 1;
      } else {
        while (end < text.size() && !IsSpace(text[end]) && text[end] != ',' && text[end] != ';' &&
               text[end] != ')') {
          ++end;
        }
      }
    }
    std::vector<LeadName> names = lead_.names;
    if (!AddNames(text.substr(at, end - at), sub_flags_, names)) return at;
    const std::string& name = names.back().name;
    const NameShape shape = ShapeOf(name);
    const bool upper = shape == NameShape::kStrong || shape == NameShape::kWeak ||
                       (shape == NameShape::kMixed && name.find('_') != std::string::npos);
    const bool strong = (prose_.styles[at] & Prose::kStrong) != 0;
    const bool special =
        (strong && shape == NameShape::kLower && name.find('_') != std::string::npos) ||
        text[at] == '$' || text[at] == '%' || role || name.starts_with("--");
    if (!upper && !(special && shape != NameShape::kNone)) {
      if (!(end > name_end && shape != NameShape::kNone)) return at;  // lower=value names itself
    }
    if (end == name_end && end < text.size() && !prose_.IsCode(end)) {
      // "GPU-based", "README.md", "GET/POST", "FOO()" are other words.
      const char c = text[end];
      const char after = end + 1 < text.size() ? text[end + 1] : ' ';
      if ((c == '-' || c == '.' || c == ':' || c == '\'' || c == '@') && IsNameByte(after)) {
        return at;
      }
      if (c == '(' && !IsSpace(text[end])) return at;
      if (static_cast<unsigned char>(c) >= 0x80) return at;
    }
    lead_.names = std::move(names);
    return end;
  }

  // Past what stands between two names, or `at`.
  size_t Glue(size_t at) const {
    const std::string_view text = prose_.lower;
    size_t next = SkipSpace(at);
    if (next >= text.size()) return at;
    const char c = text[next];
    if (!prose_.IsCode(next)) {
      if (c == ',' || c == '/' || c == '|' || c == '&' || c == '+' || c == ';') {
        next = SkipSpace(next + 1);
        for (const std::string_view word : {"and ", "or "}) {
          if (text.substr(next).starts_with(word)) next += word.size();
        }
        return next;
      }
      for (const std::string_view word : {"and ", "or "}) {
        if (text.substr(next).starts_with(word)) {
          next = SkipSpace(next + word.size());
          // "DEBUG and RELEASE builds": plain words need more than a conjunction.
          return Marked(next) && Marked(at - 1) ? next : at;
        }
      }
    }
    return next > at && prose_.IsCode(next) && prose_.IsCode(at - 1) ? next : at;
  }

  void Finish(size_t at) {
    const std::string_view text = prose_.text;
    const int name_line = at > 0 ? prose_.PlaceOf(at - 1).line : 0;
    while (true) {  // tags
      const size_t next = SkipSpace(at);
      if (next >= text.size() || text[next] != '[' || prose_.IsCode(next)) break;
      const size_t close = text.find(']', next);
      constexpr size_t kMaxTag = 60;
      if (close == std::string_view::npos || close - next > kMaxTag) break;
      at = close + 1;
    }
    const size_t next = SkipSpace(at);
    lead_.end = next;
    if (next >= text.size()) return;
    const char c = text[next];
    const bool code = prose_.IsCode(next);
    const char after = next + 1 < text.size() ? text[next + 1] : ' ';
    using Separator = Lead::Separator;
    if (!code && c == '(') {
      lead_.separator = Separator::kColon;
    } else if (!code && (c == ':' || (c == '.' && IsSpace(after)) ||
                         (c == '-' && (IsSpace(after) || after == '-' || after == '>')) ||
                         (c == '=' && (IsSpace(after) || after == '>')))) {
      lead_.separator = Separator::kColon;
      size_t end = next;
      while (end < text.size() && !prose_.IsCode(end) &&
             (text[end] == ':' || text[end] == '-' || text[end] == '=' || text[end] == '>' ||
              text[end] == '.')) {
        // "- -1" and "=.5": a sign that belongs to a value stays.
        if (end > next && end + 1 < text.size() && IsDigit(text[end + 1])) break;
        ++end;
      }
      lead_.end = SkipSpace(end);
      if (lead_.end >= text.size() && c == '.') lead_.separator = Separator::kNone;
    } else if (name_line > 0 && prose_.PlaceOf(next).line > name_line) {
      lead_.separator = Separator::kLine;
    } else if (text.find('\n', at) < next) {
      lead_.separator = Separator::kLine;
    } else {
      lead_.separator = Separator::kText;
    }
  }

  const Prose& prose_;
  const bool sub_flags_;
  Lead lead_;
};

}  // namespace

Lead ParseLead(const Prose& prose, bool sub_flags) { return LeadParser(prose, sub_flags).Parse(); }

Lead ParseBeside(const Prose& prose) {
  const std::string_view text = prose.text;
  constexpr size_t kMaxOption = 60;
  for (size_t open = 0; open < text.size() && open < kMaxOption; ++open) {
    if ((text[open] != '(' && text[open] != '[') || prose.IsCode(open)) continue;
    const size_t close = text.find(text[open] == '(' ? ')' : ']', open);
    if (close == std::string_view::npos) return {};
    size_t begin = open + 1;
    for (const std::string_view label : {"env:", "env var:", "environment variable:", "env "}) {
      if (std::string_view(prose.lower).substr(begin).starts_with(label)) begin += label.size();
    }
    Lead lead = ParseLead(Slice(prose, begin, close), false);
    const bool whole = lead.separator == Lead::Separator::kNone && !lead.names.empty();
    if (!whole || ShapeOf(lead.names.front().name) != NameShape::kStrong) continue;
    lead.separator = Lead::Separator::kColon;
    lead.end = close + 1;
    return lead;
  }
  return {};
}

}  // namespace flagcensus
