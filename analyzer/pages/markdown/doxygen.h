// Doxygen pages (.dox) ─→ Markdown with the same lines.
//
// The page is the content of comments that begin with /** or /*!, or of lines that begin with ///
// or //!: Markdown and HTML with commands (Doxygen Manual: "Documenting the code", "Special
// commands", "Markdown support"). \page, \section and the like become headings, \li an item, \c and
// \p a code span, \code a fence; other commands are reduced to their words.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "analyzer/model/finding.h"
#include "analyzer/pages/document.h"

namespace flagcensus {

// Returns as many lines as `text` has; lines outside such comments are blank. One pass.
std::string DoxygenAsMarkdown(std::string_view text);

// `text` may be any bytes. The bounds are those of ReadMarkdown.
Document ReadDoxygen(std::string_view file, std::string_view text,
                     std::vector<Diagnostic>& diagnostics);

}  // namespace flagcensus
