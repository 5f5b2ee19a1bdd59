// JSON text of a scanned tree ─→ nlohmann's value, as deep as its reader looks.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string_view>

namespace flagcensus {

// The value, in which each list or map below `depth` levels of them is null; nothing where the text
// is no JSON. A value that is not deep can be copied and compared without filling the stack.
// Costs O(|text|), which nlohmann's own parser with a filter does not. `failed_at`: the byte behind
// which the text is no JSON any more.
std::optional<nlohmann::json> ParseBoundedJson(std::string_view text, int depth,
                                               size_t* failed_at = nullptr);

}  // namespace flagcensus
