// scdoc(5), the source format of the man pages of Wayland programs → Document.
//
//   *APP_HOME*
//   <tab>The data directory.   ─→  definition "APP_HOME" (strong) > paragraph
#pragma once

#include <string_view>
#include <vector>

#include "analyzer/model/finding.h"
#include "analyzer/pages/document.h"

namespace flagcensus {

// `text` may be any bytes. Never throws; time and memory are bounded by the size of the text, and
// blocks nest at most kMaxBlockDepth deep.
//
// "# TITLE" becomes a heading of level 2, "## TITLE" one of level 3, as in man pages. A paragraph
// followed by lines with deeper indentation is a kDefinition.
Document ReadScdoc(std::string_view file, std::string_view text,
                   std::vector<Diagnostic>& diagnostics);

}  // namespace flagcensus
