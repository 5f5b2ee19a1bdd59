// Python source → Syntax.
//
// Common syntax is parsed directly (direct/), about eight times as fast. Everything else goes to
// tree-sitter-python, which accepts any bytes and recovers statement by statement, so a file
// with syntax errors still yields the code around them. It parses about 9 MB/s, and the lowering
// costs a tenth more.
//
//   os.environ["A"]      ─→ kModule(kExpression(kSubscript(kAttribute(kName os, environ), kString
//   A)))
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
  bool main_only = false;   // it has an `if __name__ == "__main__"` at its top level
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
