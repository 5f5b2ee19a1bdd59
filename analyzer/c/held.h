// How long a variable of C and C++ code holds a value, and what else holds something made of it.
#pragma once

#include <cstddef>
#include <set>
#include <string>
#include <vector>

#include "analyzer/c/tokens.h"

namespace flagcensus {

// Whether tokens[i] begins a statement that gives the variable another value: v = getenv("B");
// `from`: where it was given the value that is followed.
bool Replaces(const std::vector<CToken>& tokens, size_t i, size_t from, size_t end,
              const std::string& variable);

// Where the block ends in which the variable that is used at `at` is declared, inside of the body
// block..end; `end` where no declaration is near before it.
size_t ScopeEnd(const std::vector<CToken>& tokens, size_t block, size_t at, size_t end,
                const std::string& variable);

// Where the variable holds another value whichever way is taken from `from`; the end of its body
// where it does not.
size_t HeldUntil(const std::vector<CToken>& tokens, size_t from, size_t end,
                 const std::string& variable);

// The variable and what is given a value with it in begin..end: val = parse(variable), an object
// that is made of it, what a stream over it is read into.
std::set<std::string> MadeOf(const std::vector<CToken>& tokens, size_t begin, size_t end,
                             const std::string& variable);

}  // namespace flagcensus
