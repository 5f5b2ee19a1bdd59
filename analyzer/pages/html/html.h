// HTML → Document, using libxml2's HTML parser.
//
//   <dl class="std envvar"><dt>APP_HOME</dt><dd>The data directory.</dd></dl>
//     ─→  directive "envvar" with the run "APP_HOME" > paragraph "The data directory."
#pragma once

#include <string_view>
#include <vector>

#include "analyzer/model/finding.h"
#include "analyzer/pages/document.h"

namespace flagcensus {

class DocumentBuilder;

// `text` may be any bytes. Never throws. Time and memory are bounded by the size of the text, and
// blocks nest at most kMaxBlockDepth deep.
//
// In addition to document.h: the `label` of a kQuote is the kind of the admonition ("note"), that
// of a kTable its caption.
Document ReadHtml(std::string_view file, std::string_view text,
                  std::vector<Diagnostic>& diagnostics);

// Adds the blocks of a fragment of another page, which begins at the start of `line`.
void ReadHtmlFragment(DocumentBuilder& out, std::string_view text, int line);

}  // namespace flagcensus
