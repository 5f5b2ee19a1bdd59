// Blocks of code that are text → the blocks that the text is made of. Manuals that were rendered to
// plain text are put into pages so.
#pragma once

#include <string_view>
#include <vector>

#include "analyzer/model/finding.h"
#include "analyzer/pages/document.h"

namespace flagcensus {

// Replaces the blocks of `document` that are such text. Costs as much as reading them once.
void ReadPreformatted(std::string_view file, Document& document,
                      std::vector<Diagnostic>& diagnostics);

}  // namespace flagcensus
