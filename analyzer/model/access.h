// Access: one place in the code that touches the environment, and everything known about it.
//
//   port = os.getenv("APP_PORT", "80")
//   ─→ {name: APP_PORT, op: kRead, default_text: "80", default_kind: kLiteral, via: "os.getenv",
//       bound_to: "port"}
//
// Its own fields are those of `scan --format jsonl` (docs/schema/scan.schema.json); its three parts
// are for the rules and pages. A new fact goes into the part that it is about; a fact of C alone
// into `c`.
#pragma once

#include <cstdint>
#include <optional>
#include <set>
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

// The type as the code parses the value. kUnknown: the value is passed on as text, or nothing is
// known.
enum class ValueType { kBool, kInt, kFloat, kStr, kPath, kList, kEnum, kUnknown };

// The kind of name that receives the value.
enum class BoundKind {
  kNone,
  kModule,     // a module- or file-level name
  kClass,      // a class-level name
  kAttribute,  // self.x
  kReturn,     // the function returns it: `bound_to` is "f()"
  kLocal,      // a local variable, which passes it on
};

// Why an access has no name: the name is an expression, or a parameter for which the tree has no
// known argument.
enum class OpenName : uint8_t {
  kExpression,
  kNoCall,       // no call in the tree passes the parameter: a hook, an override, a callback
  kUnknownCall,  // a call passes it, but its value is unknown
  kOfBase,       // of a settings class: a base that is not in the tree may have more fields
};

// The kind of file that contains an access. kDocstring: code shown in a docstring or comment.
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
  bool derived = false;  // the value is only a part of the argument

  bool operator==(const ValueFlow&) const = default;
};

// What the code does with the value of a read.
struct ReadUse {
  // The default is spelled in the call that reads, and nothing visible replaces the result: no
  // range check, no sentinel, no second assignment. A default derived from later code is not
  // certain.
  bool default_certain = false;
  bool parsed = false;  // `type` comes from what the code does with the value, not from its default
  std::vector<std::string> truthy;  // spellings that the code accepts as true, lower case
  std::vector<std::string> falsy;   // and as false
  // Python: all words that the value is compared with, as written if the code does not change its
  // case.
  std::vector<std::string> spelled;
  bool compared = false;  // Python: it is an operand of a comparison, and nothing else uses it
  bool any_true = false;  // only tested for having a value: any set value counts as true
  // What the code uses if this read gives None or "", as far as visible: kLiteral with the value,
  // kDynamic with the expression, kRequired if it raises; kNone if nothing is visible.
  DefaultKind unset_kind = DefaultKind::kNone;
  std::optional<std::string> unset_text;
  std::optional<std::string> fallback_of;  // this read is the default of a read of that variable
  bool falls_back = false;                 // the default of this read is a read of another variable
  // C: bound to a local that is only written back to the variable. Python: a write of the
  // variable's present value into the environment of another program.
  bool written_back = false;
  bool hooked = false;  // the declarator's call passes a function that receives the value
  // The calls that the value reaches, in Python, C and C++. Recorded only if
  // ResolveOptions::follow_values is set.
  std::vector<ValueFlow> flows;
};

// Where the name comes from, and what encloses the access.
struct AccessEvidence {
  std::string name_expression;                 // the source of the name argument
  OpenName open_name = OpenName::kExpression;  // why the name is unknown
  bool in_string = false;      // in code in a string that is executed: reported with low confidence
  bool guessed = false;        // through an attribute of a guessed class: also low confidence
  bool by_parameter = false;   // inside a wrapper: the name is known at the wrapper's calls
  bool by_declarator = false;  // the name comes from a declarator: the flag is read elsewhere
  int function = -1;  // index of the enclosing function in the tree; -1: module or class level
  int branch = 0;     // where the innermost enclosing `if` branch begins in it; 0: none
  // The function that returns the value, if it is not a method and has no decorator.
  std::string returned_by;
  // Python: a field of a class; one of its base classes has a field of the same name.
  bool overrides = false;
};

// What only C and C++ have.
struct CAccess {
  Place fallback;           // of the read that is this one's default; line 0 if not known
  std::string made;         // the function or variable that the macro's call defines
  bool lost_local = false;  // bound to a local variable that nothing uses
  bool unlisted = false;    // the function looks names up in a table that lacks this one
  std::set<std::string>
      lent_to;  // functions that receive the record of which `bound_to` is a member
};

struct Access {
  std::optional<std::string> name;  // `*` for an unknown part; nullopt if all of it is unknown
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
  std::optional<std::string> description;  // a help text at the site
  // The build configurations that compile it; nullopt if there is no compile_commands.json.
  std::optional<std::vector<std::string>> configurations;
  // Facts for the rules and the pages; scan does not print them.
  ReadUse use;
  AccessEvidence evidence;
  CAccess c;
};

// The order of every listing: file, line, column, name, op.
bool AccessLess(const Access& a, const Access& b);

// Whether the variable of the access is unknown. Bulk accesses have no name by nature, code in
// docstrings is not run, and a wrapper's own read is counted at its calls.
bool IsUnresolved(const Access& access);

// The spelling in the machine formats: "setdefault", "dynamic", "float", "docstring", "cpp".
std::string_view ToString(AccessOp op);
std::string_view ToString(DefaultKind kind);
std::string_view ToString(ValueType type);
std::string_view ToString(Scope scope);
std::string_view ToString(Language language);
std::optional<Scope> ParseScope(std::string_view text);
std::optional<ValueType> ParseValueType(std::string_view text);

// Languages in addition to Python and C that are read on request, by name; nullopt for any other.
// "go" ─→ kGo, "python" ─→ nullopt.
std::optional<Language> ParseAskedLanguage(std::string_view text);
const std::vector<Language>& AllAskedLanguages();
std::vector<std::string> AskedLanguageNames();

}  // namespace flagcensus
