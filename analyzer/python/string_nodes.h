// The value of a string literal that tree-sitter-python parsed.
#pragma once

#include <tree_sitter/api.h>

#include <optional>
#include <string>
#include <string_view>

namespace flagcensus {

// The text before the quotes in the end of a raw string. The grammar makes escaped backslashes and
// quotes right before the quotes a part of that end, as in r'\\'.
std::string_view StringTail(TSNode start, TSNode end, std::string_view text);

// The value of one string of `text`; nullopt if it contains expressions. In a format string, `{{`
// is kept as written.
std::optional<std::string> PlainString(TSNode string, std::string_view text);

}  // namespace flagcensus
