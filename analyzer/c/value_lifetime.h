// How long a variable of C and C++ code keeps a value, and which others are derived from it.
//
//   v = getenv("A"); n = atoi(v); v = getenv("B");  ─→ v has A's value up to the second
//                                                       assignment; v and n are derived from it
#pragma once

#include <cstddef>
#include <set>
#include <string>
#include <vector>

#include "analyzer/c/tokens.h"

namespace flagcensus {

// Whether tokens[i] begins a statement that assigns the variable a new value: v = getenv("B");
// `from`: the position at which it was assigned the value that is being followed.
bool Replaces(const std::vector<CToken>& tokens, size_t i, size_t from, size_t end,
              const std::string& variable);

// Whether it does so in a branch of an `#if` that the first assignment is not in. What follows in
// that branch is of the new value.
bool ReplacesUnderCondition(const std::vector<CToken>& tokens, size_t i, size_t from, size_t end,
                            const std::string& variable);

// The end of the block that declares the variable used at `at`, within the body block..end; `end`
// if there is no declaration shortly before it.
size_t FindScopeEnd(const std::vector<CToken>& tokens, size_t block, size_t at, size_t end,
                    const std::string& variable);

// The point from which the variable has a different value on every path from `from`; the end of its
// body if there is none.
size_t FindValueEnd(const std::vector<CToken>& tokens, size_t from, size_t end,
                    const std::string& variable);

// A name counts from its first derivation on, without regard to branches or scopes: another
// variable of the same name is mistaken for it.
// The variable and those assigned from it in begin..end: val = parse(variable), an object
// constructed from it, the targets that a stream over it is read into.
std::set<std::string> FindDerived(const std::vector<CToken>& tokens, size_t begin, size_t end,
                                  const std::string& variable);

}  // namespace flagcensus
