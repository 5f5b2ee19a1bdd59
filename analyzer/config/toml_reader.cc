// Messages about wrong nodes are composed only here, for every key: the position, what the node
// must be, what it is.
#include "analyzer/config/toml_reader.h"

#include <sstream>

#include "analyzer/base/text.h"

namespace flagcensus {
namespace {

// The type of a node, in words for users.
std::string_view KindName(const toml::node& node) {
  switch (node.type()) {
    case toml::node_type::table:
      return "a table";
    case toml::node_type::array:
      return "a list";
    case toml::node_type::string:
      return "a string";
    case toml::node_type::integer:
      return "an integer";
    case toml::node_type::floating_point:
      return "a number";
    case toml::node_type::boolean:
      return "a boolean";
    default:
      return "a date or time";
  }
}

}  // namespace

Error ErrorAt(const Place& place, std::string_view message) {
  return Error{EscapeControl(place.file) + ":" + std::to_string(place.line) + ":" +
               std::to_string(place.column) + ": " + std::string(message)};
}

Place TomlReader::PlaceOf(const toml::source_region& source) const {
  return {file, static_cast<int>(source.begin.line), static_cast<int>(source.begin.column)};
}

// Only the first error is reported: the others may be its consequences.
void TomlReader::Fail(const toml::source_region& source, const std::string& message) {
  if (!error) error = ErrorAt(PlaceOf(source), message);
}

std::string QuotedText(std::string_view text) { return "'" + EscapeControl(text) + "'"; }

//   "catlog"     ─→ "did you mean 'catalog'?"
//   "background" ─→ "valid here: required-version, extend, ..."
std::string Suggest(std::string_view wrong, const std::vector<std::string_view>& valid) {
  // Three edits, and fewer than the name has bytes: otherwise any short word would be near.
  constexpr int kNear = 3;
  std::string_view best;
  int least = kNear + 1;
  std::string all;
  for (const std::string_view name : valid) {
    const int distance = EditDistance(wrong, name, kNear);
    if (distance < least && distance < static_cast<int>(name.size())) {
      least = distance;
      best = name;
    }
    all += (all.empty() ? "" : ", ") + std::string(name);
  }
  return best.empty() ? "valid here: " + all : "did you mean " + QuotedText(best) + "?";
}

void WrongType(TomlReader& reader, std::string_view key, const toml::node& node,
               std::string_view wanted) {
  reader.Fail(node.source(), QuotedText(key) + " must be " + std::string(wanted) + ", not " +
                                 std::string(KindName(node)));
}

//   catlog = ["a.md"]    ─→ "unknown key 'catlog'; did you mean 'catalog'?"
bool CheckKeys(TomlReader& reader, const toml::table& table, std::string_view where,
               const std::vector<std::string_view>& valid) {
  // The first unknown key in the file: toml++ keeps the keys sorted by name.
  const toml::key* first = nullptr;
  for (const auto& [key, node] : table) {
    bool known = false;
    for (const std::string_view name : valid) known = known || key.str() == name;
    const auto before = [](const toml::source_position& a, const toml::source_position& b) {
      return a.line != b.line ? a.line < b.line : a.column < b.column;
    };
    if (!known && (first == nullptr || before(key.source().begin, first->source().begin))) {
      first = &key;
    }
  }
  if (first == nullptr) return true;
  reader.Fail(first->source(), "unknown key " + QuotedText(first->str()) + std::string(where) +
                                   "; " + Suggest(first->str(), valid));
  return false;
}

// An empty string is an error for every key: an empty prefix or glob would match everything.
std::string ReadString(TomlReader& reader, std::string_view key, const toml::node& node) {
  const auto* text = node.as_string();
  if (text == nullptr) {
    WrongType(reader, key, node, "a string");
    return "";
  }
  if (text->get().empty()) reader.Fail(node.source(), QuotedText(key) + " must not be empty");
  return text->get();
}

//   ["a", "b"]    ─→ {"a", "b"}       ["a", 3], ["a", ""]    ─→ an error, and an empty list
std::vector<std::string> ReadStrings(TomlReader& reader, std::string_view key,
                                     const toml::node& node) {
  std::vector<std::string> out;
  const toml::array* list = node.as_array();
  if (list == nullptr) {
    WrongType(reader, key, node, "a list of strings");
    return out;
  }
  for (const toml::node& element : *list) {
    if (!element.is_string()) WrongType(reader, key, element, "a list of strings");
    out.push_back(ReadString(reader, key, element));
    if (reader.error) return {};
  }
  return out;
}

// A required key of a table; the error is at the table, as there is no key to point at.
// "flagcensus.toml:3:1: [[internal]] needs 'reason'"
std::string Required(TomlReader& reader, const toml::table& table, std::string_view where,
                     std::string_view key) {
  const toml::node* node = table.get(key);
  if (node != nullptr) return ReadString(reader, key, *node);
  reader.Fail(table.source(), reader.RowName(where) + " needs " + QuotedText(key));
  return "";
}

//   [            ─→ ["docs/a.md", "docs/b.md"]
//     "docs/a.md",
//     "docs/b.md",
//   ]
std::string OneLine(const toml::node& node) {
  std::ostringstream text;
  // Texts are written in one line and between ", so space outside of them is only layout.
  text << toml::toml_formatter(node, toml::format_flags::none);
  std::string out;
  bool space = false, quoted = false, escaped = false;
  for (const char c : text.str()) {
    if (!quoted && (c == '\n' || c == ' ')) {
      space = true;
      continue;
    }
    if (space && !out.empty() && out.back() != '[' && c != ']') out += ' ';
    space = false;
    out += c;
    if (c == '"' && !escaped) quoted = !quoted;
    escaped = quoted && c == '\\' && !escaped;
  }
  return out;
}

}  // namespace flagcensus
