// The keys of the configuration file, one entry each: where a key is allowed, and its purpose.
//
//   reading        valid keys of each table; for an invalid key the nearest one is proposed
//   --show-config  the keys in this order, with their defaults if not set
//   a test checks that the JSON Schema in docs/schema and docs/configuration.md match the keys
#pragma once

#include <string_view>
#include <vector>

namespace flagcensus {

enum class KeyKind {
  kString,
  kStrings,    // a list of strings
  kOneOrMore,  // a string, or a list of strings
  kBoolean,
  kSeverities,  // a table: rule = severity
  kKeys,        // a table with keys of its own: [key]
  kRows,        // a list of such tables: [[key]]
  kArgument,    // an argument of a call: its position, a keyword, or a list of both
  kMethods,     // a table: method = type
};

struct ConfigKey {
  std::string_view table;  // the key of the table that contains it; "": top level
  std::string_view name;
  KeyKind kind;
  std::string_view about;
  std::string_view fallback = "";  // the default, as shown
  bool required = false;
  std::vector<std::string_view> values = {};  // the only accepted values; empty: any
};

// All keys, grouped by table, with static lifetime.
const std::vector<ConfigKey>& ConfigKeys();

// The names of the keys in `table`.
std::vector<std::string_view> NamesOfKeys(std::string_view table);

// The entry of a key; nullptr if there is none.
const ConfigKey* FindConfigKey(std::string_view table, std::string_view name);

}  // namespace flagcensus
