// What the census is asked with.
#pragma once

#include <string>

#include "analyzer/base/budget.h"

namespace flagcensus {

struct ResolveOptions {
  unsigned jobs = 0;
  std::string accessors_toml;   // the user's own accessor rows
  RunBudget* budget = nullptr;  // none: that of the defaults, from here on
};

}  // namespace flagcensus
