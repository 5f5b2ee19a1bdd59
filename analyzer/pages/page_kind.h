// The formats of pages.
#pragma once

#include <string_view>

#include "analyzer/tree/page_syntax.h"

namespace flagcensus {

std::string_view ToString(PageKind kind);

// The kind of a page from its name and, where the name leaves it open (.txt, none), its content.
PageKind DetectPageKind(std::string_view file, std::string_view text);

// Whether a file of this name is a page by its extension: .md, .rst, ...
bool IsPageName(std::string_view file);

}  // namespace flagcensus
