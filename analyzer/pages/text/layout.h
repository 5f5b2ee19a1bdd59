// Plain text, and markup that no reader knows → Document, by lines, indentation and paragraphs.
//
//   APP_PORT   the port       ─→   definition "APP_PORT" > paragraph "the port"
#pragma once

#include <string_view>
#include <vector>

#include "analyzer/model/finding.h"
#include "analyzer/pages/document.h"

namespace flagcensus {

// `text` may be any bytes. The text of every line is in some block, except lines of punctuation.
Document ReadLayout(std::string_view file, std::string_view text,
                    std::vector<Diagnostic>& diagnostics);

}  // namespace flagcensus
