// Python source → Syntax without an intermediate concrete tree, for the common syntax.
//
// Produces the same nodes as LowerPython from tree-sitter-python's tree; a test compares both over
// the fixtures, and over any tree that FLAGCENSUS_SYNTAX_TREE names. For anything that this parser
// does not know for certain (deep nesting, Python 2) it returns no tree: the caller then uses
// tree-sitter, which costs about eight times as much. Grammar: Python Language Reference, 10 "Full
// Grammar specification".
//
//   x = os.environ["A"]        parsed
//   print "x"                  nullopt: a statement of Python 2
//   x = (1,                    an error, and what follows is parsed
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "analyzer/python/syntax.h"

namespace flagcensus {

// Returns nullopt at unknown syntax; `stopped` is then set to its byte offset. Time is linear in
// `text`; depth is bounded.
std::optional<Syntax> ParseDirectly(std::string_view text, uint32_t* stopped = nullptr);

// The same, but a text with errors yields the code around them. The complete parts of a statement
// with an error are kept, and the parse continues at the next line that is indented like it, or
// less. Lines that are indented deeper make a block. `error`: the byte offset of the first error,
// if there is one. Returns nullopt at syntax that may be right but is unknown, and beyond 100
// errors.
std::optional<Syntax> ParseWithErrors(std::string_view text, std::optional<uint32_t>* error);

}  // namespace flagcensus
