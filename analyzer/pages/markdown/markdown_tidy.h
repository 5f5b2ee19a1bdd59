// Handles syntax of Markdown extensions that a plain parser leaves in the text.
#pragma once

#include <vector>

#include "analyzer/pages/document.h"

namespace flagcensus {

// Removes attributes from the text: "NAME {: #name }" at its end, "[`NAME`]{#env-name}" in it.
void DropAttributes(std::vector<Run>& inlines);

// Joins a line, a blank line and ": text" into a kDefinition, in the blocks from `first` on.
void JoinDefinitions(std::vector<Block>& blocks, size_t first);

}  // namespace flagcensus
