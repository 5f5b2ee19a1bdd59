// What a page says about settings: those of the pages next to it, and its own. Examples are in
// folder.cc.
#pragma once

#include <string_view>

#include "analyzer/pages/document.h"

namespace flagcensus {

// Whether the file's name marks the first page of its folder: "index", "intro", "README".
bool OpensFolder(std::string_view file);

// Whether the page is the first of its folder and says that settings are made by environment
// variables: the lists of the pages next to it are then variables.
bool AnnouncesFolder(std::string_view file, const Document& document);

// Whether the page lists settings by headings: most headings of a level are a name marked as code,
// with a default field below.
bool ListsByHeadings(const Document& document);

// Whether the page lists settings by headings, and the text above the first one says that they are
// passed as environment variables.
bool AnnouncesItself(const Document& document);

}  // namespace flagcensus
