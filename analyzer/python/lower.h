// Concrete tree of tree-sitter-python → Syntax nodes. Used by python_parser.cc.
#pragma once

#include <tree_sitter/api.h>

#include <functional>
#include <string_view>
#include <vector>

#include "analyzer/python/syntax.h"

namespace flagcensus {

// Lowers a whole module. `keep(begin, end)` says for the byte range of an outermost function
// whether its body is kept; functions nested in a kept one are kept. Depth is bounded: beyond 200
// nested nodes an expression becomes kOpaque, and that is one of Syntax::cuts; chains and literals
// are read to their end however long they are. `rows`: the row (0-based) that each row of `text`
// has in the file, where parts of it were left out.
Syntax LowerPython(TSNode module, std::string_view text,
                   const std::function<bool(uint32_t begin, uint32_t end)>& keep,
                   const std::vector<uint32_t>& rows = {});

}  // namespace flagcensus
