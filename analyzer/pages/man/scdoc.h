// scdoc(5), the text that man pages of Wayland programs are written in → Document.
#pragma once

#include <string_view>
#include <vector>

#include "analyzer/model/finding.h"
#include "analyzer/pages/document.h"

namespace flagcensus {

// `text` may be any bytes. Never throws; time and memory are bounded by the size of the text,
// blocks nest at most kMaxBlockDepth deep.
//
// "# TITLE" gives a heading of level 2, "## TITLE" one of level 3, as man pages have them. A
// paragraph with lines below it that are indented deeper is a kDefinition.
Document ReadScdoc(std::string_view file, std::string_view text,
                   std::vector<Diagnostic>& diagnostics);

}  // namespace flagcensus
