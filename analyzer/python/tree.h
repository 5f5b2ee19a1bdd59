// Python text → the concrete tree of tree-sitter-python: the one place that asks the grammar.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "analyzer/python/bounded_parse.h"

namespace flagcensus {

// What the grammar's scanner cannot take of a text.
struct PythonHurdles {
  std::optional<uint16_t> deepest;  // greater indents are left out
  bool comments = false;            // those alone on their lines are blanks
};

// Costs a pass over the lines.
PythonHurdles FindHurdles(std::string_view text);

struct PythonTree {
  TreePointer tree;  // null: it takes too much (ParseBounded)
  // 0-based row from which lines were left out, since the text is indented in too many ways.
  std::optional<uint32_t> left_out_from;
};

// Offsets and rows of the tree are those of `text`. Costs a pass over the lines beside the parse.
PythonTree ParsePythonTree(std::string_view text);

}  // namespace flagcensus
