// The options of the census: what link/ needs to know besides the tree.
#pragma once

#include "analyzer/base/budget.h"
#include "analyzer/base/run_cost.h"
#include "analyzer/config/accessors.h"

namespace flagcensus {

// The defaults are those of a test: all cores, the built-in tables, a budget that begins with the
// call.
struct ResolveOptions {
  unsigned jobs = 0;
  const Accessors* accessors = nullptr;  // null: the built-in ones
  RunBudget* budget = nullptr;           // null: the default budget, starting with the call
  RunCost* cost = nullptr;               // null: not measured
  bool follow_values = false;            // for audits: records Access::flows; costs time

  const Accessors& tables() const { return accessors == nullptr ? BuiltInAccessors() : *accessors; }
};

}  // namespace flagcensus
