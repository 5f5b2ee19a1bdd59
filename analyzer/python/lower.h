// Concrete tree of tree-sitter-python → Syntax nodes. Used by parser.cc.
#pragma once

#include <tree_sitter/api.h>

#include <string_view>

#include "analyzer/python/syntax.h"

namespace flagcensus {

// Lowers a whole module. Depth is bounded: beyond 200 nested nodes an expression becomes
// kOpaque, and that is one of Syntax::cuts; chains and literals are read to their end however long
// they are.
Syntax LowerPython(TSNode module, std::string_view text);

}  // namespace flagcensus
