// Python source → Syntax without a concrete tree between, for the common syntax.
//
// The same nodes as LowerPython makes of tree-sitter-python's tree, node for node; a test holds
// both against each other over the fixtures, and over any tree that FLAGCENSUS_SYNTAX_TREE names.
// Whatever this parser does not know for certain (syntax errors, deep nesting, Python 2) gives no
// tree at all: the caller then asks tree-sitter, which costs some eight times as much. Grammar:
// Python Language Reference, 10 "Full Grammar specification".
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "analyzer/python/syntax.h"

namespace flagcensus {

// `stopped`: the 0-based row of `text` at which there was something unknown, where there was. Costs
// time in the order of `text`; depth is bounded.
std::optional<Syntax> ParseDirectly(std::string_view text, uint32_t* stopped = nullptr);

}  // namespace flagcensus
