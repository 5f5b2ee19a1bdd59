// queries/languages/*.toml: what reads variables in a language, and what functions do with values.
//
//   [[accessor]]
//   call = "os.Getenv"          ─→ LanguageAccessor: the argument 0 is the name, op read
//   name = [0]
//   [[mapping]]
//   path = "process.env"        ─→ MappingRow: each member is a variable
//   [methods]
//   unwrap_or = "default:0"     ─→ MethodRow: argument 0 is the default
//
// A new accessor of a language is a row, and not code. The head of a file describes its keys; those
// of all languages are described in javascript.toml. The tables are those of Python and C
// (config/accessors.h) as far as both say the same: [[accessor]], [conversions], [casts], and the
// forms of their values.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "analyzer/base/result.h"
#include "analyzer/config/keys.h"
#include "analyzer/model/access.h"

namespace flagcensus {

// Codecs of keys of which the value is not what their member's type says (config/key_values.h,
// rows.cc).
struct ArgumentPosition;  // [0] of a call without keywords
struct ArgumentCount;     // 2
struct AddedByForm;       // "{}_*" ─→ "_*"
struct AnnotationForm;    // "plain", "placeholder", "env"
struct AskedLanguage;     // "go"

// Keys without a text about them: the heads of the files describe them.
constexpr KeyText OptionalKey(std::string_view name) { return {.name = name, .about = ""}; }
constexpr KeyText RequiredKey(std::string_view name) {
  return {.name = name, .about = "", .required = true};
}

// A function that reads, sets or tests a variable. Paths are dotted ("std.env.var").
struct LanguageAccessor {
  std::string call;
  std::string via;  // as displayed in a census
  AccessOp op = AccessOp::kRead;
  // The argument with the variable's name; -1: the whole environment is read.
  int name = -1;
  bool rest = false;               // all arguments from `name` on are names
  int value = -1;                  // the argument that is written
  int fallback = -1;               // the argument that is the default
  bool method = false;             // `call` is the name of a method of any object
  bool test = false;               // only called by tests
  bool required = false;           // fails, or does not compile, without the variable
  std::string unless;              // the row does not apply if the file contains this
  int arguments = -1;              // only with this number of arguments; -1: any
  std::string added;               // the name is put in capitals, and this added to it
  bool upper = false;              // only an upper-case name is a variable
  bool placeholders = false;       // `name` is a text that contains %NAME%
  bool assigns = false;            // the name is "NAME=value"; without a value it deletes
  std::vector<std::string> words;  // the method counts only in files with one of these words

  template <typename Keys>
  static void EachKey(Keys& key) {
    key(RequiredKey("call"), &LanguageAccessor::call);
    key(OptionalKey("via"), &LanguageAccessor::via);
    key(OptionalKey("op"), &LanguageAccessor::op);
    key(OptionalKey("name"), &LanguageAccessor::name, WithCodec<ArgumentPosition>{});
    key(OptionalKey("rest"), &LanguageAccessor::rest);
    key(OptionalKey("default"), &LanguageAccessor::fallback, WithCodec<ArgumentPosition>{});
    key(OptionalKey("value"), &LanguageAccessor::value, WithCodec<ArgumentPosition>{});
    key(OptionalKey("form"), &LanguageAccessor::added, WithCodec<AddedByForm>{});
    key(OptionalKey("required"), &LanguageAccessor::required);
    key(OptionalKey("arguments"), &LanguageAccessor::arguments, WithCodec<ArgumentCount>{});
    key(OptionalKey("method"), &LanguageAccessor::method);
    key(OptionalKey("words"), &LanguageAccessor::words);
    key(OptionalKey("unless"), &LanguageAccessor::unless);
    key(OptionalKey("upper"), &LanguageAccessor::upper);
    key(OptionalKey("placeholders"), &LanguageAccessor::placeholders);
    key(OptionalKey("assigns"), &LanguageAccessor::assigns);
    key(OptionalKey("test"), &LanguageAccessor::test);
  }
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

  template <typename Keys>
  static void EachKey(Keys& key) {
    key(RequiredKey("path"), &MappingRow::path);
    key(OptionalKey("via"), &MappingRow::via);
    key(OptionalKey("without"), &MappingRow::without);
    key(OptionalKey("child"), &MappingRow::child);
    key(OptionalKey("indexed"), &MappingRow::indexed);
    key(OptionalKey("literal"), &MappingRow::literal);
  }
};

// A field, an option or a key of a declaration that names a variable.
struct TagRow {
  std::string key;       // of a struct tag or an attribute: "env", "envconfig"
  std::string fallback;  // the neighbouring key with the default; "": there is none
  std::string via;
  std::string library;  // a word that the file must contain; "": no word

  template <typename Keys>
  static void EachKey(Keys& key) {
    key(RequiredKey("key"), &TagRow::key);
    key(OptionalKey("default"), &TagRow::fallback);
    key(OptionalKey("via"), &TagRow::via);
    key(OptionalKey("library"), &TagRow::library);
  }
};

// The result of a value's method: for a read, the default or a different type.
enum class MethodEffect { kSame, kType, kDefault, kMade, kRequired, kNone, kTruth };
struct MethodRow {
  MethodEffect effect = MethodEffect::kSame;
  ValueType type = ValueType::kUnknown;
  int argument = 0;  // kDefault; -1: the default of the type
};

// A function with a schema that determines which variables are read, with their types and defaults.
struct SchemaRow {
  std::string call;
  std::string via;
  int schema = -1;                   // the argument with the keys
  int environment = -1;              // the argument with the environment; -1: of a method
  std::vector<std::string> methods;  // of the function's result: parse
  std::string source;                // the key of its options that contains the environment
  std::vector<std::string> members;  // the keys of its options that contain the schema

  template <typename Keys>
  static void EachKey(Keys& key) {
    key(RequiredKey("call"), &SchemaRow::call);
    key(OptionalKey("via"), &SchemaRow::via);
    key(RequiredKey("schema"), &SchemaRow::schema, WithCodec<ArgumentPosition>{});
    key(OptionalKey("environment"), &SchemaRow::environment, WithCodec<ArgumentPosition>{});
    key(OptionalKey("methods"), &SchemaRow::methods);
    key(OptionalKey("source"), &SchemaRow::source);
    key(OptionalKey("members"), &SchemaRow::members);
  }
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
  std::string fallback;  // the argument that is the default; "": there is no such argument
  std::string via;

  template <typename Keys>
  static void EachKey(Keys& key) {
    key(RequiredKey("key"), &AnnotationRow::key);
    key(OptionalKey("name"), &AnnotationRow::name);
    key(OptionalKey("default"), &AnnotationRow::fallback);
    key(OptionalKey("via"), &AnnotationRow::via);
    key(OptionalKey("syntax"), &AnnotationRow::form, WithCodec<AnnotationForm>{});
  }
};

// Functions that validate the environment by a schema: schema.cc.
struct SchemaRows {
  std::vector<SchemaRow> rows;
  std::map<std::string, ValueType, std::less<>> types;  // of a field, by its function
  std::vector<std::string> optional;                    // functions of a field that may be unset

  template <typename Keys>
  static void EachKey(Keys& key) {
    key(OptionalKey("schema_optional"), &SchemaRows::optional);
  }
};

// What functions do with a value that was read: context.cc, unset.cc.
//
//   strconv.Atoi(read)     conversions["strconv.Atoi"] = kInt
//   read.unwrap_or("d")    methods["unwrap_or"] = default:0
struct ValueFunctions {
  std::map<std::string, ValueType, std::less<>> conversions;  // function → the type it parses
  std::map<std::string, MethodRow, std::less<>> methods;      // of a value that was read
  std::map<std::string, MethodRow, std::less<>> calls;        // a function of the value
  std::vector<std::string> unset, set, exits;

  template <typename Keys>
  static void EachKey(Keys& key) {
    key(OptionalKey("unset"), &ValueFunctions::unset);
    key(OptionalKey("set"), &ValueFunctions::set);
    key(OptionalKey("exits"), &ValueFunctions::exits);
  }
};

// Functions and methods that return their argument or their object: texts.cc, link/resolver.cc.
struct ForwardingFunctions {
  std::vector<std::string> texts, text_methods, uppers, holders;

  template <typename Keys>
  static void EachKey(Keys& key) {
    key(OptionalKey("texts"), &ForwardingFunctions::texts);
    key(OptionalKey("text_methods"), &ForwardingFunctions::text_methods);
    key(OptionalKey("uppers"), &ForwardingFunctions::uppers);
    key(OptionalKey("holders"), &ForwardingFunctions::holders);
  }
};

// What makes lists of names and goes through them: elements.cc, texts.cc.
struct ListFunctions {
  std::vector<std::string> loops, lists, makers;

  template <typename Keys>
  static void EachKey(Keys& key) {
    key(OptionalKey("loops"), &ListFunctions::loops);
    key(OptionalKey("lists"), &ListFunctions::lists);
    key(OptionalKey("list_makers"), &ListFunctions::makers);
  }
};

// Names with a meaning of their own in shell scripts.
struct ShellNames {
  std::vector<std::string> lower, always, sourced;
  std::map<std::string, std::vector<std::string>, std::less<>> sets;  // file → what it sets

  template <typename Keys>
  static void EachKey(Keys& key) {
    key(OptionalKey("lower"), &ShellNames::lower);
    key(OptionalKey("always"), &ShellNames::always);
    key(OptionalKey("sourced"), &ShellNames::sourced);
  }
};

struct LanguageRows {
  Language language = Language::kJavaScript;
  std::string name;                    // as displayed: "JavaScript"
  std::vector<std::string> words;      // a file that reads contains one of them
  std::vector<std::string> generated;  // markers in the first lines of a generated file
  std::vector<LanguageAccessor> accessors;
  std::vector<MappingRow> mappings;
  std::vector<TagRow> tags;
  std::vector<TagRow> options;
  std::vector<AnnotationRow> annotations;
  std::map<std::string, ValueType, std::less<>> casts;  // a field's type → the type of its value
  SchemaRows schemas;
  ValueFunctions values;
  ForwardingFunctions forwarding;
  ListFunctions lists;
  ShellNames shell;

  // For languages in which functions are methods: bare names may be members of the enclosing class,
  // and variables have types.
  bool classes = false;
  std::vector<std::string> roots;  // packages; their members need no package name: "java.lang"
  // A bare call may be one of a method of the enclosing class, and a class is identified by its
  // last name alone, independent of its module or file.
  bool implicit_this = false;

  // A path as spelled in the rules: class and member, without the package.
  std::string RowPath(const std::string& path) const;
  // Removes a package of `roots`.
  std::string Rooted(const std::string& path) const;

  // Whether a file's imports name the files that it uses. In other languages they are found by
  // packages and names.
  bool HasModules() const {
    return language == Language::kGo || language == Language::kJavaScript ||
           language == Language::kRust;
  }

  const MappingRow* MappingOf(std::string_view path) const;
  // A function by its path; nullptr if there is no row for it.
  const LanguageAccessor* AccessorOf(std::string_view path) const;

  // Those of the table [language]: what is true of the language as a whole.
  template <typename Keys>
  static void EachKey(Keys& key) {
    key(RequiredKey("name"), &LanguageRows::name);
    key(RequiredKey("language"), &LanguageRows::language, WithCodec<AskedLanguage>{});
    key(OptionalKey("words"), &LanguageRows::words);
    key(OptionalKey("generated"), &LanguageRows::generated);
    key(OptionalKey("classes"), &LanguageRows::classes);
    key(OptionalKey("roots"), &LanguageRows::roots);
    key(OptionalKey("implicit_this"), &LanguageRows::implicit_this);
    key.Within(&LanguageRows::schemas);
    key.Within(&LanguageRows::values);
    key.Within(&LanguageRows::forwarding);
    key.Within(&LanguageRows::lists);
    key.Within(&LanguageRows::shell);
  }
};

// The rules of a file of queries/languages, or an error.
Result<LanguageRows> ReadLanguageRows(std::string_view toml, std::string_view file);

// The built-in rules for a language of AllAskedLanguages.
const LanguageRows& RowsOf(Language language);

}  // namespace flagcensus
