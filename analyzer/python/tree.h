// Python text → the concrete tree of tree-sitter-python: the only caller of the grammar.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "analyzer/python/bounded_parse.h"

namespace flagcensus {

// Features of a text that the grammar's scanner cannot handle.
struct PythonHurdles {
  std::optional<uint16_t> deepest;  // lines with a deeper indentation are skipped
  bool comments = false;            // comments alone on their lines are replaced by blanks
};

// One pass over the lines.
PythonHurdles FindHurdles(std::string_view text);

struct PythonTree {
  TreePointer tree;  // null: parsing exceeds the limits (ParseBounded)
  // 0-based row from which lines were skipped, because the text has too many indentation levels.
  std::optional<uint32_t> unparsed_from;
};

// Offsets and rows of the tree are those of `text`. Costs a pass over the lines besides the parse.
PythonTree ParsePythonTree(std::string_view text);

}  // namespace flagcensus
