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

#include "analyzer/code/c_tokens.h"
#include "analyzer/model/access.h"

namespace flagcensus {

// A part of a text that is put together: a literal, a parameter of the function (or macro) around
// it, a field of its class, a name of the file or tree, a name that a macro pastes together (its
// parameters in it as \x01 and their number and \x02), or something that cannot be known.
struct CPart {
  enum class Kind : uint8_t { kText, kParameter, kField, kName, kPasted, kUnknown };
  Kind kind = Kind::kUnknown;
  std::string text;    // kText, kField, kName, kPasted; kParameter: "#" where its spelling is meant
  int parameter = -1;  // kParameter
};

// What an expression may be: alternatives (of ?:, of a list of names), each a text in parts.
struct CValue {
  std::vector<std::vector<CPart>> alternatives;
  std::string source;    // the expression as written, shortened
  bool null = false;     // NULL, nullptr
  bool literal = false;  // a constant expression whose text is the one alternative

  bool IsUnknown() const { return alternatives.empty(); }
};

struct CParameter {
  std::string name;
  std::optional<CValue> default_value;
};

struct CFunction {
  std::string name;
  std::string class_name;
  std::vector<CParameter> parameters;
  std::set<std::string> captured;  // of a lambda: parameters of the function around it
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
  uint32_t line = 0;
  uint32_t column = 0;
};

struct CCall {
  std::string callee;     // last part of the name
  std::string qualified;  // as written: "std::getenv"
  bool member = false;    // after '.' or '->'
  std::string list;       // handed by its name to this macro: LIST(callee)
  int list_position = 0;  // as which argument
  std::vector<CValue> arguments;
  int function = -1;  // index into CFacts::functions
  uint32_t line = 0;
  uint32_t column = 0;
  int condition = -1;

  // What is done with the result, as far as it shows.
  ValueType type = ValueType::kUnknown;
  std::vector<std::string> truthy;
  std::string template_argument;
  std::optional<CValue> unset;  // what is taken where it gives NULL
  bool presence = false;        // only asked whether it is set
  bool compared = false;        // with a literal
  bool returned = false;
  std::string bound_to;
  BoundKind bound_kind = BoundKind::kNone;
};

struct CFacts {
  std::vector<CFunction> functions;
  std::vector<CCall> calls;
  std::map<std::string, CValue> constants;  // of the file, its classes and namespaces; macros too
  std::set<std::string> ambiguous;          // constants with several values
  std::vector<std::string> conditions;
  std::set<std::string> declared;                   // methods of classes of the file
  std::vector<std::pair<uint32_t, uint32_t>> bulk;  // line, column of uses of `environ`
};

// `names`: last parts of the names of functions, classes and macros whose calls are wanted.
// `constants`: all constants are kept where empty, else those alone.
CFacts FindCFacts(const CTokens& tokens, const std::set<std::string>& names,
                  const std::set<std::string>& constants);

}  // namespace flagcensus
