// Python source → Syntax.
//
// The common syntax is parsed directly (direct/), some eight times as fast. All else goes to
// tree-sitter-python, which takes any bytes and recovers statement by statement, so that a file
// with syntax errors gives what stands around them: about 9 MB/s, and a tenth more for the
// lowering.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "analyzer/model/place.h"
#include "analyzer/python/syntax.h"
#include "analyzer/python/variants.h"

namespace flagcensus {

struct PythonFile {
  Syntax syntax;            // empty (root kNoNode) where nothing could be parsed
  bool main_only = false;   // at top level only `if __name__ == "__main__"` runs anything
  bool gave_up = false;     // it takes too much to parse: `syntax` is empty
  bool broken = false;      // no notebook, though it is called one
  bool complete = false;    // nothing was left out
  uint32_t error_line = 0;  // 1-based line of the first syntax error; 0: none
  uint32_t error_column = 0;
  std::vector<uint32_t> left_out;   // WordHash of module-level names that were left out, ascending
  std::vector<NotebookCell> cells;  // of a notebook: where its lines stand
  // Strings that hold code for readers (docstrings) and contain a word of `offsets`.
  struct CodeText {
    std::string text;     // the code alone, without prompts and common indentation
    uint32_t line = 0;    // 1-based line of the file at which `text` starts
    uint32_t column = 0;  // bytes that were taken off the start of each line
  };
  std::vector<CodeText> docstring_code;
};

// The place of a 1-based line: for a notebook "file:cell N" and the line in that cell.
Place PlaceIn(const PythonFile& parsed, const std::string& file, uint32_t line, uint32_t column);

// Parses `text` (UTF-8; other bytes are tolerated). `offsets`: byte offsets, ascending, of the
// words that make code relevant; none: only what the module's names mean is wanted. What cannot
// matter is left out (python_slice.h): bodies of functions (kBlock with flag 1, no parameters) and
// statements of the module level. With `everything` nothing is.
PythonFile ParsePython(std::string_view text, const std::vector<uint32_t>& offsets,
                       bool everything);

}  // namespace flagcensus
