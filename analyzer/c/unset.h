// What C and C++ code takes where a read gives NULL, from the tests of the value.
#pragma once

#include <cstddef>
#include <set>
#include <string>
#include <vector>

#include "analyzer/c/uses.h"

namespace flagcensus {

// A range of tokens: a call, or an occurrence of the variable that holds its value.
struct CSpan {
  size_t begin;
  size_t end;  // past the last token
};

// A function's body, by its brackets.
struct CBody {
  size_t begin;
  size_t end;
  const std::string& variable;        // what holds the value; "" where nothing does
  size_t outer = 0;                   // where the function's body begins; 0: where this does
  const CBodyLooks* looks = nullptr;  // of the function's body; none: outside of functions
};

// Whether the value at `at` is an argument of min, max or clamp in its statement.
bool IsBounded(const std::vector<CToken>& tokens, size_t at);

// Whether what the statement around `at` assigns to is given another value behind it, up to `end`,
// or held against a limit, by which another value is taken.
bool IsGivenAgain(const std::vector<CToken>& tokens, size_t at, size_t end);

// `? a : b` behind a test at `question`: what is taken where the test fails or holds. Where the
// other branch does not have the value (one of `value`), it was only asked whether there is one.
void Conditional(const std::vector<CToken>& tokens, size_t question, bool negated, size_t end,
                 const std::set<std::string>& value, CUse* use);

// The branches of `if (...)`, whose condition ends at `condition_close`, a test that holds where
// the value is set unless `negated`: what the one without a value is given or returns.
void Branch(const std::vector<CToken>& tokens, size_t condition_close, bool negated,
            const CBody& body, CUse* use);

// given_back.cc. The parameter that the function, whose body ends at `close` and has `returns`,
// gives back in every branch that gives no constant: `if (!v) return other; if (is(v, "1")) return
// 1; return other;`. "" where there is none, or one branch alone tells nothing.
std::string GivenBack(const std::vector<CToken>& tokens, const std::vector<size_t>& returns,
                      size_t close, const CFunction& function);

// settled.cc. The number that is taken where nothing is set, told in `use`, is held against a limit
// behind the call that ends at `call_end`: what is taken in its place, or what stays as it is.
void SettleDefault(const std::vector<CToken>& tokens, size_t call_end, const CBody& body,
                   CUse* use);

// tested.cc. A test at an occurrence of the value: `!v`, `v == NULL`, `v ? a : b`, `if (v)`, `v &&
// ...`. Sets what is taken where it fails. True where the occurrence does nothing but ask.
bool Test(const std::vector<CToken>& tokens, CSpan at, const CBody& body, CUse* use);

// A parameter that is overwritten where the value is there, and given back: `if (v) parse(v, &def);
// return def;`. `returns`: of the function, whose body ends at `end`.
void TakeParameter(const std::vector<CToken>& tokens, size_t begin, size_t end,
                   const std::vector<size_t>& returns, const CFunction& function, CUse* use);

// `int n = B; if (...) n = parse(v); return n;`: B, where n is given something made of the value
// behind the call.
void TakeInitial(const std::vector<CToken>& tokens, const CBody& body, size_t call,
                 const std::set<std::string>& made, CUse* use);

// Tests of what a call that writes to a buffer returns: `if (get(name, buffer, 10) > 0)`,
// `get(name, text) ? text : B`. `status`: the variable that holds that, "" where none does.
void BufferBranch(const std::vector<CToken>& tokens, CSpan call, const std::string& status,
                  const CBody& body, CUse* use);

}  // namespace flagcensus
