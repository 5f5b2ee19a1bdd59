// The value that C and C++ code uses if a read returns NULL, inferred from tests of the value. See
// unset.cc for the forms.
#pragma once

#include <cstddef>
#include <set>
#include <string>
#include <vector>

#include "analyzer/c/uses.h"

namespace flagcensus {

// The body of a function, by its brackets.
struct CBody {
  size_t begin;
  size_t end;
  const std::string& variable;        // that receives the value; "" if there is none
  size_t outer = 0;                   // start of the function's body; 0: the same as `begin`
  const CBodyLooks* looks = nullptr;  // of the function's body; null: outside of functions
  CSpan call = {0, 0};  // the tested call, if its result is not kept: it may be repeated
};

// Whether the `count` tokens at `a` are spelled as those at `b`.
bool SameText(const std::vector<CToken>& tokens, size_t a, size_t b, size_t count);

// Whether the value at `at` is an argument of min, max or clamp in its statement.
bool IsBounded(const std::vector<CToken>& tokens, size_t at);

// Whether a directive decides about the value at `value` and not about the read at `read`: a build
// without it uses another value, so none of them is the default.
//
//   v = getenv("APP_X");
//   #ifdef FAST
//   if (!v) v = "9";      ─→ true
//   #endif
bool DependsOnBuild(const CTokens& all, size_t read, size_t value);

// Whether the target of the assignment around `at` is assigned again before `end`, or compared with
// a limit and replaced accordingly.
bool IsGivenAgain(const std::vector<CToken>& tokens, size_t at, size_t end);

// `? a : b` after a test at `question`: uses the value for a test without a value. If the other
// branch does not use the value (one of `value`), it is only a presence test.
void Conditional(const std::vector<CToken>& tokens, size_t question, bool negated, size_t end,
                 const std::set<std::string>& value, CUse* use);

// `if (v && !atoi(v)) return false; return true;`, `bool on = true; if (v && is(v, "no")) on =
// false;`, `if (!v || atoi(v)) on = true;` with the condition open..close. It is true only for a
// value, or, if `negated`, without one. Sets the default to what is on without a value.
void TakeSwitched(const std::vector<CToken>& tokens, size_t open, size_t close, bool negated,
                  const CBody& body, CUse* use);

// `on = (v == "0") ? false : true;` with the value at `at`: one word of a switch decides. Without a
// value the result is that of every other word, which becomes the default.
void TakeWordChoice(const std::vector<CToken>& tokens, CSpan at, size_t end, CUse* use);

// The branches of `if (...)` with the condition that ends at `condition_close` and is true if the
// value is set, unless `negated`: the default is what the branch without a value assigns or
// returns.
void Branch(const std::vector<CToken>& tokens, size_t condition_close, bool negated,
            const CBody& body, CUse* use);

// returned_parameter.cc. The parameter that a function with these `returns`, and a body that ends
// at `close`, returns in every branch that does not return a constant: `if (!v) return other; if
// (is(v, "1")) return 1; return other;`. "" if there is none, or if a single branch is no evidence.
std::string FindReturnedParameter(const std::vector<CToken>& tokens,
                                  const std::vector<size_t>& returns, size_t close,
                                  const CFunction& function);

// adjusted_default.cc. If the default number in `use` is compared with a limit after the call that
// ends at `call_end`: uses its replacement, or what remains unchanged.
void AdjustDefault(const std::vector<CToken>& tokens, size_t call_end, const CBody& body,
                   CUse* use);

// null_tests.cc. A test at an occurrence of the value: `!v`, `v == NULL`, `v ? a : b`, `if (v)`, `v
// && ...`. Sets the default for a failing test. Returns true if the occurrence is only a test.
bool ReadNullTest(const std::vector<CToken>& tokens, CSpan at, const CBody& body, CUse* use);

// A parameter that is overwritten if the value is set, and returned: `if (v) parse(v, &def); return
// def;`. `returns`: of the function with a body that ends at `end`.
void TakeParameter(const std::vector<CToken>& tokens, size_t begin, size_t end,
                   const std::vector<size_t>& returns, const CFunction& function, CUse* use);

// `int n = B; if (...) n = parse(v); return n;`: the default is B if n is assigned something
// derived from the value after the call.
void TakeInitial(const std::vector<CToken>& tokens, const CBody& body, size_t call,
                 const std::set<std::string>& made, CUse* use);

// Tests of the result of a call that writes to a buffer: `if (get(name, buffer, 10) > 0)`,
// `get(name, text) ? text : B`. `status`: the variable with that result, "" if none.
void BufferBranch(const std::vector<CToken>& tokens, CSpan call, const std::string& status,
                  const CBody& body, CUse* use);

}  // namespace flagcensus
