// reStructuredText (docutils and Sphinx) → Document, with a block reader of our own.
#pragma once

#include <string_view>
#include <vector>

#include "analyzer/model/finding.h"
#include "analyzer/pages/document.h"

namespace flagcensus {

// `text` may be any bytes. Never throws; time and memory are bounded by the size of the text,
// blocks nest at most kMaxBlockDepth deep.
//
// Where blocks carry more than document.h says: a kQuote's `label` is the admonition ("note",
// "deprecated"), a kTable's its title; directive options are kField children of a kDirective.
Document ReadRst(std::string_view file, std::string_view text,
                 std::vector<Diagnostic>& diagnostics);

}  // namespace flagcensus
