// Turns texts of pages and comments into descriptions.
#pragma once

#include <string>
#include <string_view>

namespace flagcensus {

// The text of one line without parts that say nothing about the variable: shortcodes of site
// generators, dangling references, the variable's own name and version notes at the beginning, and
// notations of values at the end. "" if nothing else is left.
std::string TidyProse(std::string text, std::string_view name);

// Whether a comment is only a note on the status: "Deprecated legacy".
bool IsStatusNote(std::string_view text);

// shortened.cc: shortens a page's whole section, which is more than a reference needs, to about 400
// bytes; the page has the rest. If it begins with the purpose of the variable, the sentences that
// name it or say how to set it come first.
std::string Shortened(const std::string& text, std::string_view name);

}  // namespace flagcensus
