// What one C, C++ or CUDA file does with the environment, as plain data: calls of accessors and
// wrappers with symbolic arguments, the functions and macros around them, constants.
//
//   int retries(const char* name) { return atoi(getenv(name)); }
//
// becomes a CFunction `retries` with the parameter `name`, and a CCall of getenv. The argument of
// the call is the part kParameter 0, and its type is kInt. Nothing is resolved across files here:
// c/link does that with the facts of all files.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "analyzer/c/tokens.h"
#include "analyzer/model/access.h"

namespace flagcensus {

// A part of a composed text: a literal, a parameter of the enclosing function (or macro), a field
// of its class, a name of the file or tree, a name that a macro pastes together (its parameters in
// it as \x01, their number and \x02), an integer expression, a member of a record (`row->name`), or
// something that cannot be known.
//
//   "APP_" + key + suffix_      ─→ kText "APP_", kParameter 0 (of f(key)), kField "suffix_"
struct CPart {
  enum class Kind : uint8_t {
    kText,
    kParameter,
    kField,
    kName,
    kPasted,
    kSum,
    kMacro,
    kMember,
    kUnknown
  };
  Kind kind = Kind::kUnknown;
  std::string text;  // kText, kField, kName, kPasted; kParameter: "#" if its spelling is used;
                     // kSum: an integer expression with names in it, as spelled; kMacro: a macro's
                     // name and the spellings of its arguments, separated by \x03; `parameter` is
                     // that of the variable that it declares; kMember: the member, `parser.table`
                     // if nested; a number: by its position in the record
  int parameter = -1;       // kParameter; kMember: the one that is the record, if any
  std::string object = {};  // kMember: the name of the record or array of records
  std::string type = {};    // kMember: the record's type, if known
  bool upper = false;       // converted to upper case
  bool own = false;         // kMember: of a record that is a local variable
  bool more = false;        // kUnknown, and alone: represents alternatives skipped by a limit
  std::string index = {};   // kName, kField: the element of that list, a number or constant
};

// A placeholder for skipped alternatives.
std::vector<CPart> SkippedAlternatives();
// Each of `heads` followed by each of `tails`. If there are more than `most`, a placeholder for the
// others follows them.
std::vector<std::vector<CPart>> Joined(const std::vector<std::vector<CPart>>& heads,
                                       const std::vector<std::vector<CPart>>& tails, size_t most);
// The first `most`, and a placeholder for the others if there are more.
void KeepFirst(std::vector<std::vector<CPart>>* alternatives, size_t most);

// The possible values of an expression: alternatives (of ?:, of a list of names), each a text in
// parts.
//
//   local ? "APP_LOCAL" : "APP_" + kind      ─→ {"APP_LOCAL"}, {"APP_", parameter `kind`}
struct CValue {
  std::vector<std::vector<CPart>> alternatives;
  std::string source;    // the expression as spelled, shortened
  bool null = false;     // NULL, nullptr
  bool derived = false;  // as a default: inferred from what later code does without a value
  bool literal = false;  // a constant expression with its text as the only alternative
  ValueType type = ValueType::kUnknown;  // of a literal
  size_t elements = 0;  // of a list: number of leading alternatives at their own positions
  int declares = -1;    // of a macro that declares a variable: the parameter with its name
  int chooser = -1;     // of two alternatives: the parameter that selects the first if it is true
  // If the expression is a call that may be an accessor's: its position, to find it in CFacts.
  uint32_t call_line = 0;
  uint32_t call_column = 0;

  bool IsUnknown() const { return alternatives.empty(); }
  // Whether all alternatives are uses of macros that may declare it.
  bool IsMaybeDeclared() const {
    const CPart* first = First();
    return first != nullptr && first->kind == CPart::Kind::kMacro && first->parameter >= 0;
  }
  // The first part of the first alternative; nullptr if there is none.
  const CPart* First() const {
    return alternatives.empty() || alternatives[0].empty() ? nullptr : &alternatives[0][0];
  }
  // The only part of the value; nullptr if it has several, or alternatives.
  const CPart* Only() const {
    return alternatives.size() == 1 && alternatives[0].size() == 1 ? First() : nullptr;
  }
  // The first part of a literal's text; "" if this is not a literal.
  std::string_view LiteralText() const {
    return literal && First() != nullptr ? std::string_view(First()->text) : std::string_view();
  }
};

// A parameter as it is declared: `const char** names = kDefaults` has the name `names`, the type
// `char`, a default value, and is a list.
struct CParameter {
  std::string name;
  std::string type;  // the last word of its type
  std::optional<CValue> default_value;
  bool filled = false;  // `T& x`, `T* x` without const: may be an output parameter
  bool list = false;    // `char** x`, `const char* x[]`: several texts
};

// How a function uses a text parameter.
struct CTextUse {
  ValueType type = ValueType::kUnknown;
  std::vector<std::string> truthy;
  std::optional<CValue> unset;  // the value it uses instead of NULL
  bool presence = false;
  bool returned = false;
  bool choice = false;  // it selects among a few words
};

// `if (part != &core)`: the guarded code runs if the parameter is not that object or, with `is`, if
// it is.
struct CObjectGuard {
  int parameter = -1;
  std::string object;
  bool is = false;
};

// A text that a function stores in a record: `entry->variable = name`, asprintf(&entry->variable,
// ..).
struct CStore {
  std::string type;  // of the record, if known
  std::string member;
  CValue value;
  std::optional<CObjectGuard> except;
  uint32_t line = 0;
  uint32_t column = 0;
};

// A function, lambda or macro that the file defines. A macro is read as a function with untyped
// parameters, so wrappers of both kinds are found in the same way.
struct CFunction {
  std::string name;
  std::string class_name;
  std::vector<CParameter> parameters;
  std::set<std::string> captured;  // of a lambda: parameters of the enclosing function
  int outer = -1;                  // of a lambda: that function
  std::string return_type;         // words before the name, joined by spaces
  bool macro = false;
  // For a macro that is a list, `F(int, A, 1) F(bool, B, 0)` with parameter F: the arguments of F.
  struct ListItem {
    int parameter = -1;
    std::vector<CValue> arguments;
    uint32_t line = 0;
    uint32_t column = 0;
  };
  std::vector<ListItem> list;
  bool constructor = false;
  std::map<std::string, CValue> fields;  // of a constructor: field → its initialiser
  std::vector<CStore> stores;            // into members in CWanted::members
  bool variadic = false;                 // of a macro or function: its parameters end in `...`
  std::vector<CTextUse> uses;            // of its parameters, if requested
  // For a macro with parameters that name a variable or member: the parameter assigned to it
  // (`config.name = initial;`), and the one that is its type (`type name;`).
  std::map<int, int> given;
  std::map<int, int> typed;
  std::vector<std::string> prefixes;  // APP_, which environment names are compared with
  CPart made;         // of a macro: the function or variable that it defines (kPasted, kParameter)
  std::string alias;  // `#define ALIAS name`: its arguments are those of `name`
  uint32_t line = 0;
  uint32_t column = 0;
};

// The position of the function's parameter of that name; -1 if there is none or `function` is null.
inline int ParameterOf(const CFunction* function, const std::string& name) {
  if (function == nullptr) return -1;
  for (size_t i = 0; i < function->parameters.size(); ++i) {
    if (function->parameters[i].name == name) return static_cast<int>(i);
  }
  return -1;
}

// The function's parameter at that position; nullptr if there is no such parameter.
inline const CParameter* ParameterAt(const CFunction* function, int position) {
  const bool has = function != nullptr && position >= 0 &&
                   static_cast<size_t>(position) < function->parameters.size();
  return has ? &function->parameters[static_cast<size_t>(position)] : nullptr;
}

// The last word of its type; "" if the function has no parameter there.
inline std::string TypeOfParameter(const CFunction* function, int position) {
  const CParameter* parameter = ParameterAt(function, position);
  return parameter == nullptr ? "" : parameter->type;
}

// Whether a call of the function may have an argument at `position` that the function uses.
inline bool HasPosition(const CFunction& function, int position) {
  return ParameterAt(&function, position) != nullptr || (position >= 0 && !function.alias.empty());
}

// The factor between a number in the unit of the variable and what is stored: `limit = megabytes <<
// 20` has up = 1 << 20. 0 if the factor is unknown, 1 if the number is stored unchanged.
struct CScale {
  int64_t up = 1;
  int64_t down = 1;
  bool IsNone() const { return up == 1 && down == 1; }
};

// The object of a method's call, or the macro that receives the callee's name.
struct CCallOrigin {
  std::string object;  // of a library's method: the entry's object that it is called on
  // If a call created that object: its arguments, and the first arguments of the calls chained to
  // it.
  std::vector<CValue> maker;
  std::map<std::string, CValue> chained;
  std::string list;       // passed by name to this macro: LIST(callee)
  int list_position = 0;  // as which argument
};

// What is known of the locals that a call passes.
struct CPassedLocals {
  // Values of locals that are passed unchanged, by argument; a value without alternatives if
  // unknown.
  std::map<int, CValue> held;
  // The variables that receive the value of such a local, by argument: `if (n) limit = n;`.
  std::map<int, std::string> kept_in;
  std::set<int> from_environ;  // arguments derived from the environment
  // For a loop over the environment: the names for which it uses the value.
  std::vector<std::vector<CPart>> looped;
};

// The function that receives a call's result, if nothing else shows its use:
// parse(getenv("X"), 1).
struct CPassedResult {
  std::string to;
  int position = -1;
  bool dropped = false;  // its result is discarded: no type, only an argument as default
  bool tested = false;   // its result is only tested by an `if`, hence no type
  std::vector<CValue> arguments;
};

// The variable or member that receives a call's result.
struct CReceiver {
  std::string bound_to;
  BoundKind bound_kind = BoundKind::kNone;
  std::string kept;       // what receives it, if the function does not assign it before
  std::string kept_type;  // the record type, if that is a member of a local or parameter
  std::string stored;     // the member that receives the text itself: `options.order`
  std::string declared;   // the last word of the receiver's type
  // Functions to which the record with the receiving member is passed: run(&options).
  std::set<std::string> lent_to;
  bool lost = false;          // the local that it is bound to is unused
  bool written_back = false;  // that local is only written back to the same variable
  bool replaced = false;      // it is assigned again later, or it is bounded
  bool returned = false;
};

// How a call's result is used, as far as known.
struct CResultUse {
  ValueType type = ValueType::kUnknown;
  bool choice = false;  // it selects among a few words
  std::vector<std::string> truthy;
  std::string template_argument;
  int template_parameter = -1;  // in a macro: the parameter that is that argument
  std::optional<CValue> unset;  // the value used instead of NULL
  CScale scale;                 // of the value, if that one is in the unit of its receiver
  bool presence = false;        // only tested for being set
  bool guarded = false;         // by a test that the variable of its first argument is unset
  bool extends = false;         // the second argument is that variable's old value with an addition
};

// A call of an accessor, or of a function that may be a wrapper.
//
//   int port = v ? atoi(v) : 80;      // with v = getenv("APP_PORT")
//
// is a call of getenv with the argument "APP_PORT", the type kInt and unset 80.
struct CCall {
  std::string callee;     // last part of the name
  std::string qualified;  // as spelled: "std::getenv"
  bool member = false;    // after '.' or '->'
  std::vector<CValue> arguments;
  bool walks = false;  // in a loop over an argument of the enclosing function
  int leaves = -1;     // the enclosing function's parameter that is kept if the variable is unset
  int function = -1;   // index into CFacts::functions
  uint32_t line = 0;
  uint32_t column = 0;
  std::optional<CExpansion> expansion;  // of a call that a macro use produces
  int condition = -1;
  CCallOrigin origin;
  CPassedLocals locals;
  CResultUse result;
  CReceiver receiver;
  CPassedResult passed;
};

// An array filled by a list macro: `names[] = {LIST(AS_NAME)}` has one element for each item of
// LIST, and `name` states which argument of AS_NAME is the text.
struct CTable {
  std::string array;
  int function = -1;        // AS_NAME, as index into CFacts::functions
  std::vector<CPart> name;  // the first member of its result, in terms of its parameters
};

// Something that a limit skips.
struct CCut {
  uint32_t line = 0;
  uint32_t column = 0;
  std::string what;
};

// `strcmp(table[i].name, name)`: a text that is looked up among the rows of a table.
struct CLookup {
  int function = -1;
  std::vector<CPart> row;  // what it is compared with
  int parameter = -1;      // the text, if it is a parameter of the function
  bool environ = false;    // it is derived from the environment in that function
  uint32_t line = 0;
  uint32_t column = 0;
};

// A macro that pastes the name of its callee, `read_##KIND(#NAME)`: the text before and after its
// parameter there.
struct CPastedCallee {
  std::string macro;
  std::string head;
  std::string tail;
};

// What a file does with the whole environment, and with names that are looked up in tables.
struct CEnvironFacts {
  std::vector<std::pair<uint32_t, uint32_t>> bulk;  // line, column of uses of `environ`
  std::set<std::string> walkers;                    // functions with such uses
  std::vector<CLookup> lookups;
  std::set<std::string> importers;  // functions that put each variable into their own table
  std::set<std::string> passed;     // functions that are passed environ, or its texts one by one
};

// All that is known of one file. Indices are into the vectors of the same CFacts.
struct CFacts {
  std::vector<CFunction> functions;
  std::vector<CCall> calls;
  std::map<std::string, CValue> constants;  // of the file, its classes and namespaces; macros too
  std::set<std::string> ambiguous;          // constants with several values
  std::set<std::string> by_macro;           // constants that macros without parameters define
  bool included = false;                    // a header: macros of what includes it also apply here
  std::map<std::string, size_t> enumerators;  // those requested from FindCConstants
  // Initial values of members and variables outside functions, for CWanted::initials: class::name,
  // ::name.
  std::map<std::string, CValue> initials;
  std::map<std::string, CValue> constructed;  // values that constructors give these members
  std::vector<CTable> tables;
  std::set<std::string> cut_tables;  // arrays with further macros that are skipped
  std::vector<CCut> cuts;
  std::vector<std::string> conditions;
  std::set<std::string> declared;  // methods of classes of the file
  CEnvironFacts environ;
  std::vector<CPastedCallee> pasted;
  std::set<std::string> owners;  // those of CWanted::owners that it declares
  std::set<std::string> macros;  // those of CWanted::names that it defines, with any body
};

// Adds the value of a name. If the name has several different values, an unknown one without a
// source is stored: which of them applies depends on the build or the file.
void KeepOne(const std::string& name, const CValue& value, std::map<std::string, CValue>* values);

// What FindCFacts searches for. With names = {"getenv", "retries"} the calls of both are in
// CFacts::calls.
struct CWanted {
  std::set<std::string> names;          // last parts of called functions, classes and macros
  std::set<std::string> consumers;      // functions of which the uses of parameters are wanted
  std::set<std::string> members;        // of records: what functions store in them is wanted
  std::set<std::string> initials = {};  // variables with initial values that are wanted
  std::set<std::string> walkers = {};   // functions that fill their arguments from environ
  // Methods of library objects → the objects: a type, "maker()".
  std::map<std::string, std::set<std::string>> methods = {};
  std::set<std::string> owners = {};  // classes and namespaces with functions that are wanted

  bool operator==(const CWanted&) const = default;
};

// "Environment::Create()" → the names in it.
std::vector<std::string> WordsOfObject(std::string_view object);

// Costs a pass over the tokens, and one over the enclosing function for each call.
CFacts FindCFacts(const CTokens& tokens, const CWanted& wanted);

// The value of a text of decimal digits only: a list position, an enumerator. nullopt if it has
// other characters or exceeds 32 bits.
std::optional<int> NumberIn(const std::string& text);

// For a file that a build fills in: makes texts with "${NAME}" or "@NAME@" unknown.
void ForgetPlaceholders(CFacts* facts);

// Only the constants of these names: CFacts::constants and ::ambiguous. Costs a pass over the
// tokens.
CFacts FindCConstants(const CTokens& tokens, const std::set<std::string>& names);

}  // namespace flagcensus
