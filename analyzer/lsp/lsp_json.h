// Values of the protocol: what is read may have any type; what is written is built here.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>

namespace flagcensus {

// LSPAny of the specification.
using LspAny = nlohmann::json;

// The value at the keys below `value`; null if there is none.
const LspAny& FieldOf(const LspAny& value, std::initializer_list<std::string_view> keys);
// The same as text, number or truth; nullopt if it has another type.
std::optional<std::string> TextAt(const LspAny& value,
                                  std::initializer_list<std::string_view> keys);
std::optional<int64_t> NumberAt(const LspAny& value, std::initializer_list<std::string_view> keys);
bool IsTrueAt(const LspAny& value, std::initializer_list<std::string_view> keys);

// Whether `list` is a list that contains `text`.
bool ListContains(const LspAny& list, std::string_view text);

}  // namespace flagcensus
