// Concrete tree of tree-sitter-python → Syntax nodes. Used by parser.cc.
#pragma once

#include <tree_sitter/api.h>

#include <string_view>

#include "analyzer/python/syntax.h"

namespace flagcensus {

// Lowers a whole module. Depth is bounded: an expression beyond 200 nested nodes becomes kOpaque
// and is recorded in Syntax::cuts. Chains and literals are read completely, however long they are.
Syntax LowerPython(TSNode module, std::string_view text);

}  // namespace flagcensus
