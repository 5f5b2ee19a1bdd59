// Markdown (GitHub's dialect) → Document, with cmark-gfm.
//
//   - `APP_PORT`: port   ─→  list > item > paragraph: a run "APP_PORT" in code, a run ": port"
#pragma once

#include <string_view>
#include <vector>

#include "analyzer/model/finding.h"
#include "analyzer/pages/document.h"

namespace flagcensus {

// `text` may be any bytes. Never throws; time and memory are bounded by the size of the text.
Document ReadMarkdown(std::string_view file, std::string_view text,
                      std::vector<Diagnostic>& diagnostics);

}  // namespace flagcensus
