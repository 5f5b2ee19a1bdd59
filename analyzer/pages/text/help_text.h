// The help text that a program prints about its variables → Document.
//
//   puts("Environment variables:\n"        ─→  paragraph "Environment variables:",
//        "  APP_PORT   the port\n");             definition "APP_PORT" > paragraph "the port"
#pragma once

#include <string_view>
#include <vector>

#include "analyzer/model/finding.h"
#include "analyzer/pages/document.h"

namespace flagcensus {

// Reads, as plain text, the string literals of a C, C++ or Python source that contain a line such
// as "Environment variables:". The Document has the lines of the source; columns are unknown. One
// pass.
Document ReadHelp(std::string_view file, std::string_view text,
                  std::vector<Diagnostic>& diagnostics);

}  // namespace flagcensus
