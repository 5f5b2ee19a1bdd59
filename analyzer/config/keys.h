// The keys of the configuration file. A key is one row, next to the member with its value:
//
//   struct InternalFlag {
//     std::string name;
//     template <typename Keys>
//     static void EachKey(Keys& key) {
//       key({.name = "name", .about = "The variable.", .required = true}, &InternalFlag::name);
//     }
//   };
//
// The rows of a struct are those of one table. A member of a type with rows is a separate table
// ([key]); a list of such a type is a list of tables ([[key]]). Visitors of the rows do the rest:
//
//   reading        by the member's type, or by a codec; unknown keys are errors with the nearest
//                  valid one (key_values.h)
//   extend         by the type: a value replaces that of the extended file, rows are added
//   --show-config  the keys in this order, with their defaults if not set (show.cc)
//   docs           ConfigKeys(), from which docs/schema and docs/configuration.md are generated
//
// A row without a member, or with a member of a type that nothing reads, does not compile.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace flagcensus {

struct ProjectOptions;

enum class KeyKind {
  kString,
  kStrings,    // a list of strings
  kOneOrMore,  // a string, or a list of strings
  kBoolean,
  kSeverities,  // a table: rule = severity
  kKeys,        // a table with its own keys: [key]
  kRows,        // a list of such tables: [[key]]
  kArgument,    // an argument of a call: its position, a keyword, or a list of both
  kMethods,     // a table: method = type
};

// The values of the command line for the subject of a key, for --show-config.
struct CommandLineTexts {
  std::vector<std::string> (*texts)(const ProjectOptions& options) = nullptr;
  bool added = false;  // to those of the file; otherwise they replace it
};

// The properties of a key besides its member.
struct KeyText {
  std::string_view name;
  std::string_view about;          // the description that editors show for the key
  std::string_view fallback = "";  // the default, as shown
  bool required = false;
  std::vector<std::string_view> values = {};  // the only accepted values; empty: any
  CommandLineTexts command_line = {};
};

// The second argument of a row if the value is not read by its member's type: `key({...},
// &Config::disabled_rules, WithCodec<DisabledRules>{})`, or `key({...}, WithCodec<Severities>{})`
// if it belongs to several members.
template <typename Codec>
struct WithCodec {};

// A key with the table that contains it, as listed by ConfigKeys().
struct ConfigKey : KeyText {
  std::string_view table;  // the key of the table that contains it; "": top level
  KeyKind kind = KeyKind::kString;
};

// All keys, grouped by table, with static lifetime.
const std::vector<ConfigKey>& ConfigKeys();

// The names of the keys in `table`.
std::vector<std::string_view> NamesOfKeys(std::string_view table);

// The entry of a key; nullptr if there is none.
const ConfigKey* FindConfigKey(std::string_view table, std::string_view name);

}  // namespace flagcensus
