// Whether the program uses an expression's value unchanged: Access::default_certain.
//
//   port = int(os.environ.get("P", "80"))              unchanged: int converts the value
//   port = max(1, int(os.environ.get("P", "80")))      bounded
//   if port < 1024: ...                                compared with a limit: may be replaced
#pragma once

#include <set>

#include "analyzer/python/syntax.h"

namespace flagcensus {

// Returns the `wanted` expressions with a value that is neither bounded (`max(1, read)`, `read or
// 4`) nor assigned to a name with other values or compared with a limit. Walks the syntax once.
std::set<NodeId> FindUnchanged(const Syntax& syntax, const std::set<NodeId>& wanted);

}  // namespace flagcensus
