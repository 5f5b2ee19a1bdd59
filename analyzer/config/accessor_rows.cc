// [[accessor]], [[object]], [[settings]], [casts] ─→ the same rows as TOML again, for AddAccessors
//
//   line 7: [[accessor]]            "\n\n\n\n\n\n[[accessor]]\n
//   line 8: call = "conf.get_env"    call = \"conf.get_env\"\n"
//
// Each key keeps its line, so a complaint of AddAccessors names the line in the user's file.
#include "analyzer/config/accessor_rows.h"

#include <algorithm>
#include <map>
#include <sstream>

#include "analyzer/base/text.h"
#include "analyzer/config/keys.h"

namespace flagcensus {
namespace {

// Whether `name` is words between dots (or "::"), none of them empty: "conf.Reader().get". Letters
// beyond ASCII and `$` may begin a word.
// "conf.get", "ns::get" and "$env.get" are; "conf..get", ".get" and "" are not.
bool IsDottedName(std::string_view name) {
  const std::string dotted = ReplaceAll(name, "::", ".");
  for (const std::string_view part : Split(dotted, '.')) {
    const auto first = static_cast<unsigned char>(part.empty() ? ' ' : part.front());
    if (!IsIdentifierByte(first) && first < 0x80 && first != '$') return false;
  }
  return true;
}

// The names by which rows are found. Files are searched for their last words, so an empty last
// word would match every file.
void CheckNames(TomlReader& reader, const toml::table& row) {
  const auto check = [&](std::string_view key, const toml::node& node) {
    const auto* text = node.as_string();
    if (text == nullptr || IsDottedName(text->get())) return;  // AddAccessors checks the type
    reader.Fail(node.source(), QuotedText(key) + " needs a dotted name without empty parts, not " +
                                   QuotedText(text->get()));
  };
  for (const std::string_view key : {"call", "objects", "names"}) {
    const toml::node* node = row.get(key);
    if (node == nullptr) continue;
    check(key, *node);
    if (!node->is_array()) continue;
    for (const toml::node& element : *node->as_array()) check(key, element);
  }
  const toml::node* methods = row.get("methods");
  if (methods == nullptr || !methods->is_table()) return;
  for (const auto& [method, type] : *methods->as_table()) {
    // "" is a call of the object itself.
    if (method.str().empty() || IsDottedName(method.str())) continue;
    reader.Fail(method.source(),
                "'methods' needs names without empty parts, not " + QuotedText(method.str()));
  }
}

// Appends lines at their original numbers. If earlier text already extends beyond such a line, the
// line follows directly, and its number in a complaint is too large.
class LineWriter {
 public:
  explicit LineWriter(std::string& text)
      : text_(text), line_(1 + static_cast<unsigned>(std::count(text.begin(), text.end(), '\n'))) {}

  // Empty lines up to `at`, so a parser of the text counts as in the user's file.
  void Write(unsigned at, const std::string& part) {
    for (; line_ < at; ++line_) text_ += '\n';
    text_ += part + '\n';
    line_ += 1 + static_cast<unsigned>(std::count(part.begin(), part.end(), '\n'));
  }

 private:
  std::string& text_;
  unsigned line_;
};

}  // namespace

// Each row is written with its header on the original line, then its keys by line.
// The keys are checked against the list of valid ones, and the values later by AddAccessors.
void ReadAccessorRows(TomlReader& reader, std::string_view kind, const toml::node& node,
                      std::string& text) {
  LineWriter writer(text);
  const std::vector<std::string_view> valid = NamesOfKeys(kind);
  ReadTables(reader, kind, node, [&](const toml::table& row) {
    if (!CheckKeys(reader, row, " in " + reader.RowName(kind), valid)) return;
    CheckNames(reader, row);
    std::map<unsigned, std::vector<std::string>> keys;  // by line
    for (const auto& [key, value] : row) {
      // An inner table is written inline, so it does not end the row.
      std::ostringstream pair;
      toml::table one{{key.str(), value}};
      if (toml::table* inner = one[key.str()].as_table()) inner->is_inline(true);
      pair << toml::toml_formatter(one);
      keys[key.source().begin.line].push_back(pair.str());
    }
    writer.Write(row.source().begin.line, "[[" + std::string(kind) + "]]");
    for (const auto& [at, pairs] : keys) {
      for (const std::string& pair : pairs) writer.Write(at, pair);
    }
  });
}

//   [casts]
//   parse_port = "int"    ─→ the same text, after a check of the name and of the type
void ReadCasts(TomlReader& reader, const toml::node& node, std::string& text) {
  const toml::table* casts = node.as_table();
  if (casts == nullptr) return WrongType(reader, "casts", node, "a table of name = type");
  const std::vector<std::string_view>& types = FindConfigKey("accessor", "type")->values;
  LineWriter writer(text);
  writer.Write(node.source().begin.line, "[casts]");
  for (const auto& [name, value] : *casts) {
    const std::string type = ReadString(reader, name.str(), value);
    if (reader.error) return;
    if (!IsDottedName(name.str())) {
      return reader.Fail(name.source(), "'casts' needs dotted names without empty parts, not " +
                                            QuotedText(name.str()));
    }
    if (std::find(types.begin(), types.end(), type) == types.end()) {
      return reader.Fail(value.source(),
                         "unknown type " + QuotedText(type) + "; " + Suggest(type, types));
    }
    std::ostringstream pair;
    pair << toml::toml_formatter(toml::table{{name.str(), type}});
    writer.Write(name.source().begin.line, pair.str());
  }
}

}  // namespace flagcensus
