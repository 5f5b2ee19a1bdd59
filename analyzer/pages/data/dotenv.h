// .env files → Document: assignments, commented assignments and the comments above them.
//
//   # The port.        comment "The port."
//   APP_PORT=8080      assignment, label APP_PORT, text "8080"
#pragma once

#include <string_view>
#include <vector>

#include "analyzer/model/finding.h"
#include "analyzer/pages/document.h"

namespace flagcensus {

// `text` may be any bytes. Never throws; time and memory are bounded by the size of the text.
Document ReadDotenv(std::string_view file, std::string_view text,
                    std::vector<Diagnostic>& diagnostics);

}  // namespace flagcensus
