#include "analyzer/config/function_rows.h"

#include <fmt/format.h>

#include "analyzer/base/bounded_toml.h"
#include "analyzer/base/embedded.h"

namespace flagcensus {

Result<FunctionRows> ReadFunctionRows(std::string_view toml_text, std::string_view file) {
  toml::table root;
  if (const std::optional<TomlProblem> problem = ParseBoundedToml(toml_text, &root)) {
    return Error{fmt::format("{}:{}: {}", file, problem->line, problem->message)};
  }
  const auto at = [&](const toml::node& node, std::string_view message) {
    return Error{fmt::format("{}:{}: {}", file, node.source().begin.line, message)};
  };
  FunctionRows rows;
  for (const auto& [key, node] : root) {
    if (key.str() == "text_sinks" && node.is_array()) {
      for (const toml::node& item : *node.as_array()) {
        if (!item.is_string()) return at(item, "'text_sinks' holds strings");
        rows.text_sinks.insert(item.value_or(std::string()));
      }
    } else if (key.str() == "headers" && node.is_table()) {
      for (const auto& [call, header] : *node.as_table()) {
        if (!header.is_string()) return at(header, "a function's header is a string");
        rows.headers.insert_or_assign(std::string(call.str()), header.value_or(std::string()));
      }
    } else {
      return at(node, fmt::format("unknown key '{}', or a wrong type", key.str()));
    }
  }
  return rows;
}

const FunctionRows& BuiltInFunctionRows() {
  static const FunctionRows kRows = [] {
    Result<FunctionRows> rows =
        ReadFunctionRows(EmbeddedQuery("c/functions.toml"), "queries/c/functions.toml");
    // A row of ours that cannot be read is a fault of the build, which a test finds.
    return rows.ok() ? std::move(rows).value() : FunctionRows();
  }();
  return kRows;
}

}  // namespace flagcensus
