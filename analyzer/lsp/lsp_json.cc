// a JSON value, keys ─→ the value at the keys, if it is there and of the requested type
#include "analyzer/lsp/lsp_json.h"

#include <algorithm>

namespace flagcensus {

// A reference to one static null, so a missing member needs no copy and no test by the caller.
const LspAny& FieldOf(const LspAny& value, std::initializer_list<std::string_view> keys) {
  static const LspAny kNull;
  const LspAny* at = &value;
  for (const std::string_view key : keys) {
    if (!at->is_object()) return kNull;
    const auto found = at->find(std::string(key));
    if (found == at->end()) return kNull;
    at = &*found;
  }
  return *at;
}

std::optional<std::string> TextAt(const LspAny& value,
                                  std::initializer_list<std::string_view> keys) {
  const LspAny& field = FieldOf(value, keys);
  if (!field.is_string()) return std::nullopt;
  return field.get<std::string>();
}

// 3.0 is not an integer here, although JSON does not distinguish it from 3: no client sends it.
std::optional<int64_t> NumberAt(const LspAny& value, std::initializer_list<std::string_view> keys) {
  const LspAny& field = FieldOf(value, keys);
  if (!field.is_number_integer()) return std::nullopt;
  return field.get<int64_t>();
}

bool IsTrueAt(const LspAny& value, std::initializer_list<std::string_view> keys) {
  const LspAny& field = FieldOf(value, keys);
  return field.is_boolean() && field.get<bool>();
}

bool ListContains(const LspAny& list, std::string_view text) {
  return list.is_array() && std::any_of(list.begin(), list.end(), [&](const LspAny& one) {
           return one.is_string() && one.get_ref<const std::string&>() == text;
         });
}

}  // namespace flagcensus
