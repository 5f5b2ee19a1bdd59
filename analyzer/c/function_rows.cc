// Tables of TOML ─→ one member of FunctionRows for each key:
//
//   [functions.gives]
//   strdup = 0            ─→ gives["strdup"] = 0: the result is argument 0
//   [functions]
//   text_sinks = ["log"]  ─→ text_sinks: {"log"}
#include "analyzer/c/function_rows.h"

#include <fmt/format.h>

#include "analyzer/base/bounded_toml.h"
#include "analyzer/base/embedded.h"
#include "analyzer/base/toml_values.h"

namespace flagcensus {

std::optional<Error> AddFunctionRows(std::string_view toml_text, std::string_view file,
                                     FunctionRows& rows) {
  toml::table root;
  if (const std::optional<TomlProblem> problem = ParseBoundedToml(toml_text, &root)) {
    return Error{fmt::format("{}:{}: {}", file, problem->line, problem->message)};
  }
  const toml::node* functions = root.get("functions");
  if (functions == nullptr) return std::nullopt;
  if (!functions->is_table()) return ErrorAt(file, *functions, "'functions' is a table");
  const std::map<std::string_view, FunctionRows::Positions*> tables = {
      {"gives", &rows.gives},         {"joins", &rows.joins},
      {"formats", &rows.formats},     {"appends", &rows.appends},
      {"empties", &rows.empties},     {"unseen", &rows.unseen},
      {"made_with", &rows.made_with}, {"chained_default", &rows.chained_default}};
  const std::map<std::string_view, std::set<std::string>*> lists = {
      {"text_sinks", &rows.text_sinks},
      {"unseen_owners", &rows.unseen_owners},
      {"unseen_readers", &rows.unseen_readers}};
  // A later entry of the same name replaces the earlier one, so a library's file can refine
  // the common one. An unknown key is an error, so a misspelled one is noticed.
  for (const auto& [key, node] : *functions->as_table()) {
    const auto table = tables.find(key.str());
    if (const auto list = lists.find(key.str()); list != lists.end()) {
      const std::optional<std::vector<std::string>> words = StringsOf(node);
      if (!words) return ErrorAt(file, node, fmt::format("'{}' is a list of strings", key.str()));
      list->second->insert(words->begin(), words->end());
    } else if (table != tables.end() && node.is_table()) {
      for (const auto& [call, position] : *node.as_table()) {
        const std::optional<int> number = PositionOf(position);
        if (!number) return ErrorAt(file, position, "an argument is a position");
        table->second->insert_or_assign(std::string(call.str()), *number);
      }
    } else if (key.str() == "headers" && node.is_table()) {
      for (const auto& [call, header] : *node.as_table()) {
        if (!header.is_string()) return ErrorAt(file, header, "a header is a string");
        rows.headers.insert_or_assign(std::string(call.str()), header.value_or(std::string()));
      }
    } else {
      return ErrorAt(file, node, fmt::format("unknown key '{}', or a wrong type", key.str()));
    }
  }
  return std::nullopt;
}

const FunctionRows& BuiltInFunctionRows() {
  static const FunctionRows kRows = [] {
    FunctionRows rows;
    for (const EmbeddedFile& file : QueryFiles()) {
      if (file.path != "c/functions.toml" && !file.path.starts_with("c/libraries/")) continue;
      // A built-in entry that cannot be read is a defect of the build, which a test finds.
      AddFunctionRows(file.text, "queries/" + std::string(file.path), rows);
    }
    return rows;
  }();
  return kRows;
}

int PositionIn(const FunctionRows::Positions& table, std::string_view function) {
  const auto at = table.find(function);
  return at == table.end() ? -1 : at->second;
}

}  // namespace flagcensus
