// Page formats.
#pragma once

#include <string_view>

#include "analyzer/tree/page_syntax.h"

namespace flagcensus {

std::string_view ToString(PageKind kind);

// The kind of a page by its name or, if the name does not decide (.txt, none), by its content.
PageKind DetectPageKind(std::string_view file, std::string_view text);

// Whether a file is a page by the extension of its name: .md, .rst, ...
bool IsPageName(std::string_view file);

}  // namespace flagcensus
