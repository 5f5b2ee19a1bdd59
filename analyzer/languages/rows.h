// queries/languages/*.toml: what reads variables in a language, and what functions do with values.
//
//   [[function]]
//   path = "os.Getenv"          ─→ FunctionRow: the argument 0 is the name, op read
//   [[mapping]]
//   path = "process.env"        ─→ MappingRow: each member is a variable
//   [methods]
//   unwrap_or = "default:0"     ─→ MethodRow: argument 0 is the default
//
// A new accessor of a language is a row, and not code.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "analyzer/base/result.h"
#include "analyzer/model/access.h"

namespace flagcensus {

// A function that reads, sets or tests a variable. Paths are dotted ("std.env.var").
struct FunctionRow {
  std::string path;
  std::string via;  // as displayed in a census
  AccessOp op = AccessOp::kRead;
  // The argument with the variable's name; -1: the whole environment is read.
  int name = 0;
  bool rest = false;               // all arguments from `name` on are names
  int value = -1;                  // the argument that is written
  int fallback = -1;               // the argument that is the default
  bool method = false;             // `path` is the name of a method of any object
  bool test = false;               // only called by tests
  bool required = false;           // fails, or does not compile, without the variable
  std::string unless;              // the row does not apply if the file contains this
  int arguments = -1;              // only with this number of arguments; -1: any
  std::string prefix;              // added before the name
  bool upper = false;              // only an upper-case name is a variable
  bool placeholders = false;       // `name` is a text that contains %NAME%
  bool assigns = false;            // the name is "NAME=value"; without a value it deletes
  std::vector<std::string> words;  // the method counts only in files with one of these words
};

// An object with variables as members: `process.env`.
struct MappingRow {
  std::string path;
  std::string via;
  // Members that are not variables; `*` at the end: all with that prefix, at the start: that
  // suffix.
  std::vector<std::string> without;
  bool child = false;    // of a child process: only additions to it count
  bool indexed = false;  // only an index names a variable; members are methods of the mapping
  bool literal = false;  // only a literal name is a variable

  bool Excludes(std::string_view member) const;
};

// A field, an option or a key of a declaration that names a variable.
struct TagRow {
  std::string key;       // of a struct tag or an attribute: "env", "envconfig"
  std::string fallback;  // the neighbouring key with the default; "": there is none
  std::string via;
  std::string library;  // a word that the file must contain; "": no word
};

// The result of a value's method: for a read, the default or another type.
enum class MethodEffect { kSame, kType, kDefault, kMade, kRequired, kNone, kTruth };
struct MethodRow {
  MethodEffect effect = MethodEffect::kSame;
  ValueType type = ValueType::kUnknown;
  int argument = 0;  // kDefault; -1: the default of the type
};

// A function with a schema that determines which variables are read, with their types and defaults.
struct SchemaRow {
  std::string path;
  std::string via;
  int schema = 0;                    // the argument with the keys
  int environment = -1;              // the argument with the environment; -1: of a method
  std::vector<std::string> methods;  // of the function's result: parse
  std::string source;                // the key of its options that contains the environment
  std::vector<std::string> members;  // the keys of its options that contain the schema
};

// An annotation that fills a field or a parameter: @Value("${X:default}").
struct AnnotationRow {
  enum class Form {
    kPlain,        // the text is the name, if it is in capitals
    kPlaceholder,  // ${NAME:default} in the text; NAME in capitals
    kEnv,          // ${env:NAME:-default} in the text
  } form = Form::kPlain;
  std::string key;       // its name; "*": any name
  std::string name;      // the argument that contains the text; "": any argument
  std::string fallback;  // the argument that is the default; "": there is none
  std::string via;
};

// What functions and methods do with texts.
struct TextRows {
  std::vector<std::string> functions;  // that return their argument
  std::vector<std::string> methods;    // that return their object
  std::vector<std::string> uppers;     // functions, methods to upper case
};

// And with lists.
struct ListRows {
  std::vector<std::string> loops;   // methods that call a function with each element
  std::vector<std::string> same;    // methods of a list and functions that yield its elements
  std::vector<std::string> makers;  // functions that make a list of their arguments
};

// Schemas, and the functions that describe a field in one.
struct SchemaRows {
  std::vector<SchemaRow> rows;
  std::map<std::string, ValueType, std::less<>> types;  // of a field, by its function
  std::vector<std::string> optional;                    // a field that may be unset
};

// What is done with a value that was read.
struct ValueRows {
  std::map<std::string, ValueType, std::less<>> types;    // function → the type it parses
  std::map<std::string, MethodRow, std::less<>> methods;  // of the value
  std::map<std::string, MethodRow, std::less<>> calls;    // a function of the value → its effect
  std::map<std::string, ValueType, std::less<>> fields;   // a field's type → the type of its value
  std::vector<std::string> unset;  // functions and methods that test if a text is missing or empty
  std::vector<std::string> set;    // and if it is present
};

// Shell: lower-case variables; names that are always from the environment, even if other code sets
// them; sourced files that set no relevant names.
struct ShellRows {
  std::vector<std::string> lower, always, sourced;
  std::map<std::string, std::vector<std::string>, std::less<>> sets;  // file → what it sets
};

struct LanguageRows {
  Language language = Language::kJavaScript;
  std::string name;                    // as displayed: "JavaScript"
  std::vector<std::string> words;      // a file that reads contains one of them
  std::vector<std::string> generated;  // markers in the first lines of a generated file
  std::vector<FunctionRow> functions;
  std::vector<MappingRow> mappings;
  std::vector<TagRow> tags;
  std::vector<TagRow> options;
  SchemaRows schema;
  ValueRows value;
  TextRows text;
  ListRows list;
  std::vector<std::string> holders;  // functions that return a holder of their argument
  std::vector<std::string> exits;    // functions that do not return

  // For languages in which functions are methods: bare names may be members of the enclosing class,
  // and variables have types.
  bool classes = false;
  std::vector<std::string> roots;  // packages; their members need no package name: "java.lang"
  std::vector<AnnotationRow> annotations;

  // A path as spelled in the rules: class and member, without the package.
  std::string RowPath(const std::string& path) const;
  // Removes a package of `roots`.
  std::string Rooted(const std::string& path) const;

  ShellRows shell;
  // A bare call may be one of a method of the enclosing class, and a class is identified by its
  // last name alone, independent of its module or file.
  bool implicit_this = false;

  // Whether a file's imports name the files that it uses. In other languages they are found by
  // packages and names.
  bool HasModules() const {
    return language == Language::kGo || language == Language::kJavaScript ||
           language == Language::kRust;
  }

  const MappingRow* MappingOf(std::string_view path) const;
  // A function by its path; nullptr if there is no row for it.
  const FunctionRow* FunctionOf(std::string_view path) const;
};

// The rules of a file of queries/languages, or an error.
Result<LanguageRows> ReadLanguageRows(std::string_view toml, std::string_view file);

// The built-in rules for a language of AllAskedLanguages.
const LanguageRows& RowsOf(Language language);

}  // namespace flagcensus
