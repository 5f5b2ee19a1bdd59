// Doxygen pages (.dox) ─→ Markdown with the same lines.
//
//   /** \section env Environment          ## Environment
//    \li \c APP_PORT: the port        ─→  - `APP_PORT`: the port
//   */
//
// The page is the content of comments that begin with /** or /*!, or of lines that begin with ///
// or //!: Markdown and HTML with commands (Doxygen Manual: "Documenting the code", "Special
// commands", "Markdown support"). \page, \section and the like become headings, \li an item, \c and
// \p a code span, \code a fence; other commands are reduced to their words.
#pragma once

#include <string_view>
#include <vector>

#include "analyzer/model/finding.h"
#include "analyzer/pages/document.h"

namespace flagcensus {

// Whether a page of Markdown has commands of Doxygen: "\par NAME" at the start of a line, or twice
// the same "@PAR@ NAME", the form of a project's ALIASES.
bool HasDoxygenCommands(std::string_view text);

// Reads a page for which HasDoxygenCommands is true. The bounds are those of ReadMarkdown.
Document ReadMarkdownWithCommands(std::string_view file, std::string_view text,
                                  std::vector<Diagnostic>& diagnostics);

// `text` may be any bytes. The bounds are those of ReadMarkdown.
Document ReadDoxygen(std::string_view file, std::string_view text,
                     std::vector<Diagnostic>& diagnostics);

}  // namespace flagcensus
