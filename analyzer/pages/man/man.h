// Man pages, with man or mdoc macros → Document.
//
//   .TP
//   .B APP_HOME                ─→  definition "APP_HOME" (strong) > paragraph
//   The data directory.
#pragma once

#include <string_view>
#include <vector>

#include "analyzer/model/finding.h"
#include "analyzer/pages/document.h"

namespace flagcensus {

// `text` may be any bytes. Never throws; time and memory are bounded by the size of the text, and
// blocks nest at most kMaxBlockDepth deep.
//
// .SH and .Sh become headings of level 2, .SS and .Ss of level 3, since level 1 is the name of the
// program. A tag (.TP, .IP, .It) becomes a kDefinition, `.Ev NAME` a run with the role "envvar".
Document ReadMan(std::string_view file, std::string_view text,
                 std::vector<Diagnostic>& diagnostics);

}  // namespace flagcensus
