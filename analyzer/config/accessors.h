// Accessor tables: which functions and objects of libraries touch the environment, as data.
//
//   queries/python/accessors.toml, queries/python/libraries/*.toml ─┐
//   queries/c/accessors.toml, queries/c/libraries/*.toml           ─┼─→ Accessors, once per run
//   entries of flagcensus.toml (of one language if they name it)   ─┘
//
// Wrappers of a project are not listed in any table; they are inferred.
//
//   [[accessor]]
//   call = "conf.get_env"                      conf.get_env("APP_PORT", fallback="80")
//   name = [0, "key"]                  ─→      reads APP_PORT, default 80
//   default = [1, "fallback"]
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "analyzer/base/result.h"
#include "analyzer/config/keys.h"
#include "analyzer/model/access.h"

namespace flagcensus {

// Codecs of keys of which the value is not what their member's type says (key_values.h,
// accessor_reader.cc).
struct OneOrMore;  // a string, or a list of them
struct CallOp;     // of an access, or "update"

// Where a call has an argument: at a position (0-based, -1: none) or as one of the keywords.
struct ArgumentPlace {
  int position = -1;
  std::vector<std::string> keywords;

  bool given() const { return position >= 0 || !keywords.empty(); }
};

// One function or method that accesses the environment: where its arguments are, and what they
// mean.
struct AccessorRow {
  std::string call;  // dotted name without aliases: "os.getenv"; for methods: "get"
  AccessOp op = AccessOp::kRead;
  bool update = false;  // op "update": one write for each key of a dict argument and each keyword
  ArgumentPlace name;
  ArgumentPlace default_value;
  ArgumentPlace value;
  ArgumentPlace environment;  // the argument that must be the environment for the entry to apply
  ArgumentPlace cast;         // the argument whose value determines the type: int, click.INT
  ArgumentPlace truth;        // if this argument is True, the type is bool: is_flag=True
  ArgumentPlace description;  // the argument that describes the variable: help=
  ArgumentPlace prefix;       // of the call that created the object: the prefix of each name
  // The format of the variable's name: "AIRFLOW__{}__{}" of the name and `second`, "{}_*" of a
  // prefix. Its parts are converted to upper case; in them a dash becomes "_", and a dot `dot`.
  std::string form;
  ArgumentPlace second;
  std::string dot = "_";
  std::string unnamed;  // the name if no argument has one
  // The language that a user's entry applies to; nullopt: both.
  std::optional<Language> language;
  bool required = false;          // raises if the variable is unset and no default is passed
  std::optional<ValueType> type;  // if the call parses the value

  template <typename Keys>
  static void EachKey(Keys& key) {
    key({.name = "call",
         .about = "The function: its dotted name as imported, `::` in C++.",
         .required = true},
        &AccessorRow::call);
    EachCallKey(key);
  }

  // Also of the rows of an object's methods.
  template <typename Keys>
  static void EachCallKey(Keys& key) {
    key({.name = "op",
         .about = "What the call does with the variable.",
         .fallback = "\"read\"",
         .values = {"read", "test", "write", "setdefault", "append", "delete", "bulk", "update"}},
        WithCodec<CallOp>{});
    key({.name = "name", .about = "The argument that names the variable."}, &AccessorRow::name);
    key({.name = "default", .about = "The argument that is its default."},
        &AccessorRow::default_value);
    key({.name = "value", .about = "The argument that is written."}, &AccessorRow::value);
    key({.name = "environment",
         .about = "The argument that must be the environment for the entry to apply."},
        &AccessorRow::environment);
    key({.name = "cast", .about = "The argument that names the type."}, &AccessorRow::cast);
    key({.name = "truth", .about = "If this argument is true, the type is bool."},
        &AccessorRow::truth);
    key({.name = "description", .about = "The argument that describes the variable."},
        &AccessorRow::description);
    key({.name = "prefix",
         .about =
             "The argument of the call that made the object whose text goes before each name."},
        &AccessorRow::prefix);
    key({.name = "form",
         .about = "What the name becomes, with each `{}` replaced by a part of it in capitals: "
                  "\"APP__{}__{}\" of the name and `second`, \"{}_*\" of a prefix."},
        &AccessorRow::form);
    key({.name = "second", .about = "The argument that is the second part of the form."},
        &AccessorRow::second);
    key({.name = "dot", .about = "What a dot becomes in a part of the form.", .fallback = "\"_\""},
        &AccessorRow::dot);
    key({.name = "unnamed", .about = "The name if no argument gives one."}, &AccessorRow::unnamed);
    key({.name = "language",
         .about = "The language of the calls; both if omitted.",
         .values = {"python", "c"}},
        &AccessorRow::language);
    key({.name = "required",
         .about = "Whether it raises an error if there is neither a value nor a default.",
         .fallback = "false"},
        &AccessorRow::required);
    key({.name = "type",
         .about = "How it parses the value.",
         .values = {"bool", "int", "float", "str", "path", "list", "enum", "unknown"}},
        &AccessorRow::type);
  }
};

// The methods of an object that read variables: an AccessorRow for each.
struct ObjectRow : AccessorRow {
  std::vector<std::string> objects;
  std::vector<std::pair<std::string, ValueType>> methods;

  template <typename Keys>
  static void EachKey(Keys& key) {
    key({.name = "objects",
         .about = "What creates the object; \"()\" marks the call.",
         .required = true},
        &ObjectRow::objects, WithCodec<OneOrMore>{});
    key({.name = "methods",
         .about = "method = type; \"\" stands for a call of the object itself.",
         .required = true},
        &ObjectRow::methods);
    EachCallKey(key);
  }
};

// A class with fields that are variables, identified by its base class or its decorator.
struct SettingsRow {
  std::vector<std::string> names;  // each becomes a separate row
  std::string name;                // dotted: "pydantic_settings.BaseSettings", "environ.config"
  std::string prefix;  // the configuration key or decorator argument with the prefix of all names
  std::string nested;  // the separator key between a nested class's field and the field's name
  std::string separator;               // put after the prefix: "_"
  std::string default_prefix;          // if none is set
  std::vector<std::string> fields;     // calls that define a field: "pydantic.Field"
  ArgumentPlace default_value;         // of a call in `fields`
  std::vector<std::string> factories;  // its arguments that create the default: default_factory=
  std::vector<std::string> aliases;    // its arguments with the variable's whole name
  ArgumentPlace description;
  std::string exact;          // the configuration key that makes names keep their case
  bool fields_alone = false;  // only names defined by such a call are fields
  // How a class with an unknown base is recognised: by a call that returns its configuration
  // ("pydantic_settings.SettingsConfigDict"), or a key of the configuration ("env_prefix").
  std::vector<std::string> configured_by;

  template <typename Keys>
  static void EachKey(Keys& key) {
    key({.name = "names", .about = "The class's base class, or its decorator.", .required = true},
        &SettingsRow::names, WithCodec<OneOrMore>{});
    key({.name = "prefix",
         .about =
             "The configuration key or decorator argument that holds the prefix of all names."},
        &SettingsRow::prefix);
    key({.name = "nested",
         .about = "The key that joins a nested class's fields to a field's name."},
        &SettingsRow::nested);
    key({.name = "separator", .about = "The text between the prefix and the field's name."},
        &SettingsRow::separator);
    key({.name = "default_prefix", .about = "The prefix if none is passed."},
        &SettingsRow::default_prefix);
    key({.name = "fields", .about = "Calls that define a field."}, &SettingsRow::fields,
        WithCodec<OneOrMore>{});
    key({.name = "default", .about = "The default of such a call."}, &SettingsRow::default_value);
    key({.name = "factories", .about = "Its arguments that create the default."},
        &SettingsRow::factories, WithCodec<OneOrMore>{});
    key({.name = "aliases", .about = "Its arguments that set the complete name of the variable."},
        &SettingsRow::aliases, WithCodec<OneOrMore>{});
    key({.name = "description", .about = "Its argument that describes the variable."},
        &SettingsRow::description);
    key({.name = "exact",
         .about = "The configuration key that, if it is true, keeps the case of the names."},
        &SettingsRow::exact);
    key({.name = "fields_alone",
         .about = "Whether only names that such a call defines are fields.",
         .fallback = "false"},
        &SettingsRow::fields_alone);
    key({.name = "configured_by",
         .about = "Calls that give the class's configuration, and keys of one, by which a class "
                  "whose base is not in the tree is known."},
        &SettingsRow::configured_by, WithCodec<OneOrMore>{});
  }
};

// A call that converts a value, which determines the type of a variable that is passed to it.
struct ConversionRow {
  std::string call;  // dotted name: "int", "pathlib.Path"; methods with a leading dot: ".split"
  ValueType type = ValueType::kUnknown;
};

// The description of the library in a file of queries/*/libraries/; docs/libraries.md is generated
// from it.
struct LibraryRow {
  std::string name;
  std::string version;              // version of the manual from which the entries were derived
  std::vector<std::string> manual;  // its sections
  std::string known;                // prose: what is supported
  std::string limits;               // prose: what is not supported
  std::string user;                 // a public project that uses it and was examined: "owner/name"
};

// Words by which files are found.
struct AccessorWords {
  // A file that contains a word of both lists is relevant as well: `env=` in a file that starts
  // processes.
  std::vector<std::string> sinks;
  std::vector<std::string> spawns;
  // Words by which attributes and names are reached without being spelled: vars, asdict.
  std::vector<std::string> dynamic;
  std::vector<std::string> objects;
  std::vector<std::string> arguments;  // the subset of these about command arguments
  // Modules of which a framework reads all names: words in them, and suffixes of their paths.
  std::vector<std::string> frameworks;
  std::vector<std::string> framework_files;
};

// How a program passes an environment to a child process.
struct ChildRows {
  // Keywords and dict keys by which a mapping becomes a child's environment: env=, "env_vars".
  std::set<std::string> keywords;
  std::set<std::string> keys;
  // Words in a mapping's name that mark its keys as variables of a child process: env, environ.
  std::set<std::string> words;
  std::unordered_map<std::string, int> calls;  // dotted name → position of the environment
  std::set<std::string> shells;                // calls with a command line as their first argument
  std::set<std::string> containers;  // programs with an option -e that sets a variable: docker
};

// Classes with fields that are variables.
struct ClassRows {
  std::unordered_map<std::string, SettingsRow> settings;  // by name
  std::set<std::string> field_calls;  // of all entries of `settings`: "pydantic.Field"
  std::vector<std::string> loaders;   // methods that read all names of a module or a class
};

// Other forms by which libraries name variables.
struct NameForms {
  // Modules with names that are constants with the value of their own name: OTEL_SERVICE_NAME.
  std::set<std::string> constants;
  // Calls with keyword arguments that declare variables as (type, default) for the created object.
  std::set<std::string> schemes;
  // Methods of objects that prefix all names read inside `with` by their first argument.
  std::set<std::string> prefixes;
  // Parameters that contain a library's object without constructing it (pytest's fixtures):
  // parameter name → dotted name of the object.
  std::unordered_map<std::string, std::string> fixtures;
  // Keywords and dict keys with a text that is the prefix of names that a library builds from the
  // names of options: keyword → separator between the two ("_" of auto_envvar_prefix).
  std::map<std::string, std::string> family_keywords;
};

// All rows of one language. Words are those for which files are searched: a file that contains none
// of them is not parsed.
struct AccessorTable {
  std::vector<LibraryRow> libraries;
  std::vector<std::string> environments;  // dotted names of environment objects: "os.environ"
  std::unordered_map<std::string, AccessorRow> calls;    // by dotted name
  std::unordered_map<std::string, AccessorRow> methods;  // of environment objects, by name
  std::unordered_map<std::string, ValueType> conversions;
  std::unordered_map<std::string, ValueType>
      questions;  // conversions that only query their argument and return an answer
  std::unordered_map<std::string, ValueType> casts;  // by name alone: cast=str, type=click.Path()
  ClassRows classes;
  NameForms forms;
  ChildRows children;
  AccessorWords file_words;
  std::set<std::string> runs;  // calls that execute the Python code in their first argument: exec
  // For records and table rows that declare variables: names of the columns for the default and for
  // the description.
  std::set<std::string> default_columns;
  std::set<std::string> help_columns;
  // Names of the columns with the parser. Its last word selects the type in `casts`.
  std::set<std::string> parser_columns;
  // Names of the columns with an older name of the same variable.
  std::set<std::string> alias_columns;
  // C: names of a wrapper's parameter that has the default.
  std::set<std::string> default_parameters;
  std::vector<std::string>
      words;  // a file that contains none of these does not access the environment itself

  // "os.environ" is one, "os.getenv" is not.
  bool IsEnvironment(std::string_view dotted) const;
  // Whether a mapping of that name contains variables: env, child_env, env_vars.
  bool IsEnvironmentWord(std::string_view name) const;
  // Whether entries apply to the object `dotted`: "environs.Env()".
  bool IsObject(std::string_view dotted) const { return objects.count(std::string(dotted)) > 0; }
  std::set<std::string> objects;
};

// Reads TOML entries. The error contains the line and the problem.
Result<AccessorTable> ReadAccessors(std::string_view toml, std::string_view file);

// The tables of both languages whose rows users can add to; the other languages have tables in
// queries/languages/, in the same dialect (languages/rows.h).
struct Accessors {
  AccessorTable python;
  AccessorTable c;  // `call` is a function's name, qualified if another function of that name is
                    // not an accessor
};

// The built-in tables, with static lifetime.
const Accessors& BuiltInAccessors();

// Adds the entries of `user_toml`, the text of the file `file`. The error contains the line and the
// problem.
//
//   [[accessor]] call = "conf.get_env", without a language    ─→ a row in both tables
//   the same with language = "c"                              ─→ a row in the table of C
std::optional<Error> AddAccessors(std::string_view user_toml, std::string_view file,
                                  Accessors& accessors);

}  // namespace flagcensus
