// What Markdown's many extensions leave in the text that a plain parser reads.
#pragma once

#include <vector>

#include "analyzer/pages/document.h"

namespace flagcensus {

// Takes attributes out of the text: "NAME {: #name }" at its end, "[`NAME`]{#env-name}" in it.
void DropAttributes(std::vector<Run>& inlines);

// A line of its own, a blank line, and ": text" → kDefinition, in the blocks from `first` on.
void JoinDefinitions(std::vector<Block>& blocks, size_t first);

}  // namespace flagcensus
