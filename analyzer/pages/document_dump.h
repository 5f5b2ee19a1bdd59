// Document → text, a line per block and run, for `catalog --blocks` and the fixtures of readers.
//
//   definition 12:1
//     | 12:7 code role=envvar "APP_HOME"
//     paragraph 13:1
//       | 13:1 "the directory"
#pragma once

#include <string>

#include "analyzer/pages/document.h"

namespace flagcensus {

// Kind, line:column, level and label of each block, indented by its nesting; below it its runs
// with their marks. Texts are escaped and shortened.
std::string DumpDocument(const Document& document);

}  // namespace flagcensus
