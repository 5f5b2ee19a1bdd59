// Access: one place in the code that touches the environment, with all that is known of it.
//
// The fields are those of `scan --format jsonl` (docs/schema/scan.schema.json).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "analyzer/model/place.h"

namespace flagcensus {

enum class AccessOp {
  kRead,
  kTest,  // membership or presence only
  kWrite,
  kSetDefault,  // write if missing
  kAppend,      // the old value plus more
  kDelete,
  kBulk,  // the whole environment copied or passed on; no name
};

enum class DefaultKind {
  kLiteral,   // `default_text` is its text
  kNone,      // unset gives None or NULL
  kRequired,  // unset raises or exits
  kDynamic,   // not known statically; `default_text` is the source expression
};

enum class ValueType { kBool, kInt, kFloat, kStr, kPath, kList, kEnum, kUnknown };

// What kind of name receives the value.
enum class BoundKind {
  kNone,
  kModule,     // a module- or file-level name
  kClass,      // a class-level name
  kAttribute,  // self.x
  kReturn,     // the function returns it: `bound_to` is "f()"
  kLocal,      // a local variable, from which it goes on
};

// Why an access has no name: what its expression says, or a parameter that nothing in the tree
// gives.
enum class OpenName : uint8_t {
  kExpression,
  kNoCall,       // no call in the tree gives the parameter: of a hook, an override, a callback
  kUnknownCall,  // a call gives it, and what it gives is not known
};

// What kind of file an access stands in; kDocstring: code shown in a docstring or comment.
enum class Scope { kSrc, kTest, kExample, kScript, kDocs, kVendored, kDocstring };

enum class Language {
  kPython,
  kCython,
  kNotebook,
  kC,
  kCpp,
  kCuda,
  kGo,  // from here on in the order of FileKind
  kJavaScript,
  kRust,
  kJava,
  kKotlin,
  kCSharp,
  kRuby,
  kPhp,
  kShell,
};

// C, C++ and CUDA.
inline bool IsC(Language language) {
  return language == Language::kC || language == Language::kCpp || language == Language::kCuda;
}

inline bool IsPython(Language language) {
  return language == Language::kPython || language == Language::kCython ||
         language == Language::kNotebook;
}

// A call of queries/value_sinks.toml that a read's value reaches.
struct ValueFlow {
  std::string what;      // the effect: "command"
  std::string call;      // as imported: "subprocess.run"
  Place place;           // of the call
  bool derived = false;  // the value is a part of what the call gets

  bool operator==(const ValueFlow&) const = default;
};

struct Access {
  std::optional<std::string> name;  // `*` for an unknown part; nothing where all is unknown
  AccessOp op = AccessOp::kRead;
  Place place;
  std::optional<std::string> default_text;
  DefaultKind default_kind = DefaultKind::kNone;
  ValueType type = ValueType::kUnknown;
  std::string via;                      // os.getenv, os.environ[], check_bool_flag, ...
  std::vector<Place> chain;             // from this site to the environment, for wrappers
  std::optional<std::string> bound_to;  // the first name that receives the value
  BoundKind bound_kind = BoundKind::kNone;
  std::optional<std::string> value;  // what a write writes
  Scope scope = Scope::kSrc;
  Language language = Language::kPython;
  std::optional<std::string> condition;    // the preprocessor condition around it
  std::optional<std::string> description;  // a help text that stands at the site
  // The build configurations that compile it; nothing where no compile_commands.json tells.
  std::optional<std::vector<std::string>> configurations;

  // Not printed by scan; for the rules.
  // The default is written in the call that reads, and nothing in sight replaces what that gives:
  // no range check, no sentinel, no second assignment. What is derived from later code is not.
  bool default_certain = false;
  std::string default_source;       // the expression that a compiler evaluated to the default
  std::string name_expression;      // the source of the name argument
  std::vector<std::string> truthy;  // spellings that the code takes for true, lower case
  std::vector<std::string> falsy;   // and for false
  bool any_true = false;  // only asked whether it has a value: whatever is set counts as true
  bool parsed = false;    // `type` is what the code does with the value, not that of its default
  int function = -1;  // which function of the tree it stands in; -1: a module's or class's level
  int branch = 0;  // where the innermost branch of an `if` around it begins, within that; 0: none
  // What the code takes where this read gives None or "", as far as it shows: kLiteral with the
  // value, kDynamic with the expression, kRequired where it raises; kNone where nothing is shown.
  DefaultKind unset_kind = DefaultKind::kNone;
  std::optional<std::string> unset_text;
  std::optional<std::string> fallback_of;  // this read is the default of a read of that variable
  bool falls_back = false;                 // and this one's default is a read of another
  Place fallback;                          // C: that read; line 0 where it is not known
  bool in_string = false;     // in code in a string that runs: told with low confidence
  bool guessed = false;       // by the attribute of a class that may be meant: the same
  bool by_parameter = false;  // inside a wrapper: the name is known at the wrapper's calls
  OpenName open_name = OpenName::kExpression;  // why the name is not known
  bool hooked = false;  // the declarator's call hands over a function that gets the value
  // The function that gives the value back, where it is no method and has no decorator.
  std::string returned_by;
  std::string made;            // C: the function or variable that the macro's call defines
  bool lost_local = false;     // C: bound to a local variable that nothing uses
  bool written_back = false;   // C: bound to a local that only goes back into the variable
  bool by_declarator = false;  // the name comes from a declarator: the flag is read elsewhere
  // Where its value goes, of Python always, of C and C++ if ResolveOptions::follow_values.
  std::vector<ValueFlow> flows;
};

// The order of every listing: file, line, column, name, op.
bool AccessLess(const Access& a, const Access& b);

// The spelling in the machine formats: "setdefault", "dynamic", "float", "docstring", "cpp".
std::string_view ToString(AccessOp op);
std::string_view ToString(DefaultKind kind);
std::string_view ToString(ValueType type);
std::string_view ToString(Scope scope);
std::string_view ToString(Language language);
std::optional<Scope> ParseScope(std::string_view text);
std::optional<ValueType> ParseValueType(std::string_view text);

// Languages in addition to Python and C that are read on request, by name; nothing of others.
std::optional<Language> ParseAskedLanguage(std::string_view text);
const std::vector<Language>& AllAskedLanguages();
std::vector<std::string> AskedLanguageNames();

}  // namespace flagcensus
