// What C and C++ code does with the result of a call, read from the tokens around it.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "analyzer/c/facts.h"

namespace flagcensus {

struct CUse {
  ValueType type = ValueType::kUnknown;
  std::vector<std::string> truthy;
  bool presence = false;  // only asked whether it is NULL
  bool compared = false;  // with a literal
  int words = 0;          // such literals that are no bool's words
  bool returned = false;
  std::string bound_to;
  std::string declared;    // the last word of the type that bound_to is declared with
  size_t handed_open = 0;  // the '(' of a call that takes the value and is no known conversion
  size_t handed_at = 0;    // where the value stands in it
  bool handed_dropped = false;  // nobody takes what that call gives back
  size_t unset_begin = 0;  // the expression that is taken where it gives NULL; empty: none shown
  size_t unset_end = 0;
  // That expression is what a `?:` or a return gives, and no variable that more is done with.
  bool unset_direct = false;
  bool replaced = false;  // what receives the value is given another one later, or it is bounded
  // The variable or member that takes the value over where there is one, and that nothing in the
  // function is given before: `if (v) options->level = atoi(v);`.
  size_t kept_begin = 0;
  size_t kept_end = 0;
};

// What the uses of each call in a body ask for again, found once, so that they cost no pass each.
struct CBodyLooks {
  std::vector<size_t> returns;  // where `return` stands, ascending
  std::string chosen;  // the parameter that the function gives back where it gives no constant
  // Of the call that was looked at last: where it begins, its statement, and what receives it.
  size_t begin = 0;
  size_t statement = 0;
  size_t receiver = 0;
};
// Of the body open..close of `function`. Costs a pass.
CBodyLooks LooksOf(const std::vector<CToken>& tokens, size_t open, size_t close,
                   const CFunction& function);

// What is done with the call at begin..close of a statement that starts at `statement`, and, where
// a variable of `function`, whose body is block..body_end, receives it, with that variable.
// `looks`: of that body.
CUse UseOf(const std::vector<CToken>& tokens, size_t statement, size_t begin, size_t close,
           size_t block, size_t body_end, const CFunction* function, CBodyLooks* looks);

// What `function`, whose body is open..close, does with the text in its parameter `name`.
CUse UseOfParameter(const std::vector<CToken>& tokens, size_t open, size_t close,
                    const CFunction& function, const std::string& name, const CBodyLooks& looks);

}  // namespace flagcensus
