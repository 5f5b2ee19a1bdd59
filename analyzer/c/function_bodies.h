// The functions of a C or C++ file, by their tokens alone, and the statements outside of them.
//
//   static void load(const char* name) { dlopen(name, 1); }
//
// is one body: its name, its parameters `name`, and the tokens between its braces. Functions of
// classes and namespaces count, lambdas and functions in old style (K&R) do not.
#pragma once

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "analyzer/c/tokens.h"

namespace flagcensus {

struct CFunctionBody {
  std::string name;                     // the last part: of `Box::load` it is `load`
  std::vector<std::string> parameters;  // "" for one without a name
  size_t begin = 0;                     // the token after its '{'
  size_t end = 0;                       // its '}'
};

struct CFunctionBodies {
  std::vector<CFunctionBody> functions;
  std::vector<std::pair<size_t, size_t>> outside;  // statements, without their ';'
};

// `tokens`: of one file, as the lexer returns them. One pass; what does not parse is in neither.
CFunctionBodies FunctionBodiesIn(const std::vector<CToken>& tokens);

}  // namespace flagcensus
