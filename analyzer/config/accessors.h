// Accessor tables: which functions and objects of libraries touch the environment, as data.
//
//   queries/python/accessors.toml, queries/python/libraries/*.toml ─┐
//   queries/c/accessors.toml, queries/c/libraries/*.toml           ─┼─→ Accessors, made once a run
//   rows of flagcensus.toml (of one language where they name it)   ─┘
//
// No wrapper of a project stands in a table: those are inferred.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "analyzer/base/result.h"
#include "analyzer/model/access.h"

namespace flagcensus {

// Where a call takes an argument: at a position (0-based, -1: none) or by one of the keywords.
struct ArgumentPlace {
  int position = -1;
  std::vector<std::string> keywords;

  bool given() const { return position >= 0 || !keywords.empty(); }
};

struct AccessorRow {
  std::string call;  // dotted name without aliases: "os.getenv"; for methods: "get"
  AccessOp op = AccessOp::kRead;
  bool update = false;  // op "update": a write for each key of a dict argument and each keyword
  ArgumentPlace name;
  ArgumentPlace default_value;
  ArgumentPlace value;
  ArgumentPlace environment;  // the argument that must be the environment for the row to hold
  ArgumentPlace cast;         // the argument whose value tells the type: int, click.INT
  ArgumentPlace truth;        // where this argument is True, the type is bool: is_flag=True
  ArgumentPlace description;  // the argument that says what the variable is for: help=
  ArgumentPlace prefix;       // of the call that made the object: what goes before each name
  // What the name becomes: "AIRFLOW__{}__{}" of the name and `second`, "{}_*" of a prefix. Its parts are
  // put in capitals, a dash in them becomes "_" and a dot `dot`.
  std::string form;
  ArgumentPlace second;
  std::string dot = "_";
  std::string unnamed;  // the name where no argument gives one
  // The language that a user's row is for; none: of both.
  std::optional<Language> language;
  bool required = false;          // raises where the variable is unset and no default is given
  std::optional<ValueType> type;  // where the call parses the value
};

// A class whose fields are variables, by its base class or its decorator.
struct SettingsRow {
  std::string name;                 // dotted: "pydantic_settings.BaseSettings", "environ.config"
  std::string prefix;               // the configuration key or decorator argument that prefixes all
  std::string nested;               // the key that joins a nested class's fields to a field's name
  std::string separator;            // put after the prefix: "_"
  std::string default_prefix;       // where none is given
  std::vector<std::string> fields;  // calls that define a field: "pydantic.Field"
  ArgumentPlace default_value;      // of such a call
  std::vector<std::string> factories;  // its arguments that make the default: default_factory=
  std::vector<std::string> aliases;    // its arguments that give the variable's whole name
  ArgumentPlace description;
  std::string exact;          // the configuration key by which names keep their case
  bool fields_alone = false;  // a name that such a call does not define is no field
};

struct ConversionRow {
  std::string call;  // dotted name: "int", "pathlib.Path"; methods with a dot before: ".split"
  ValueType type = ValueType::kUnknown;
};

// What a file of queries/*/libraries/ says of its library: docs/libraries.md is written from it.
struct LibraryRow {
  std::string name;
  std::string version;              // of the manual that the rows were read from
  std::vector<std::string> manual;  // its sections
  std::string known;                // what is read, in words
  std::string limits;               // what is not
  std::string user;                 // a public project that uses it and was looked at: "owner/name"
};

struct AccessorTable {
  std::vector<LibraryRow> libraries;
  std::vector<std::string> environments;  // dotted names of environment objects: "os.environ"
  std::unordered_map<std::string, AccessorRow> calls;    // by dotted name
  std::unordered_map<std::string, AccessorRow> methods;  // of environment objects, by name
  std::unordered_map<std::string, ValueType> conversions;
  std::unordered_map<std::string, ValueType>
      questions;                                     // what they are asked of; they give an answer
  std::unordered_map<std::string, ValueType> casts;  // of names alone: cast=str, type=click.Path()
  std::unordered_map<std::string, SettingsRow> settings;  // by name
  std::set<std::string> field_calls;                      // of all rows: "pydantic.Field"
  // Modules whose names are texts that read as they are called: OTEL_SERVICE_NAME.
  std::set<std::string> constants;
  // Calls whose keyword arguments declare variables as (type, default) for the object they make.
  std::set<std::string> schemes;
  // Methods of objects that prefix all names read inside `with`, by their first argument.
  std::set<std::string> prefixes;
  // Parameters that hold a library's object without anybody constructing it (pytest's fixtures):
  // parameter name → dotted name of what it is.
  std::unordered_map<std::string, std::string> fixtures;
  // Keywords and dict keys by which a mapping becomes a child's environment: env=, "env_vars".
  std::set<std::string> sink_keywords;
  std::set<std::string> sink_keys;
  // Words of a mapping's name that say its keys are variables of a child: env, environ.
  std::set<std::string> environment_words;
  // Keywords and dict keys whose text begins the names that a library makes up from the names of
  // options: keyword → what stands between the two ("_" of auto_envvar_prefix).
  std::map<std::string, std::string> family_keywords;
  std::unordered_map<std::string, int> sink_calls;  // dotted name → position of the environment
  std::set<std::string> runs;        // calls that run the Python of their first argument: exec
  std::set<std::string> shells;      // calls whose first argument is a command line
  std::set<std::string> containers;  // programs whose -e sets a variable: docker
  // A file that holds a word of both lists matters too: env= in a file that starts processes.
  std::vector<std::string> sink_words;
  std::vector<std::string> spawn_words;
  // Words by which attributes and names are reached without being written: vars, asdict.
  std::vector<std::string> dynamic_words;
  std::vector<std::string> object_words;
  std::vector<std::string> argument_words;  // those of them that speak of what a command is given
  // Modules whose names a framework reads: words in them, and ends of their paths.
  std::vector<std::string> framework_words;
  std::vector<std::string> framework_files;
  // Of records and rows that declare variables: what the columns beside the name are called that
  // hold the default, and what the variable is for.
  std::set<std::string> default_columns;
  std::set<std::string> help_columns;
  // And that name what parses it, by the last word of whose name `casts` gives the type.
  std::set<std::string> parser_columns;
  // And that hold an older name of the same variable.
  std::set<std::string> alias_columns;
  // C: what a wrapper's parameter is called that says what unset gives.
  std::set<std::string> default_parameters;
  std::vector<std::string>
      words;  // a file that holds none of these touches no environment by itself

  bool IsEnvironment(std::string_view dotted) const;
  // Whether a mapping of that name holds variables: env, child_env, env_vars.
  bool IsEnvironmentWord(std::string_view name) const;
  // Whether `dotted` is an object that rows are about: "environs.Env()".
  bool IsObject(std::string_view dotted) const { return objects.count(std::string(dotted)) > 0; }
  std::set<std::string> objects;
};

// Reads TOML rows. The error names the line and what is wrong with it.
Result<AccessorTable> ReadAccessors(std::string_view toml, std::string_view file);

struct Accessors {
  AccessorTable python;
  AccessorTable c;  // `call` is a function's name, qualified where another's of that name is none
};

// The built-in tables. They live as long as the program.
const Accessors& BuiltInAccessors();

// Adds the rows of `user_toml`, the text of the file `file`. The error names the line and what is
// wrong with it.
std::optional<Error> AddAccessors(std::string_view user_toml, std::string_view file,
                                  Accessors& accessors);

}  // namespace flagcensus
