// One node of a configuration file ─→ its value, or an error with its position.
//
//   catalog = 3   ─→ "flagcensus.toml:1:11: 'catalog' must be a list of strings, not an integer"
//
// toml++ records the line and column of every node. Reading stops at the first error.
#pragma once

#include <toml++/toml.h>

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "analyzer/base/result.h"
#include "analyzer/model/place.h"

namespace flagcensus {

// The state of reading one file: its name for messages, and the first error. A function that reads
// a key does nothing useful after an error; callers check `error`.
struct TomlReader {
  std::string file;
  std::string above = "";  // prefix of keys in a table of another file: "tool.flagcensus."
  std::optional<Error> error = std::nullopt;
  // Each rule that was named so far, with its position.
  std::vector<std::pair<std::string, Place>> rules_named = {};

  Place PlaceOf(const toml::source_region& source) const;
  void Fail(const toml::source_region& source, const std::string& message);
  // "[[scope]]", or "[[tool.flagcensus.scope]]"
  std::string RowName(std::string_view key) const { return "[[" + above + std::string(key) + "]]"; }
};

// "flagcensus.toml:3:5: the message"
Error ErrorAt(const Place& place, std::string_view message);

// `text` for a message: in single quotes, with terminal control characters escaped.
std::string QuotedText(std::string_view text);

// "did you mean 'catalog'?", or the list of valid keys if none is near.
std::string Suggest(std::string_view wrong, const std::vector<std::string_view>& valid);

// Sets the error that `node` must be `wanted` ("a list of strings"), with the type that it has.
void WrongType(TomlReader& reader, std::string_view key, const toml::node& node,
               std::string_view wanted);

// Returns false and sets the error if `table` has a key that is not in `valid`. `where`: " in
// [[scope]]".
bool CheckKeys(TomlReader& reader, const toml::table& table, std::string_view where,
               const std::vector<std::string_view>& valid);

std::string ReadString(TomlReader& reader, std::string_view key, const toml::node& node);
std::vector<std::string> ReadStrings(TomlReader& reader, std::string_view key,
                                     const toml::node& node);

// The string at `key` of a [[where]] table; an error if it is missing.
std::string Required(TomlReader& reader, const toml::table& table, std::string_view where,
                     std::string_view key);

// The node as it would follow `key =`, on one line.
std::string OneLine(const toml::node& node);

// Calls read(table) for each [[key]].
template <typename Read>
void ReadTables(TomlReader& reader, std::string_view key, const toml::node& node, Read read) {
  const std::string wanted = "a list of tables: " + reader.RowName(key);
  const toml::array* list = node.as_array();
  if (list == nullptr) return WrongType(reader, key, node, wanted);
  for (const toml::node& element : *list) {
    const toml::table* table = element.as_table();
    if (table == nullptr) return WrongType(reader, key, element, wanted);
    read(*table);
    if (reader.error) return;
  }
}

}  // namespace flagcensus
