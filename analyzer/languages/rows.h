// queries/languages/*.toml: what reads variables in a language, and what is made of values.
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
  std::string via;  // as a census shows it
  AccessOp op = AccessOp::kRead;
  int name = 0;           // the argument with the variable's name; -1: none, the whole environment
  bool rest = false;      // all arguments from `name` on are names
  int value = -1;         // the argument that a write writes
  int fallback = -1;      // the argument that is the default
  bool method = false;    // `path` is a method's name: of any object
  bool test = false;      // only a test calls it
  bool required = false;  // without the variable it fails, or does not compile
  std::string unless;     // not where the file holds this
  int arguments = -1;     // only with so many; -1: any number
  std::string prefix;     // what it puts before the name
  bool upper = false;     // only a name in capitals is a variable's
  bool placeholders = false;       // `name` is a text with %NAME% in it
  bool assigns = false;            // the name is "NAME=value"; without a value it deletes
  std::vector<std::string> words;  // a file that calls the method without one of them means another
};

// An object whose members are variables: `process.env`.
struct MappingRow {
  std::string path;
  std::string via;
  std::vector<std::string> without;  // members that are none; `*` at the end: all that begin so
  bool child = false;                // a child process's: only what is put into it counts
  bool indexed = false;  // only an index names a variable: a member is a method, of all of them
  bool literal = false;  // only a name that is written there is a variable

  bool Excludes(std::string_view member) const;
};

// A field, an option or a key of a declaration that names a variable.
struct TagRow {
  std::string key;       // of a struct tag or an attribute: "env", "envconfig"
  std::string fallback;  // the key beside it that has the default; "": none
  std::string via;
  std::string library;  // a word that the file must hold; "": any
};

// What a method of a value gives: of a read, the default or another type.
enum class MethodEffect { kSame, kType, kDefault, kMade, kRequired, kNone, kTruth };
struct MethodRow {
  MethodEffect effect = MethodEffect::kSame;
  ValueType type = ValueType::kUnknown;
  int argument = 0;  // kDefault; -1: the type's own
};

// A function whose schema says which variables are read, with their types and defaults.
struct SchemaRow {
  std::string path;
  std::string via;
  int schema = 0;                    // the argument with the keys
  int environment = -1;              // the argument with the environment; -1: of a method
  std::vector<std::string> methods;  // of what the function makes: parse
  std::string source;                // the key of its options that has the environment
  std::vector<std::string> members;  // those that have the keys
};

// An annotation that fills a field or a parameter: @Value("${X:default}").
struct AnnotationRow {
  enum class Form {
    kPlain,        // the text is the name, if it is in capitals
    kPlaceholder,  // ${NAME:default} in the text; NAME in capitals
    kEnv,          // ${env:NAME:-default} in the text
  } form = Form::kPlain;
  std::string key;       // its name; "*": of any name
  std::string name;      // the argument that has the text; "": any
  std::string fallback;  // the argument that is the default; "": none
  std::string via;
};

struct LanguageRows {
  Language language = Language::kJavaScript;
  std::string name;                    // as it is shown: "JavaScript"
  std::vector<std::string> words;      // a file that reads has one of them
  std::vector<std::string> generated;  // what the first lines of a file that was made say
  std::vector<FunctionRow> functions;
  std::vector<MappingRow> mappings;
  std::vector<TagRow> tags;
  std::vector<TagRow> options;
  std::vector<SchemaRow> schemas;
  std::map<std::string, ValueType, std::less<>> schema_types;  // of a field, by its function
  std::vector<std::string> schema_optional;                    // a field that may be unset
  std::map<std::string, ValueType, std::less<>> types;    // function → what it makes of a text
  std::map<std::string, MethodRow, std::less<>> methods;  // of a value that was read
  std::vector<std::string> texts;                         // functions that give their argument
  std::vector<std::string> text_methods;                  // methods that give their object
  std::vector<std::string> uppers;                        // functions, methods: in upper case
  std::vector<std::string> loops;        // methods that call a function with each element
  std::vector<std::string> lists;        // methods of a list and functions that give its elements
  std::vector<std::string> list_makers;  // functions that make a list of their arguments
  std::vector<std::string> holders;      // functions that give what holds their argument
  std::vector<std::string> exits;        // functions that do not return

  // Of languages whose functions are methods: bare names are also members of the class around, and
  // variables have types.
  bool classes = false;
  std::vector<std::string> roots;  // packages whose members are known without them: "java.lang"
  std::vector<std::string> unset;  // functions and methods that ask if a text is missing or empty
  std::vector<std::string> set;    // and if it is there
  std::vector<AnnotationRow> annotations;
  std::map<std::string, MethodRow, std::less<>> calls;   // a function of the value → its effect
  std::map<std::string, ValueType, std::less<>> fields;  // a field's type → what it holds

  // A path as rows have it: that of a class and its member, without the package.
  std::string RowPath(const std::string& path) const;
  // Without a package of `roots`.
  std::string Rooted(const std::string& path) const;

  // Of shell: variables in small letters; names of the environment whatever else may set them;
  // files that are sourced and set none that matter.
  std::vector<std::string> lower, always, sourced;
  std::map<std::string, std::vector<std::string>, std::less<>> sets;  // shell: file → what it sets
  // A bare call may be one of a method of the class around it, and a class is known by its last
  // name alone, whatever module or file it is in.
  bool implicit_this = false;

  // Whether a file's imports say which files it uses. Others are found by packages and names.
  bool HasModules() const {
    return language == Language::kGo || language == Language::kJavaScript ||
           language == Language::kRust;
  }

  const MappingRow* MappingOf(std::string_view path) const;
  // A function by its path; nullptr if none.
  const FunctionRow* FunctionOf(std::string_view path) const;
};

// The rows of a file of queries/languages, or what is wrong with it.
Result<LanguageRows> ReadLanguageRows(std::string_view toml, std::string_view file);

// Those that are part of the program, of a language of AllAskedLanguages.
const LanguageRows& RowsOf(Language language);

}  // namespace flagcensus
