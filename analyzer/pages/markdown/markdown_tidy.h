// Handles syntax of Markdown extensions that a plain parser does not remove from the text.
//
//   ## APP_HOME {#app-home}           ─→  the heading "APP_HOME"
//   APP_HOME, blank line, ": a path"  ─→  a definition of APP_HOME
#pragma once

#include <vector>

#include "analyzer/pages/document.h"

namespace flagcensus {

// Removes attributes from the text: "NAME {: #name }" at its end, "[`NAME`]{#env-name}" in it.
void DropAttributes(std::vector<Run>& inlines);

// Joins a line, a blank line and ": text" into a kDefinition, among the blocks from `first` on.
void JoinDefinitions(std::vector<Block>& blocks, size_t first);

}  // namespace flagcensus
