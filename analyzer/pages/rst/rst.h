// reStructuredText (docutils and Sphinx) → Document, with our own block reader.
//
//   .. envvar:: APP_HOME        ─→  directive "envvar" with the run "APP_HOME"
//
//      The data directory.            > paragraph "The data directory."
#pragma once

#include <string_view>
#include <vector>

#include "analyzer/model/finding.h"
#include "analyzer/pages/document.h"

namespace flagcensus {

// `text` may be any bytes. Never throws; time and memory are bounded by the size of the text, and
// blocks nest at most kMaxBlockDepth deep.
//
// In addition to document.h: the `label` of a kQuote is the admonition ("note", "deprecated"), that
// of a kTable its title. Options of directives are kField children of a kDirective.
Document ReadRst(std::string_view file, std::string_view text,
                 std::vector<Diagnostic>& diagnostics);

}  // namespace flagcensus
