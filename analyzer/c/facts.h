// What one C, C++ or CUDA file does with the environment, as plain data: calls of accessors and
// wrappers with symbolic arguments, the functions and macros around them, constants.
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

// A part of a text that is put together: a literal, a parameter of the function (or macro) around
// it, a field of its class, a name of the file or tree, a name that a macro pastes together (its
// parameters in it as \x01 and their number and \x02), an integer expression, a member of a record
// (`row->name`), or something that cannot be known.
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
  std::string text;  // kText, kField, kName, kPasted; kParameter: "#" where its spelling is meant;
                     // kSum: an integer expression with names in it, as written;
                     // kMacro: a macro's name and the spellings of its arguments, \x03 between
                     // them; `parameter` is that of the variable which it declares
                     // kMember: the member, `parser.table` where it is one of a member; a
                     // number: by its place in the record
  int parameter = -1;       // kParameter; kMember: that the record is, where it is one
  std::string object = {};  // kMember: the record or the array of them, by its name
  std::string type = {};    // kMember: the record's type, where it shows
  bool upper = false;       // turned to upper case on the way
  bool own = false;         // kMember: of a record that is a variable of the function around
  bool more = false;        // kUnknown, and alone: stands for alternatives that a limit leaves out
  std::string index = {};   // kName, kField: of that list the element at this number or constant
};

// What stands for alternatives that are left out.
std::vector<CPart> TheOthers();
// Each of `heads` with each of `tails` behind it. Where there are more than `most`, one that stands
// for the others follows them.
std::vector<std::vector<CPart>> Joined(const std::vector<std::vector<CPart>>& heads,
                                       const std::vector<std::vector<CPart>>& tails, size_t most);
// The first `most`, and one that stands for the others where there are more.
void KeepFirst(std::vector<std::vector<CPart>>* alternatives, size_t most);

// What an expression may be: alternatives (of ?:, of a list of names), each a text in parts.
struct CValue {
  std::vector<std::vector<CPart>> alternatives;
  std::string source;    // the expression as written, shortened
  bool null = false;     // NULL, nullptr
  bool derived = false;  // as a default: read from what later code does without a value
  bool literal = false;  // a constant expression whose text is the one alternative
  ValueType type = ValueType::kUnknown;  // of a literal
  size_t elements = 0;  // of a list: so many of the first alternatives stand at their own places
  int declares = -1;    // of a macro that declares a variable: the parameter that is its name
  int chooser = -1;     // of two alternatives: the parameter that is true for the first of them
  // Where the expression is a call that may be an accessor's: its place, to find it in CFacts.
  uint32_t call_line = 0;
  uint32_t call_column = 0;

  bool IsUnknown() const { return alternatives.empty(); }
  // Whether all that is known are uses of macros that may declare it.
  bool IsMaybeDeclared() const {
    const CPart* first = First();
    return first != nullptr && first->kind == CPart::Kind::kMacro && first->parameter >= 0;
  }
  // The first part of the first alternative; nullptr if there is none.
  const CPart* First() const {
    return alternatives.empty() || alternatives[0].empty() ? nullptr : &alternatives[0][0];
  }
  // The one part that the value consists of; nullptr if it has several, or alternatives.
  const CPart* Only() const {
    return alternatives.size() == 1 && alternatives[0].size() == 1 ? First() : nullptr;
  }
  // The text that a literal begins with; "" if this is no literal.
  std::string_view LiteralText() const {
    return literal && First() != nullptr ? std::string_view(First()->text) : std::string_view();
  }
};

struct CParameter {
  std::string name;
  std::string type;  // the last word of its type
  std::optional<CValue> default_value;
  bool filled = false;  // `T& x`, `T* x` without const: the function may put something there
  bool list = false;    // `char** x`, `const char* x[]`: of several texts
};

// What a function does with the text that it is given as a parameter.
struct CTextUse {
  ValueType type = ValueType::kUnknown;
  std::vector<std::string> truthy;
  std::optional<CValue> unset;  // what it takes where that is NULL
  bool presence = false;
  bool returned = false;
};

// `if (part != &core)`: what stands there holds where the parameter is not that object (`is`
// false), or is.
struct CExcept {
  int parameter = -1;
  std::string object;
  bool is = false;
};

// A text that a function keeps in a record: `entry->variable = name`, asprintf(&entry->variable,
// ..).
struct CStore {
  std::string type;  // of the record, where it shows
  std::string member;
  CValue value;
  std::optional<CExcept> except;
  uint32_t line = 0;
  uint32_t column = 0;
};

struct CFunction {
  std::string name;
  std::string class_name;
  std::vector<CParameter> parameters;
  std::set<std::string> captured;  // of a lambda: parameters of the function around it
  int outer = -1;                  // of a lambda: that function
  std::string return_type;         // words in front of the name, joined by spaces
  bool macro = false;
  // Of a macro that is a list, `F(int, A, 1) F(bool, B, 0)` with F a parameter: what F is given.
  struct ListItem {
    int parameter = -1;
    std::vector<CValue> arguments;
    uint32_t line = 0;
    uint32_t column = 0;
  };
  std::vector<ListItem> list;
  bool constructor = false;
  std::map<std::string, CValue> fields;  // of a constructor: field → what it is given
  std::vector<CStore> stores;            // into members that CWanted::members asks for
  bool variadic = false;                 // of a macro or function: `...` ends its parameters
  std::vector<CTextUse> uses;            // of its parameters, where they were asked for
  // Of a macro whose parameters name a variable or member: which of them it is given (`config.name
  // = initial;`), and which is its type (`type name;`).
  std::map<int, int> given;
  std::map<int, int> typed;
  std::vector<std::string> prefixes;  // APP_, which names of the environment are compared with
  CPart made;         // of a macro: the function or variable that it defines (kPasted, kParameter)
  std::string alias;  // `#define ALIAS name`: its arguments are those of `name`
  uint32_t line = 0;
  uint32_t column = 0;
};

// The position of the function's parameter of that name; -1 where it has none, or is null.
inline int ParameterOf(const CFunction* function, const std::string& name) {
  if (function == nullptr) return -1;
  for (size_t i = 0; i < function->parameters.size(); ++i) {
    if (function->parameters[i].name == name) return static_cast<int>(i);
  }
  return -1;
}

// The function's parameter at that position; nullptr if it has none there.
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

// Whether a call of the function may have an argument at `position` that the function knows of.
inline bool HasPosition(const CFunction& function, int position) {
  return ParameterAt(&function, position) != nullptr || (position >= 0 && !function.alias.empty());
}

struct CCall {
  std::string callee;     // last part of the name
  std::string qualified;  // as written: "std::getenv"
  bool member = false;    // after '.' or '->'
  std::string object;     // of a library's method: the row's object that it is called on
  // Where a call made that object: what it was given, and what the calls chained to it begin with.
  std::vector<CValue> maker;
  std::map<std::string, CValue> chained;
  std::string list;       // handed by its name to this macro: LIST(callee)
  int list_position = 0;  // as which argument
  std::vector<CValue> arguments;
  // Of a loop over the environment: the names that it takes what it finds for.
  std::vector<std::vector<CPart>> looped;
  // What locals hold that are handed over as they are, by argument; nothing known: a value without
  // alternatives.
  std::map<int, CValue> held;
  // The variables that take over what such a local got, by argument: `if (n) limit = n;`.
  std::map<int, std::string> kept_in;
  std::string kept;  // what takes over what it gives, where nothing in the function is given before
  std::string kept_type;  // of the record that has it, where it is a member of a local or parameter
  std::set<int> from_environ;  // arguments that are made from the environment
  bool walks = false;          // stands in a loop over what the function around was handed
  int leaves = -1;    // the parameter of the function around that stays as it is without a value
  int function = -1;  // index into CFacts::functions
  uint32_t line = 0;
  uint32_t column = 0;
  std::optional<CExpansion> expansion;  // of a call that a macro makes where it is used
  int condition = -1;

  // What is done with the result, as far as it shows.
  ValueType type = ValueType::kUnknown;
  std::vector<std::string> truthy;
  std::string template_argument;
  int template_parameter = -1;  // in a macro: that argument is this parameter of it
  std::string declared;         // the last word of the type of what receives it
  // The function that takes the result, where nothing tells what it does: parse(getenv("X"), 1).
  std::string handed_to;
  int handed_position = -1;
  bool handed_dropped = false;  // nobody takes what it gives back: that is no default
  std::vector<CValue> handed_arguments;
  std::optional<CValue> unset;  // what is taken where it gives NULL
  bool presence = false;        // only asked whether it is set
  bool returned = false;
  bool replaced = false;      // what receives it is given another value later, or it is bounded
  bool lost = false;          // the local that it is bound to is not used
  bool written_back = false;  // that local only goes back into the same variable
  bool guarded = false;       // stands under a test that its first argument, a variable, is not set
  bool extends = false;       // the second argument is that variable's old value and more
  std::string bound_to;
  BoundKind bound_kind = BoundKind::kNone;
};

// An array that a list of a macro fills: `names[] = {LIST(AS_NAME)}`.
struct CTable {
  std::string array;
  int function = -1;        // AS_NAME, as index into CFacts::functions
  std::vector<CPart> name;  // the first member of what it makes, in terms of its parameters
};

// Something that a limit leaves out.
struct CCut {
  uint32_t line = 0;
  uint32_t column = 0;
  std::string what;
};

// `strcmp(table[i].name, name)`: a text that is looked for among the rows of a table.
struct CLookup {
  int function = -1;
  std::vector<CPart> row;  // what it is compared with
  int parameter = -1;      // the text, where it is a parameter of the function
  bool environ = false;    // it is made from the environment in that function
  uint32_t line = 0;
  uint32_t column = 0;
};

// A macro that pastes the name of what it calls, `read_##KIND(#NAME)`: what stands before and
// behind its parameter there.
struct CPastedCallee {
  std::string macro;
  std::string head;
  std::string tail;
};

struct CFacts {
  std::vector<CFunction> functions;
  std::vector<CCall> calls;
  std::map<std::string, CValue> constants;    // of the file, its classes and namespaces; macros too
  std::set<std::string> ambiguous;            // constants with several values
  std::map<std::string, size_t> enumerators;  // those that FindCConstants is asked for
  // What members and variables outside functions hold at first, where CWanted::initials asks:
  // class::name, ::name.
  std::map<std::string, CValue> initials;
  std::map<std::string, CValue> constructed;  // and what constructors give these members
  std::vector<CTable> tables;
  std::set<std::string> cut_tables;  // arrays whose further macros are left out
  std::vector<CCut> cuts;
  std::vector<std::string> conditions;
  std::set<std::string> declared;                   // methods of classes of the file
  std::vector<std::pair<uint32_t, uint32_t>> bulk;  // line, column of uses of `environ`
  std::set<std::string> walkers;                    // functions with such uses
  std::vector<CLookup> lookups;
  std::vector<CPastedCallee> pasted;
  std::set<std::string> macros;  // those of CWanted::names that it defines, whatever they do
  std::set<std::string> handed;  // functions that are given it, or one text of it after the other
};

// Of several values of one name that differ nothing is known: one without a source.
void KeepOne(const std::string& name, const CValue& value, std::map<std::string, CValue>* values);

// What FindCFacts looks for.
struct CWanted {
  std::set<std::string> names;    // last parts of functions, classes and macros that are called
  std::set<std::string> takers;   // functions whose parameters' uses are asked for
  std::set<std::string> members;  // of records: what functions keep in them is asked for
  std::set<std::string> initials = {};  // variables: what they hold at first is asked for
  std::set<std::string> walkers = {};   // functions that fill what they are given from environ
  // Methods of libraries' objects → the objects: a type, "maker()".
  std::map<std::string, std::set<std::string>> methods = {};
};

// "Environment::Create()" → the names in it.
std::vector<std::string> WordsOfObject(std::string_view object);

// Costs a pass over the tokens, and one over its function for each call.
CFacts FindCFacts(const CTokens& tokens, const CWanted& wanted);

// The number that all of the text is, in decimal digits: a place in a list, an enumerator. None
// where it is none, or beyond 32 bits.
std::optional<int> NumberIn(const std::string& text);

// Of a file that a build fills in: texts with "${NAME}" or "@NAME@" in them are not known.
void ForgetPlaceholders(CFacts* facts);

// The constants of these names alone: CFacts::constants and ::ambiguous. Costs a pass over the
// tokens.
CFacts FindCConstants(const CTokens& tokens, const std::set<std::string>& names);

}  // namespace flagcensus
