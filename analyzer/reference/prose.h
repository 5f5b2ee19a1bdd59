// Texts of pages and comments as descriptions.
#pragma once

#include <string>
#include <string_view>

namespace flagcensus {

// The text of one line without what says nothing of the variable: shortcodes of site generators,
// pointers that lead nowhere, the variable's own name in front, notes on versions in front, and
// notations of values behind. "" if nothing else is left.
std::string TidyProse(std::string text, std::string_view name);

// Whether a comment is only a note on the status: "Deprecated legacy".
bool IsStatusNote(std::string_view text);

// shortened.cc: a page's whole section is more than a reference needs: about 400 bytes of it, of
// which the page has the rest. Where it begins with why there is the variable, the sentences that
// name it or say how it is set come first.
std::string Shortened(const std::string& text, std::string_view name);

}  // namespace flagcensus
