// What holds for the Document of any page whatever: places lie in the page, headings have a level,
// nesting is bounded. Aborts where it does not.
#pragma once

#include <algorithm>
#include <cstdlib>
#include <string_view>

#include "analyzer/catalog/entries.h"
#include "analyzer/pages/document.h"

namespace flagcensus {

inline void CheckBlock(const Block& block, int lines, int depth) {
  const bool heading = block.kind != Block::Kind::kHeading || block.level > 0;
  if (depth > kMaxBlockDepth || block.line < 0 || block.line > lines || block.column < 0 ||
      !heading) {
    std::abort();
  }
  for (const Run& run : block.inlines) {
    if (run.line < 0 || run.line > lines || run.column < 0) std::abort();
  }
  for (const Block& child : block.children) CheckBlock(child, lines, depth + 1);
}

inline void CheckDocument(const Document& document, std::string_view text) {
  const int lines = 1 + static_cast<int>(std::count(text.begin(), text.end(), '\n'));
  for (const Block& block : document.blocks) CheckBlock(block, lines, 1);
}

}  // namespace flagcensus
