// What a function with a variable's name as parameter does (CWrapper), what a call does (CMeaning),
// and the operations on their parts.
//
//   wrapper  name {"APP_", parameter 0}, default parameter 1      (Option(name, def))
//   call     Option("PORT", 80)
//   meaning  name {"APP_", "PORT"}, default 80                    (Substitute, GivenFor)
//
// Structs and pure functions: nothing here has state.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "analyzer/base/characters.h"
#include "analyzer/c/facts.h"
#include "analyzer/c/link/parameter.h"
#include "analyzer/model/access.h"

namespace flagcensus {

// Of one call. What it skips is reported as a diagnostic `limit`.
inline constexpr size_t kMaxNames = 300;

// Capitals, digits and punctuation, with at least one capital: APP_PORT, not app_port or 8080. It
// separates names from other texts of a table; variables in lower case are not recognised there.
inline bool LooksLikeVariable(std::string_view name) {
  bool upper = false;
  for (const char c : name) {
    if (IsLower(c)) return false;
    upper = upper || IsUpper(c);
  }
  return upper;
}

// A position that stays valid when the facts of its file are replaced: file, line and column.
using CSite = std::tuple<int, uint32_t, uint32_t>;

// A function or macro with a parameter that reaches the name of an accessor.
struct CWrapper {
  FunctionRef owner;        // the function with the parameters that it refers to
  int file = -1;            // that defines its callable name: the owner's, or an alias
  std::vector<CPart> name;  // in terms of the owner's parameters
  ParameterRef default_parameter;
  std::optional<CValue> default_value;
  bool derived = false;  // the default is not returned unchanged: see CValue::derived
  AccessOp op = AccessOp::kRead;
  ParameterRef value_parameter;
  ParameterRef type_parameter;       // the argument that is, or names, the type
  ParameterRef filled_parameter;     // receives the value; unchanged if there is none
  ParameterRef out_parameter;        // receives the text, whether or not it is set
  std::string out;                   // of a macro: that receiver, `&options.NAME`
  ParameterRef overwrite_parameter;  // of a write: false keeps an existing value
  ValueType type = ValueType::kUnknown;
  std::vector<std::string> truthy;
  std::vector<Place> chain;
  std::optional<CObjectGuard> except;  // the one record that it does, or does not, apply to
  std::string keeps;                   // the member in which it stores the name, for others to read
  CSite stored_by = {-1, 0, 0};        // the function that stores it, for its callers
  std::optional<CPart> of_table;  // it looks the name up in the rows of a table, by that member
};

// Functions that store names in records, by the member, the operation that reads it and one of the
// parameters in the name.
struct CStoringFunctions {
  struct Function {
    CWrapper first;
    std::optional<CWrapper> other;  // that does the same under another name
  };
  struct Bucket {
    std::vector<Function> list;
    std::map<std::string, size_t> known;  // by their effect and names
  };
  std::map<std::tuple<std::string, AccessOp, std::string>, Bucket> buckets;
};

// The receiver of a value at a call.
struct CFilled {
  CValue value;  // `level`, `&config.level`
  int argument = -1;
};

// What a wrapper passes on to the function around its call, which is then a wrapper, too.
struct CInherited {
  std::optional<CPart> of_table;       // as of a wrapper
  std::optional<CObjectGuard> except;  // for a parameter that is passed on
  CSite stored_by = {-1, 0, 0};        // the function that stores the name for a read
};

// The effect of one call: an accessor's entry, or a wrapper, applied to its arguments.
struct CMeaning {
  std::vector<std::vector<CPart>> names;  // in terms of the enclosing function
  bool known = false;                     // false: the name argument is missing or unknown
  AccessOp op = AccessOp::kRead;
  std::optional<CValue> default_value;
  std::optional<CFilled> filled;
  std::string out;  // the receiver of a wrapper's text, as spelled
  std::optional<CValue> value;
  std::optional<CValue> overwrite;
  ValueType type = ValueType::kUnknown;
  bool stated = false;          // an argument of the call states the type: TYPE_BOOL
  ParameterRef type_parameter;  // of the enclosing macro
  std::vector<std::string> truthy;
  std::string via;
  std::vector<Place> chain;
  bool wrapper = false;
  bool assignment = false;                      // the name argument is NAME=value
  bool environment = false;                     // an array of such texts
  CInherited inherited;                         // of a wrapper
  std::string made;                             // the definition that the macro's call produces
  std::set<std::pair<int, std::string>> taken;  // the wrapper's parameters, and members of them
};

// The type that the words of a declaration name: "unsigned long", "std::string".
ValueType TypeOfWords(const std::string& words);

// `if (get("X", &text))`: whether the result of a wrapper that returns the value through an
// argument is a status.
bool GivesStatus(const CCall& call, const CMeaning& meaning);

// The call's argument for the function's parameter, otherwise the parameter's default; nullptr if
// neither is known.
const CValue* GivenFor(int parameter, const CCall& call, const CFunction& function);
// The wrapper's name with the call's arguments for its parameters: {"APP_", parameter 0} with
// f("PORT") is {"APP_", "PORT"}. Several texts if an argument has alternatives.
std::vector<std::vector<CPart>> Substitute(const std::vector<CPart>& pattern, const CCall& call,
                                           const CFunction& wrapper, bool* none);
// Whether the guard lets the call's object through.
bool Admits(const CObjectGuard& guard, const CCall& call);
// The name that a macro pastes together, with its arguments' spellings inserted.
CPart Pasted(const CPart& part, const CCall& call);

bool Writes(AccessOp op);
bool IsUpperCase(const std::vector<CPart>& name);
void TurnUpper(std::vector<std::vector<CPart>>* names);
// Whether the only difference is that one of them is converted to upper case.
bool SameButCase(std::vector<CPart> a, std::vector<CPart> b);
bool SameNames(const std::vector<std::vector<CPart>>& a, const std::vector<std::vector<CPart>>& b);
bool SameName(const std::vector<CPart>& a, const std::vector<CPart>& b);
// Of names composed at one place from more and from fewer arguments, keeps those from more; of a
// name looked up in any case, the upper-case one. `last`: no caller of the enclosing function can
// add information.
void KeepFuller(std::vector<CMeaning>* meanings, bool last);

// The result of a read if the variable is not set: the wrapper's default, then the caller's.
std::optional<CValue> DefaultOf(const CMeaning& meaning, const CCall& call);
// A wrapper's default in terms of the function around its call.
CValue DefaultAt(const CValue& value, const CCall& call, const CFunction& wrapper);
// The position of the function's parameter that has one of the names; -1 if there is none.
int ParameterNamed(const CFunction& function, const std::set<std::string_view>& names);
// The parameter that the value consists of; -1 if it is not a single parameter.
int ParameterIn(const CValue& value);
bool IsFalse(const CValue& value);
// Whether it refers to parameters, of any function.
bool Depends(const CValue& value);
// The variable or member in which the expression ends; "" if it is another expression.
std::string LastName(const std::string& source);

}  // namespace flagcensus
