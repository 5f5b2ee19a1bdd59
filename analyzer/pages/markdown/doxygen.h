// Doxygen's pages (.dox) ─→ Markdown with the same lines.
//
// A page is what stands in comments that begin with /** or /*!, or in lines that begin with /// or
// //!: Markdown and HTML with commands in it (Doxygen Manual: "Documenting the code", "Special
// commands", "Markdown support"). \page, \section and their like become headings, \li an item,
// \c and \p a code span, \code a fence; of other commands the words stay.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "analyzer/model/finding.h"
#include "analyzer/pages/document.h"

namespace flagcensus {

// As many lines as `text` has; what is no such comment is a blank one. Costs one pass.
std::string DoxygenAsMarkdown(std::string_view text);

// `text` may be any bytes. The bounds are ReadMarkdown's.
Document ReadDoxygen(std::string_view file, std::string_view text,
                     std::vector<Diagnostic>& diagnostics);

}  // namespace flagcensus
