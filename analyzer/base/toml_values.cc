// A node of a TOML document ─→ its value, if it is of the wanted kind.
#include "analyzer/base/toml_values.h"

#include <fmt/format.h>

namespace flagcensus {
namespace {

// A larger position is a mistake, since no call has that many arguments.
constexpr int64_t kMaxPosition = 100;

}  // namespace

Error ErrorAt(std::string_view file, const toml::node& node, std::string_view message) {
  return Error{fmt::format("{}:{}: {}", file, node.source().begin.line, message)};
}

std::optional<std::vector<std::string>> StringsOf(const toml::node& node) {
  const toml::array* const list = node.as_array();
  if (list == nullptr) return std::nullopt;
  std::vector<std::string> out;
  for (const toml::node& one : *list) {
    if (!one.is_string()) return std::nullopt;
    out.push_back(one.value_or(std::string()));
  }
  return out;
}

std::optional<int> PositionOf(const toml::node& node) {
  const std::optional<int64_t> number = node.value_exact<int64_t>();
  if (!number || *number < 0 || *number > kMaxPosition) return std::nullopt;
  return static_cast<int>(*number);
}

}  // namespace flagcensus
