// Preprocesses Markdown before cmark-gfm reads it: the same lines, but without input that would
// cost more than linear time or memory, and without syntax that is not CommonMark.
//
//   ---                 (three blank lines; the title is returned)
//   title: Settings
//   ---
//   !!! note            (a blank line)
//       Set `APP_PORT`  Set `APP_PORT`
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "analyzer/model/finding.h"

namespace flagcensus {

// A part of a page that can be parsed on its own.
struct MarkdownChunk {
  std::string text;
  int first_line = 1;      // 1-based line in the page of the first line of `text`
  int repeated_lines = 0;  // lines at the start of `text` that repeat a table's header; they
                           // precede first_line
};

struct MarkdownPage {
  std::vector<std::string_view> lines;  // the original page, for places; views into the text
  std::vector<MarkdownChunk> chunks;
  std::string title;  // of the front matter; "" if it has no title
  int title_line = 0;
};

// Cuts the page into chunks. `text` must outlive the result. Reports one diagnostic for each kind
// of input that was cut.
MarkdownPage PrepareMarkdown(std::string_view file, std::string_view text,
                             std::vector<Diagnostic>& diagnostics);

}  // namespace flagcensus
