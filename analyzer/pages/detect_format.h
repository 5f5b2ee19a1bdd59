// Which format a page has.
//
//   "README.md"                            ─→ Markdown, by its name
//   "INSTALL" with lines like ".. note::"  ─→ reStructuredText, by its text
#pragma once

#include <string_view>

#include "analyzer/tree/page_format.h"

namespace flagcensus {

// The format of a page by its name or, if the name does not decide (.txt, none), by its text;
// nullptr if neither does: the text is empty or binary.
const PageFormat* DetectPageFormat(std::string_view file, std::string_view text);

// Whether a file is a page by the extension of its name: .md, .rst, ...
bool IsPageName(std::string_view file);

// Functions for FormatMarks::marks. CountOf: how often `mark` occurs, without overlaps.
// IsFieldMark: whether a line begins with ":name: ", which several formats have.
size_t CountOf(std::string_view line, std::string_view mark);
bool IsFieldMark(std::string_view line);

}  // namespace flagcensus
