// The blocks of a page, for those who look for more in it than entries.
#pragma once

#include <optional>
#include <string_view>

#include "analyzer/pages/document.h"

namespace flagcensus {

// Of a page in a markup language; nullopt for other files (plain text, settings, data), and for one
// that is larger than pages may be. What is cut off is reported where its entries are read.
std::optional<Document> ReadMarkup(std::string_view file, std::string_view text);

}  // namespace flagcensus
