// Makes invisible characters in JSON visible, for human readers: a bidirectional override in a
// default could make a report show a value that is not the code's.
#pragma once

#include <string>
#include <string_view>

namespace flagcensus {

// Returns valid UTF-8 JSON in which the characters that EscapeControl() makes visible (DEL, C1,
// bidirectional, zero width, tag characters) are \uNNNN, so it parses to the same value.
std::string EscapeHiddenInJson(std::string_view json);

}  // namespace flagcensus
