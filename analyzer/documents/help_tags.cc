// Finds each "[env…: NAME…]", reads the tags that follow it, and then collects the text before it:
// on its line from the last gap of two blanks, and upwards in the same column.
//
//   --port INTEGER  Where it listens, on all      ─→  name APP_PORT, default "8080",
//                   interfaces.  [env var:            text "Where it listens, on all interfaces."
//                   APP_PORT; default: 8080]
#include "analyzer/documents/help_tags.h"

#include <algorithm>

#include "analyzer/base/text.h"
#include "analyzer/pages/names.h"

namespace flagcensus {
namespace {

// Bytes of a tag and lines of a description. They bound the cost of an unclosed bracket and of a
// page without options. A longer description loses its beginning.
constexpr size_t kMaxTag = 400;
constexpr size_t kMaxLinesUp = 12;

// The text with its box-drawing characters (U+2500 to U+257F) replaced by blanks.
std::string WithoutBoxes(std::string_view text) {
  std::string out(text);
  for (size_t at = 0; at + 2 < out.size(); ++at) {
    const bool box = out[at] == '\xe2' && (out[at + 1] == '\x94' || out[at + 1] == '\x95');
    if (box) out[at] = out[at + 1] = out[at + 2] = ' ';
  }
  return out;
}

std::string Folded(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (!IsPlainSpace(c)) {
      out += c;
    } else if (!out.empty() && out.back() != ' ') {
      out += ' ';
    }
  }
  return std::string(Trim(out));
}

struct Tag {
  size_t begin = 0;  // of its '['
  size_t end = 0;    // after the tags that belong to it
  size_t name_at = 0;
  std::string name;
  std::string default_text;
};

// "default: V" in a tag that is split at ';'.
void TakeDefault(const std::string& tag, Tag* out) {
  for (const std::string_view part : Split(tag, ';')) {
    const std::string_view text = Trim(part);
    for (const std::string_view label : {"default: ", "default="}) {
      if (text.starts_with(label)) out->default_text = Trim(text.substr(label.size()));
    }
  }
}

// The tag at '[' and those directly after it; false if it names no variable.
bool ParseTag(std::string_view text, size_t at, Tag* out) {
  size_t name = at + 1;
  for (const std::string_view label : {"env var:", "env:", "env var", "env"}) {
    if (!ToLower(text.substr(name, label.size())).starts_with(label)) continue;
    name += label.size();
    break;
  }
  if (name == at + 1) return false;
  // "[env" and "var:" may be separated by the end of a line.
  name = EndOfRun(text, name, IsPlainSpace);
  if (ToLower(text.substr(name, 4)) == "var:") name += 4;
  while (name < text.size() && (IsPlainSpace(text[name]) || text[name] == '`' || text[name] == ':'))
    ++name;
  size_t end = EndOfRun(text, name, IsIdentifierByte);
  out->name = text.substr(name, end - name);
  const NameShape shape = ShapeOf(out->name);
  if (shape != NameShape::kStrong && shape != NameShape::kWeak) return false;
  const size_t close = text.substr(0, std::min(text.size(), at + kMaxTag)).find(']', end);
  if (close == std::string_view::npos) return false;
  // "APP_PORT, APP_OTHER": the others are aliases. "APP_PORT=": clap shows the current value after
  // the '='.
  if (end < close && std::string_view(",;`=] \n\t\r").find(text[end]) == std::string_view::npos) {
    return false;
  }
  out->begin = at;
  out->name_at = name;
  TakeDefault(Folded(text.substr(at + 1, close - at - 1)), out);
  out->end = close + 1;
  for (size_t next = out->end; next < text.size(); ++next) {
    if (IsPlainSpace(text[next])) continue;
    const size_t last = text.substr(0, std::min(text.size(), next + kMaxTag)).find(']', next);
    if (text[next] != '[' || last == std::string_view::npos) break;
    const std::string tag = Folded(text.substr(next + 1, last - next - 1));
    // The next variable begins here; the default after it is not this one's.
    if (ToLower(tag).starts_with("env")) break;
    TakeDefault(tag, out);
    out->end = next = last + 1;
    --next;
  }
  return true;
}

// A switch prints its own option as the default: "trust-code" ─→ "true", "no-trust-code" ─→
// "false". The name of the variable must end with it; other values with a hyphen are not changed.
std::string SwitchOf(const std::string& default_text, const std::string& name) {
  std::string kebab = ReplaceAll(ToLower(name), "_", "-");
  std::string_view value = default_text;
  const bool off = value.starts_with("no-");
  if (off) value.remove_prefix(3);
  const bool is_switch = value.find('-') != std::string_view::npos && kebab.ends_with(value);
  return is_switch ? (off ? "false" : "true") : default_text;
}

// The text before the tag in its column, up to the option that it belongs to.
std::string DescriptionOf(std::string_view text, const Tag& tag) {
  constexpr size_t kMaxLine = 2000;  // so that many tags on one line cost no more than the line
  const size_t from = tag.begin - std::min(tag.begin, kMaxLine);
  size_t line = text.substr(from, tag.begin - from).rfind('\n');
  if (line == std::string_view::npos && from > 0) return {};
  line = line == std::string_view::npos ? 0 : from + line + 1;
  const auto is_option = [](std::string_view row) { return Trim(row).starts_with('-'); };
  // Where the column begins: after the last gap of the tag's line.
  const auto column_of = [](std::string_view row) {
    size_t column = row.find_first_not_of(' ');
    for (size_t gap = row.find("  ", column); gap != std::string_view::npos;
         gap = row.find("  ", column)) {
      const size_t next = row.find_first_not_of(' ', gap);
      if (next == std::string_view::npos) break;
      column = next;
    }
    return column;
  };
  std::string_view own = text.substr(line, tag.begin - line);
  // Blanks right before the tag are not a gap: the tag does not begin a column.
  while (!own.empty() && own.back() == ' ') own.remove_suffix(1);
  size_t column = own.empty() ? tag.begin - line : column_of(own);
  std::vector<std::string_view> rows = {own.size() > column ? own.substr(column)
                                                            : std::string_view()};
  for (size_t up = 0; up < kMaxLinesUp && line > 0 && !is_option(own); ++up) {
    size_t above = line < 2 ? std::string_view::npos : text.rfind('\n', line - 2);
    above = above == std::string_view::npos ? 0 : above + 1;
    own = text.substr(above, line - 1 - above);
    if (Trim(own).empty() || own.size() <= column) break;
    // A ']' there belongs to the tags of the option above; tags of values are in the column before.
    if (own.substr(column).find(']') != std::string_view::npos) break;
    if (column > 0 && own[column - 1] != ' ') break;
    rows.push_back(own.substr(column));
    line = above;
  }
  std::string out;
  for (auto row = rows.rbegin(); row != rows.rend(); ++row) out += std::string(*row) + " ";
  return Folded(out);
}

}  // namespace

std::vector<HelpTag> FindHelpTags(std::string_view block) {
  std::vector<HelpTag> out;
  if (block.find("[env") == std::string_view::npos) return out;
  const std::string text = WithoutBoxes(block);
  size_t row = 0;
  size_t counted = 0;
  for (size_t at = text.find("[env"); at != std::string::npos; at = text.find("[env", at + 1)) {
    Tag tag;
    if (!ParseTag(text, at, &tag)) continue;
    const auto begin = text.begin() + static_cast<std::ptrdiff_t>(counted);
    const auto end = text.begin() + static_cast<std::ptrdiff_t>(tag.name_at);
    row += static_cast<size_t>(std::count(begin, end, '\n'));
    counted = tag.name_at;
    HelpTag& found = out.emplace_back();
    found.name = tag.name;
    found.row = row;
    found.text = DescriptionOf(text, tag);
    if (!tag.default_text.empty()) found.default_text = SwitchOf(tag.default_text, tag.name);
  }
  return out;
}

}  // namespace flagcensus
