// JSON that is read by people, too: what cannot be seen in it.
#pragma once

#include <string>
#include <string_view>

namespace flagcensus {

// Valid JSON in UTF-8 with what EscapeControl() would make visible (DEL, C1, bidirectional, zero
// width, tag characters) as \uNNNN, so that it parses to the same.
std::string EscapeHiddenInJson(std::string_view json);

}  // namespace flagcensus
