// The keys of the configuration file, a row for each: what may stand where, and what it is for.
//
//   reading        each table's keys are those of its rows, the nearest one is proposed for others
//   --show-config  the keys in this order, with what holds where one is not given
//   the JSON Schema in docs/schema is held equal to the rows by a test, docs/configuration.md too
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
  kArgument,    // of a call: its position, a keyword, or a list of both
  kMethods,     // a table: method = type
};

struct ConfigKey {
  std::string_view table;  // the key of the table that it stands in; "": at the top
  std::string_view name;
  KeyKind kind;
  std::string_view about;
  std::string_view fallback = "";  // what holds where it is not given, as it is shown
  bool required = false;
  std::vector<std::string_view> values = {};  // no other is taken; none: any
};

// All of them, those of a table one after the other. They live as long as the program.
const std::vector<ConfigKey>& ConfigKeys();

// The names of those in `table`.
std::vector<std::string_view> NamesOfKeys(std::string_view table);

// The row of a key; nullptr where there is none.
const ConfigKey* FindConfigKey(std::string_view table, std::string_view name);

}  // namespace flagcensus
