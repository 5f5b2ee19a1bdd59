// The part of a Python source that can matter, as a text that parses to the same nodes.
//
// A parse costs a hundred times what finding that part costs.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "analyzer/python/parser.h"

namespace flagcensus {

struct PythonSlice {
  bool whole = true;  // nothing was left out; `text`, `rows` and `kept` are empty
  std::string text;
  std::vector<uint32_t> rows;      // the row (0-based) of the source that each row of `text` is
  std::vector<uint32_t> kept;      // offsets in `text` of the functions whose bodies are kept
  std::vector<uint32_t> left_out;  // WordHash of the names bound by statements left out, ascending
  std::vector<PythonFile::CodeText> docstring_code;  // pieces that hold one of the offsets
};

// `offsets`: byte offsets, ascending, of the words that make code relevant; none: only what the
// module's names mean is wanted. A text that cannot be told apart into lines is kept whole. Costs a
// few passes over the bytes.
PythonSlice SlicePython(std::string_view text, const std::vector<uint32_t>& offsets);

}  // namespace flagcensus
