// HTML → Document, with libxml2's HTML parser.
#pragma once

#include <string_view>
#include <vector>

#include "analyzer/model/finding.h"
#include "analyzer/pages/document.h"

namespace flagcensus {

// `text` may be any bytes, a page or a fragment of one. Never throws; time and memory are bounded
// by the size of the text, blocks nest at most kMaxBlockDepth deep.
//
// Where blocks carry more than document.h says: a kQuote's `label` is the admonition ("note"), a
// kTable's its caption.
Document ReadHtml(std::string_view file, std::string_view text,
                  std::vector<Diagnostic>& diagnostics);

// The same for a piece of another page, whose first byte stands at `line`, `column`.
Document ReadHtmlFragment(std::string_view file, std::string_view text, int line, int column,
                          std::vector<Diagnostic>& diagnostics);

}  // namespace flagcensus
