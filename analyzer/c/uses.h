// How C and C++ code uses the result of a call, inferred from the tokens around it.
//
//   int port = v ? atoi(v) : 80;    // v receives the call's result
//
// type kInt (conversions.cc), unset 80 (unset.cc), bound_to "v". Nothing is evaluated: a use is
// read from the shape of the code, in a bounded neighbourhood.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "analyzer/c/facts.h"
#include "analyzer/c/span.h"

namespace flagcensus {

// A call that receives the value and is no known conversion: `parse(v, 80)`.
struct CPassedOn {
  size_t open = 0;       // its '('; 0: there is no such call
  size_t at = 0;         // the position of the value in it
  bool dropped = false;  // its result is discarded
  bool tested = false;   // or only asked by an `if`
};

// All of it is what the tokens show; a field at its initial value is unknown.
struct CUse {
  ValueType type = ValueType::kUnknown;
  std::vector<std::string> truthy;
  bool presence = false;  // only compared with NULL
  bool compared = false;  // with a literal
  int words = 0;          // of these literals, those that are not words for a bool
  // The words among which it selects, each compared in a separate condition; and whether there is
  // code for any other.
  std::set<std::string> choices;
  bool otherwise = false;
  bool free = false;  // the code for any other uses the value
  bool returned = false;
  std::string bound_to;
  std::string declared;  // the last word of the declared type of bound_to
  CPassedOn passed;
  size_t unset_begin = 0;  // the expression used if the call returns NULL; empty: unknown
  size_t unset_end = 0;
  bool on = false;  // without a value, what it switches is on: `!v || atoi(v)`
  // That expression is the result of a `?:` or a return, not a variable that is used further.
  bool unset_direct = false;
  CScale scale;           // of the value, if that expression is in the unit of its receiver
  bool replaced = false;  // its receiver is assigned again later, or it is bounded
  std::string stored;     // the member that receives the text itself: `options.order`
  // The variable or member that receives the value if it is set, and that the function does not
  // assign before: `if (v) options->level = atoi(v);`.
  CSpan kept = {0, 0};
};

// What UseOf needs of a body for each call in it, computed once instead of once a call.
struct CBodyLooks {
  std::vector<size_t> returns;  // positions of `return`, ascending
  std::string chosen;  // the parameter that the function returns unless it returns a constant
  // For the most recent call: its start, its statement, and its receiver.
  size_t begin = 0;
  size_t statement = 0;
  size_t receiver = 0;
  // For the most recent statement: its start, and the bracket of the block around it.
  size_t block_of = 0;
  size_t block = 0;
};
// For the body open..close of `function`. Costs a pass.
CBodyLooks LooksOf(const std::vector<CToken>& tokens, size_t open, size_t close,
                   const CFunction& function);

// The use of the call at begin..close, in a statement that starts at `statement`, and of the
// variable of `function`, with body block..body_end, that receives its result. `looks`: of that
// body.
CUse UseOf(const std::vector<CToken>& tokens, size_t statement, size_t begin, size_t close,
           size_t block, size_t body_end, const CFunction* function, CBodyLooks* looks);

// How `function`, with its body at open..close, uses the text in its parameter `name`.
CUse UseOfParameter(const std::vector<CToken>& tokens, size_t open, size_t close,
                    const CFunction& function, const std::string& name, const CBodyLooks& looks);

// Adds to `use` how the value at `at` is used, in a statement that starts at `statement` and a
// block that ends at `end`.
void TakeOccurrence(const std::vector<CToken>& tokens, CSpan at, size_t statement, size_t end,
                    CUse* use);

}  // namespace flagcensus
