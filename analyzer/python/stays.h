// Whether what an expression gives is what the program works with: Access::default_certain.
#pragma once

#include <set>

#include "analyzer/python/syntax.h"

namespace flagcensus {

// Of the `wanted` expressions those whose value is not bounded (`max(1, read)`, `read or 4`), nor put
// into a name that is given another value too or held against a limit. Costs a walk over the syntax.
std::set<NodeId> Staying(const Syntax& syntax, const std::set<NodeId>& wanted);

}  // namespace flagcensus
