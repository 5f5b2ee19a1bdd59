// What Markdown text goes through before cmark-gfm sees it: the same lines, made harmless.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "analyzer/model/finding.h"

namespace flagcensus {

// A piece of a page that can be parsed by itself.
struct MarkdownChunk {
  std::string text;
  int first_line = 1;      // 1-based line in the page of the first line of `text`
  int repeated_lines = 0;  // lines at the start of `text` that repeat a table's header; they stand
                           // before first_line
};

struct MarkdownPage {
  std::vector<std::string_view> lines;  // the page as it was, for places; views into the text
  std::vector<MarkdownChunk> chunks;
  std::string title;  // of the front matter; "" where there is none
  int title_line = 0;
};

// `text` must outlive the result. Adds a diagnostic for each kind of thing that was cut.
MarkdownPage PrepareMarkdown(std::string_view file, std::string_view text,
                             std::vector<Diagnostic>& diagnostics);

}  // namespace flagcensus
