// reStructuredText (docutils and Sphinx) → Document, with our own block reader.
#pragma once

#include <string_view>
#include <vector>

#include "analyzer/model/finding.h"
#include "analyzer/pages/document.h"

namespace flagcensus {

// `text` may be any bytes. Never throws; time and memory are bounded by the size of the text, and
// blocks nest at most kMaxBlockDepth deep.
//
// Beyond what document.h says: `label` of a kQuote is the admonition ("note", "deprecated"), that
// of a kTable its title; directive options are kField children of a kDirective.
Document ReadRst(std::string_view file, std::string_view text,
                 std::vector<Diagnostic>& diagnostics);

}  // namespace flagcensus
