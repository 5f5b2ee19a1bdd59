// The functions, lambdas and macros that a file defines, in the order in which they are found, with
// the brackets of their bodies.
//
//   int f(void) { return 1; }     ─→ Add({"f"}, {4, 8}) = 0; BodyOf(0) is {4, 8}
//
// An index is that of CFacts::functions. A macro has the body {0, 0}.
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

#include "analyzer/c/facts.h"

namespace flagcensus {

class CDefinedFunctions {
 public:
  // Returns its index. References to other functions are invalid afterwards.
  int Add(CFunction&& function, std::pair<size_t, size_t> body = {0, 0}) {
    functions_.push_back(std::move(function));
    bodies_.push_back(body);
    return Count() - 1;
  }
  int Count() const { return static_cast<int>(functions_.size()); }
  CFunction& At(int index) { return functions_[static_cast<size_t>(index)]; }
  const CFunction& At(int index) const { return functions_[static_cast<size_t>(index)]; }
  // Whether `function` is the one at `index`, which may be -1.
  bool IsAt(int index, const CFunction& function) const {
    return index >= 0 && &At(index) == &function;
  }
  std::pair<size_t, size_t> BodyOf(int index) const { return bodies_[static_cast<size_t>(index)]; }
  const std::vector<CFunction>& all() const { return functions_; }
  const std::vector<std::pair<size_t, size_t>>& bodies() const { return bodies_; }
  std::vector<CFunction> Take() { return std::move(functions_); }

 private:
  std::vector<CFunction> functions_;
  std::vector<std::pair<size_t, size_t>> bodies_;  // '{' and '}' of each
};

}  // namespace flagcensus
