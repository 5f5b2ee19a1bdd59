// Markdown inline text → runs with their places. Internal to markdown*.cc.
//
//   Set **`APP_HOME`** first   ─→   "Set " 1:1, "APP_HOME" 1:8 (strong, code), " first" 1:20
#pragma once

#include <cmark-gfm.h>

#include <cstddef>
#include <string_view>
#include <vector>

#include "analyzer/pages/document.h"
#include "analyzer/pages/markdown/markdown_guard.h"

namespace flagcensus {

// The place from which the next run is searched for; `line` is 0-based in the page.
struct MarkdownCursor {
  size_t line = 0;
  size_t last_line = 0;
  size_t column = 0;
};

// The text of a text, code or HTML node; "" for other nodes.
std::string_view LiteralOf(cmark_node* node);

// The runs below `node`. Not recursive: emphasis can be nested as deep as a line is long.
std::vector<Run> ReadMarkdownInlines(cmark_node* node, const MarkdownPage& page,
                                     MarkdownCursor& cursor);
// Sets the run's place to its first word at or after the cursor, and advances the cursor.
void LocateRun(const MarkdownPage& page, Run& run, MarkdownCursor& cursor);
// Moves past the pipe that ends a cell, so a word of this cell is not found for the next one.
void SkipPipe(const MarkdownPage& page, MarkdownCursor& cursor);

}  // namespace flagcensus
