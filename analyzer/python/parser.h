// Python source → Syntax.
//
// Common syntax is parsed directly (direct/), some eight times as fast. Everything else goes to
// tree-sitter-python, which accepts any bytes and recovers statement by statement, so that a file
// with syntax errors still yields the code around them: about 9 MB/s, and a tenth more time for the
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
  Syntax syntax;            // empty (root kNoNode) if nothing could be parsed
  bool main_only = false;   // top-level code runs only under `if __name__ == "__main__"`
  bool gave_up = false;     // parsing exceeds the limits: `syntax` is empty
  bool broken = false;      // not a notebook, despite its name
  uint32_t error_line = 0;  // 1-based line of the first syntax error; 0: none
  uint32_t error_column = 0;
  std::vector<NotebookCell> cells;  // of a notebook: the positions of its lines
};

// The place of a 1-based line: for a notebook "file:cell N" and the line in that cell.
Place PlaceIn(const PythonFile& parsed, const std::string& file, uint32_t line, uint32_t column);

// Parses `text` (UTF-8; other bytes are tolerated).
PythonFile ParsePython(std::string_view text);

}  // namespace flagcensus
