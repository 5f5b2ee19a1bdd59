// Inline text of Markdown → runs with their places. Internal to markdown*.cc.
#pragma once

#include <cmark-gfm.h>

#include <cstddef>
#include <string_view>
#include <vector>

#include "analyzer/pages/document.h"
#include "analyzer/pages/markdown/markdown_guard.h"

namespace flagcensus {

// Where the search for the next run's place begins; `line` is 0-based in the page.
struct MarkdownCursor {
  size_t line = 0;
  size_t last_line = 0;
  size_t column = 0;
};

std::string_view LiteralOf(cmark_node* node);

// The runs below `node`. Without recursion: emphasis can be nested as deep as a line is long.
std::vector<Run> ReadMarkdownInlines(cmark_node* node, const MarkdownPage& page,
                                     MarkdownCursor& cursor);
// Sets the run's place to where its first word stands at or after the cursor, and moves that on.
void LocateRun(const MarkdownPage& page, Run& run, MarkdownCursor& cursor);
// Past the pipe that ends a cell, so that a word of this cell is not found again for the next.
void SkipPipe(const MarkdownPage& page, MarkdownCursor& cursor);

}  // namespace flagcensus
