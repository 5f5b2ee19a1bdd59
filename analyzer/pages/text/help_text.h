// The text that a program prints about its variables → Document.
#pragma once

#include <string_view>
#include <vector>

#include "analyzer/model/finding.h"
#include "analyzer/pages/document.h"

namespace flagcensus {

// Reads the string literals of a C, C++ or Python source that have a line such as "Environment
// variables:", as plain text. Lines of the Document are those of the source, columns are not known.
// One pass over the source.
Document ReadHelp(std::string_view file, std::string_view text,
                  std::vector<Diagnostic>& diagnostics);

}  // namespace flagcensus
