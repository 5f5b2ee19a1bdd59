// HTML → Document, using libxml2's HTML parser.
#pragma once

#include <string_view>
#include <vector>

#include "analyzer/model/finding.h"
#include "analyzer/pages/document.h"

namespace flagcensus {

class DocumentBuilder;

// `text` may be any bytes. Never throws; time and memory are bounded by
// the size of the text, and blocks nest at most kMaxBlockDepth deep.
//
// Beyond what document.h says: `label` of a kQuote is the admonition ("note"), that of a kTable its
// caption.
Document ReadHtml(std::string_view file, std::string_view text,
                  std::vector<Diagnostic>& diagnostics);

// The blocks of a fragment of another page, which begins at the start of `line`.
void ReadHtmlFragment(DocumentBuilder& out, std::string_view text, int line);

}  // namespace flagcensus
