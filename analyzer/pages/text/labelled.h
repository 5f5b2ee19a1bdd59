// Plain text as copied from a rendered page → Document: titles ending in '#', "- Label:" fields,
// paragraphs.
#pragma once

#include <string_view>
#include <vector>

#include "analyzer/model/finding.h"
#include "analyzer/pages/document.h"

namespace flagcensus {

// `text` may be any bytes. Never throws; time and memory are bounded by the size of the text.
Document ReadLabelled(std::string_view file, std::string_view text,
                      std::vector<Diagnostic>& diagnostics);

// How far a line is indented; a tab goes on to the next eighth column.
size_t TextIndent(std::string_view line);

// The end of a variable's name at the start of `line`, with "=value" where it has one; 0 for none.
size_t TextNameEnd(std::string_view line);

}  // namespace flagcensus
