// What the census is asked with.
#pragma once

#include "analyzer/base/budget.h"
#include "analyzer/base/run_cost.h"
#include "analyzer/config/accessors.h"

namespace flagcensus {

struct ResolveOptions {
  unsigned jobs = 0;
  const Accessors* accessors = nullptr;  // none: the built-in ones
  RunBudget* budget = nullptr;           // none: that of the defaults, from here on
  RunCost* cost = nullptr;               // none: nobody asks
  bool follow_values = false;  // Access::flows of all reads of C and C++, for an audit: costs time

  const Accessors& tables() const { return accessors == nullptr ? BuiltInAccessors() : *accessors; }
};

}  // namespace flagcensus
