// An argument of a call, as it stands there.
#pragma once

#include <string>

#include "analyzer/link/python/value.h"
#include "analyzer/python/syntax.h"

namespace flagcensus {

struct Argument {
  enum class Splat { kNone, kSequence, kMapping };  // x, *x, **x

  std::string keyword;  // "" for a positional one
  NodeId node = kNoNode;
  ValueRef value;
  Splat splat = Splat::kNone;
};

}  // namespace flagcensus
