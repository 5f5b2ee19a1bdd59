// Whether the program uses an expression's value unchanged: Access::default_certain.
#pragma once

#include <set>

#include "analyzer/python/syntax.h"

namespace flagcensus {

// Returns those of the `wanted` expressions whose value is neither bounded (`max(1, read)`, `read
// or 4`) nor assigned to a name with other values or compared to a limit. Walks the syntax once.
std::set<NodeId> FindUnchanged(const Syntax& syntax, const std::set<NodeId>& wanted);

}  // namespace flagcensus
