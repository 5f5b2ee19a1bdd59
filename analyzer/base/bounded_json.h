// JSON text of a scanned tree ─→ nlohmann's value, limited to the depth that its reader needs.
//
//   ParseBoundedJson("{\"a\": {\"b\": [1]}}", 2)   ─→ {"a": {"b": null}}
//   ParseBoundedJson("{\"a\": ", 2)               ─→ nullopt, failed_at at the end
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string_view>

namespace flagcensus {

// The parsed value, with each list or map nested deeper than `depth` levels replaced by null, so
// it can be copied and compared without a stack overflow; nullopt if the text is not JSON.
// Costs O(|text|), unlike nlohmann's own parser with a filter. `failed_at`: the byte offset after
// which the text is not valid JSON.
std::optional<nlohmann::json> ParseBoundedJson(std::string_view text, int depth,
                                               size_t* failed_at = nullptr);

}  // namespace flagcensus
