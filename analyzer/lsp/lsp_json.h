// Values of the protocol: values from the client may have any type, and the server's are built
// here.
//
//   FieldOf({"a": {"b": 1}}, {"a", "b"})   ─→ 1
//   NumberAt({"a": "x"}, {"a"})            ─→ nullopt: not a number
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
// The same as a text, number or truth value; nullopt, or false, if it has a different type.
std::optional<std::string> TextAt(const LspAny& value,
                                  std::initializer_list<std::string_view> keys);
std::optional<int64_t> NumberAt(const LspAny& value, std::initializer_list<std::string_view> keys);
bool IsTrueAt(const LspAny& value, std::initializer_list<std::string_view> keys);

// Whether `list` is a list that contains `text`.
bool ListContains(const LspAny& list, std::string_view text);

}  // namespace flagcensus
