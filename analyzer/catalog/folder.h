// What a page says of the settings of pages: of those beside it, and of its own.
#pragma once

#include <string_view>

#include "analyzer/pages/document.h"

namespace flagcensus {

// Whether the file's name says that it opens its folder: "index", "intro", "README".
bool OpensFolder(std::string_view file);

// Whether the page opens its folder and says that settings are made by
// environment variables: what the pages beside it list are then variables.
bool AnnouncesFolder(std::string_view file, const Document& document);

// Whether the page lists settings by headings: most of a level are a name set apart as code, with a
// field of its default below.
bool ListsByHeadings(const Document& document);

// Whether the page lists settings by headings, and what stands above the first says that they are
// given as environment variables.
bool AnnouncesItself(const Document& document);

}  // namespace flagcensus
