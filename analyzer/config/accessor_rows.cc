// [[accessor]], [[object]], [[settings]] ─→ the same rows as TOML again, for AddAccessors
//
// Each key keeps the line that it had, so that a complaint of AddAccessors names the line in the
// user's file.
#include "analyzer/config/accessor_rows.h"

#include <algorithm>
#include <map>
#include <sstream>

#include "analyzer/base/text.h"
#include "analyzer/config/keys.h"

namespace flagcensus {
namespace {

// Whether `name` is words between dots (or "::"), none of them empty: "conf.Reader().get".
bool IsDottedName(std::string_view name) {
  const std::string dotted = ReplaceAll(name, "::", ".");
  for (const std::string_view part : Split(dotted, '.')) {
    const auto first = static_cast<unsigned char>(part.empty() ? ' ' : part.front());
    if (!IsIdentifierByte(first) && first < 0x80 && first != '$') return false;
  }
  return true;
}

// The names that rows are found by. Files are searched for their last words, which must be there.
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

}  // namespace

void ReadAccessorRows(TomlReader& reader, std::string_view kind, const toml::node& node,
                      std::string& text) {
  unsigned line = 1 + static_cast<unsigned>(std::count(text.begin(), text.end(), '\n'));
  const auto write = [&](unsigned at, const std::string& part) {
    for (; line < at; ++line) text += '\n';
    text += part + '\n';
    line += 1 + static_cast<unsigned>(std::count(part.begin(), part.end(), '\n'));
  };
  const std::vector<std::string_view> valid = NamesOfKeys(kind);
  ReadTables(reader, kind, node, [&](const toml::table& row) {
    if (!CheckKeys(reader, row, " in " + reader.RowName(kind), valid)) return;
    CheckNames(reader, row);
    std::map<unsigned, std::vector<std::string>> keys;  // by line
    for (const auto& [key, value] : row) {
      std::ostringstream pair;
      toml::table one{{key.str(), value}};
      if (toml::table* inner = one[key.str()].as_table()) inner->is_inline(true);
      pair << toml::toml_formatter(one);
      keys[key.source().begin.line].push_back(pair.str());
    }
    write(row.source().begin.line, "[[" + std::string(kind) + "]]");
    for (const auto& [at, pairs] : keys) {
      for (const std::string& pair : pairs) write(at, pair);
    }
  });
}

}  // namespace flagcensus
