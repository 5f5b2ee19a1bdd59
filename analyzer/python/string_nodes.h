// The value of a string literal that tree-sitter-python parsed.
#pragma once

#include <tree_sitter/api.h>

#include <optional>
#include <string>
#include <string_view>

namespace flagcensus {

// What the end of a raw string has before its quotes: the grammar gives it the escaped backslashes
// and quotes right before them, as in r'\\'.
std::string_view StringTail(TSNode start, TSNode end, std::string_view text);

// The value of one string of `text`; nullopt if expressions are in it. Of a format string `{{` is
// kept as it is written.
std::optional<std::string> PlainString(TSNode string, std::string_view text);

}  // namespace flagcensus
