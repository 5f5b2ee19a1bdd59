// Expands code blocks that are plain text into the blocks of that text. Pages embed manuals that
// were rendered to plain text in this way.
//
//   APP_HOME                        two definitions, each with the text to its right or below it
//       the data directory    ─→    as its body
//   APP_PORT   the port that
//              it listens on
#pragma once

#include <string_view>
#include <vector>

#include "analyzer/model/finding.h"
#include "analyzer/pages/document.h"

namespace flagcensus {

// Replaces such blocks of `document`. Costs as much as reading them once.
void ReadPreformatted(std::string_view file, Document& document,
                      std::vector<Diagnostic>& diagnostics);

}  // namespace flagcensus
