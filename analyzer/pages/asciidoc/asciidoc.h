// AsciiDoc → Document.
//
//   `APP_HOME`::            ─→  definition "APP_HOME" in code
//     The data directory.         > paragraph "The data directory."
#pragma once

#include <string_view>
#include <vector>

#include "analyzer/model/finding.h"
#include "analyzer/pages/document.h"

namespace flagcensus {

// `text` may be any bytes. Never throws; time and memory are bounded by the size of the text, and
// blocks nest at most kMaxBlockDepth deep. The page title has level 1. Attributes defined in the
// page are substituted; both branches of ifdef and ifndef are read.
Document ReadAsciidoc(std::string_view file, std::string_view text,
                      std::vector<Diagnostic>& diagnostics);

}  // namespace flagcensus
