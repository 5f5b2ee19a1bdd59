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
  uint32_t error_line = 0;  // 1-based line of the first syntax error; 0: none
  uint32_t error_column = 0;
  std::vector<NotebookCell> cells;  // of a notebook: where its lines stand
};

// The place of a 1-based line: for a notebook "file:cell N" and the line in that cell.
Place PlaceIn(const PythonFile& parsed, const std::string& file, uint32_t line, uint32_t column);

// Parses `text` (UTF-8; other bytes are tolerated).
PythonFile ParsePython(std::string_view text);

}  // namespace flagcensus
