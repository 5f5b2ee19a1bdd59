// Plain text copied from a rendered page → Document: titles that end in '#', "- Label:" fields,
// paragraphs.
//
//   APP_PORT#                 heading "APP_PORT"
//   - Default value: 8080     field "Default value" with the run "8080"
#pragma once

#include <string_view>
#include <vector>

#include "analyzer/model/finding.h"
#include "analyzer/pages/document.h"

namespace flagcensus {

// `text` may be any bytes. Never throws; time and memory are bounded by the size of the text.
Document ReadLabelled(std::string_view file, std::string_view text,
                      std::vector<Diagnostic>& diagnostics);

// The indentation of a line; a tab advances to the next multiple of eight columns.
size_t TextIndent(std::string_view line);

// The end of a variable's name at the start of `line`, including "=value" if any; 0 if there is no
// name. Two names are one term: "TEMP or TMP   text".
size_t TextNameEnd(std::string_view line);

}  // namespace flagcensus
