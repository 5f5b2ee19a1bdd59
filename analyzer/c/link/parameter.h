// A parameter together with its function. A position alone does not identify a parameter: with
// another function it is out of range or refers to the wrong one.
//
//   ParameterRef name(owner, function, 0);
//   name.In(owner)      ─→ 0
//   name.In(another)    ─→ -1
#pragma once

#include <compare>

#include "analyzer/c/facts.h"

namespace flagcensus {

// A function or macro of a tree: the index of its file, and its own in CFacts::functions.
struct FunctionRef {
  int file = -1;
  int function = -1;
  auto operator<=>(const FunctionRef&) const = default;
};

class ParameterRef {
 public:
  ParameterRef() = default;  // none
  // None if `function`, which is the one that `owner` refers to, has no parameter at `position`.
  ParameterRef(FunctionRef owner, const CFunction& function, int position)
      : owner_(owner), position_(HasPosition(function, position) ? position : -1) {}

  // The position among the parameters of `function`; -1 if there is none, or it is another's.
  int In(FunctionRef function) const { return owner_ == function ? position_ : -1; }
  bool IsNone() const { return position_ < 0; }

 private:
  FunctionRef owner_;
  int position_ = -1;
};

}  // namespace flagcensus
