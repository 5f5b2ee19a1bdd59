// Expands code blocks that are plain text into the blocks of that text. Manuals rendered to plain
// text are embedded in pages like this.
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
