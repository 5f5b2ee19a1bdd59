// Rows of accessors as TOML ─→ AccessorTable
#include <fmt/format.h>

#include <algorithm>

#include "analyzer/base/bounded_toml.h"
#include "analyzer/config/accessors.h"

namespace flagcensus {
namespace {

Error At(std::string_view file, const toml::node& node, std::string_view message) {
  return Error{fmt::format("{}:{}: {}", file, node.source().begin.line, message)};
}

// [0, "key"], 0 or "key".
bool ReadPlace(const toml::node* node, ArgumentPlace* out) {
  const auto one = [&](const toml::node& item) {
    if (const auto position = item.value<int64_t>(); item.is_integer() && position) {
      if (*position < 0 || *position > 100) return false;
      out->position = static_cast<int>(*position);
      return true;
    }
    if (const auto keyword = item.value<std::string>(); item.is_string() && keyword) {
      out->keywords.push_back(*keyword);
      return true;
    }
    return false;
  };
  if (node == nullptr) return true;
  if (const toml::array* list = node->as_array()) {
    return std::all_of(list->begin(), list->end(), one);
  }
  return one(*node);
}

bool ReadOp(std::string_view text, AccessorRow* row) {
  if (text == "update") {
    row->op = AccessOp::kWrite;
    row->update = true;
    return true;
  }
  for (const AccessOp op :
       {AccessOp::kRead, AccessOp::kTest, AccessOp::kWrite, AccessOp::kSetDefault,
        AccessOp::kAppend, AccessOp::kDelete, AccessOp::kBulk}) {
    if (ToString(op) == text) {
      row->op = op;
      return true;
    }
  }
  return false;
}

std::optional<Error> ReadRow(const toml::table& table, std::string_view file, AccessorRow* row) {
  for (const auto& [key, node] : table) {
    const std::string_view name = key.str();
    bool ok = true;
    if (name == "call") {
      ok = node.is_string();
      row->call = node.value_or(std::string());
    } else if (name == "op") {
      ok = ReadOp(node.value_or(std::string()), row);
    } else if (name == "name") {
      ok = ReadPlace(&node, &row->name);
    } else if (name == "default") {
      ok = ReadPlace(&node, &row->default_value);
    } else if (name == "value") {
      ok = ReadPlace(&node, &row->value);
    } else if (name == "environment") {
      ok = ReadPlace(&node, &row->environment);
    } else if (name == "cast") {
      ok = ReadPlace(&node, &row->cast);
    } else if (name == "truth") {
      ok = ReadPlace(&node, &row->truth);
    } else if (name == "description") {
      ok = ReadPlace(&node, &row->description);
    } else if (name == "prefix") {
      ok = ReadPlace(&node, &row->prefix);
    } else if (name == "second") {
      ok = ReadPlace(&node, &row->second);
    } else if (name == "form" || name == "dot" || name == "unnamed") {
      ok = node.is_string();
      (name == "form" ? row->form : name == "dot" ? row->dot : row->unnamed) = node.value_or(std::string());
    } else if (name == "language") {
      ok = node.value_or(std::string()) == "python" || node.value_or(std::string()) == "c";
      row->language = node.value_or(std::string()) == "c" ? Language::kC : Language::kPython;
    } else if (name == "required") {
      ok = node.is_boolean();
      row->required = node.value_or(false);
    } else if (name == "type") {
      row->type = ParseValueType(node.value_or(std::string()));
      ok = row->type.has_value();
    } else {
      return At(file, node, fmt::format("unknown key '{}' in an accessor row", name));
    }
    if (!ok) return At(file, node, fmt::format("'{}' of an accessor row has a wrong value", name));
  }
  if (row->call.empty()) return At(file, table, "an accessor row needs 'call'");
  return std::nullopt;
}

bool ReadStrings(const toml::node& node, std::vector<std::string>* out) {
  if (node.is_string()) {
    out->push_back(node.value_or(std::string()));
    return true;
  }
  const toml::array* list = node.as_array();
  if (list == nullptr) return false;
  for (const toml::node& item : *list) {
    if (!item.is_string()) return false;
    out->push_back(item.value_or(std::string()));
  }
  return true;
}

// [[object]]: what the methods of an object read, and with which type; "" is a call of itself. Each
// method becomes a row of its own.
std::optional<Error> ReadObject(const toml::table& table, std::string_view file,
                                AccessorTable* out) {
  std::vector<std::string> objects;
  toml::table rest;
  const toml::table* methods = nullptr;
  for (const auto& [key, node] : table) {
    if (key.str() == "objects") {
      if (!ReadStrings(node, &objects)) return At(file, node, "'objects' holds strings");
    } else if (key.str() == "methods") {
      methods = node.as_table();
    } else {
      rest.insert(key, node);
    }
  }
  if (objects.empty() || methods == nullptr) {
    return At(file, table, "an object needs 'objects' and 'methods'");
  }
  rest.insert("call", "object");
  AccessorRow row;
  if (const std::optional<Error> error = ReadRow(rest, file, &row)) return error;
  for (const std::string& object : objects) {
    out->objects.insert(object);
    for (const auto& [method, type] : *methods) {
      row.call = method.str().empty() ? object : object + "." + std::string(method.str());
      row.type = ParseValueType(type.value_or(std::string()));
      if (!row.type) return At(file, type, "a method gives a type");
      if (row.type == ValueType::kUnknown) row.type.reset();
      out->calls.insert_or_assign(row.call, row);
    }
  }
  return std::nullopt;
}

// [[settings]]
std::optional<Error> ReadSettings(const toml::table& table, std::string_view file,
                                  AccessorTable* out) {
  SettingsRow row;
  std::vector<std::string> names;
  for (const auto& [key, node] : table) {
    const std::string_view name = key.str();
    bool ok = true;
    if (name == "names") {
      ok = ReadStrings(node, &names);
    } else if (name == "prefix" || name == "nested" || name == "separator" ||
               name == "default_prefix" || name == "exact") {
      ok = node.is_string();
      (name == "prefix"      ? row.prefix
       : name == "exact"     ? row.exact
       : name == "nested"    ? row.nested
       : name == "separator" ? row.separator
                             : row.default_prefix) = node.value_or(std::string());
    } else if (name == "fields") {
      ok = ReadStrings(node, &row.fields);
    } else if (name == "factories") {
      ok = ReadStrings(node, &row.factories);
    } else if (name == "aliases") {
      ok = ReadStrings(node, &row.aliases);
    } else if (name == "default") {
      ok = ReadPlace(&node, &row.default_value);
    } else if (name == "description") {
      ok = ReadPlace(&node, &row.description);
    } else if (name == "fields_alone") {
      ok = node.is_boolean();
      row.fields_alone = node.value_or(false);
    } else {
      return At(file, node, fmt::format("unknown key '{}' in a settings row", name));
    }
    if (!ok) return At(file, node, fmt::format("'{}' of a settings row has a wrong value", name));
  }
  if (names.empty()) return At(file, table, "a settings row needs 'names'");
  out->field_calls.insert(row.fields.begin(), row.fields.end());
  for (const std::string& name : names) {
    row.name = name;
    out->settings.insert_or_assign(name, row);
  }
  return std::nullopt;
}

// [library]: whose rows those of the file are.
std::optional<Error> ReadLibrary(const toml::table& table, std::string_view file, LibraryRow* out) {
  const std::map<std::string_view, std::string*> texts = {{"name", &out->name},
                                                          {"version", &out->version},
                                                          {"known", &out->known},
                                                          {"limits", &out->limits},
                                                          {"user", &out->user}};
  for (const auto& [key, node] : table) {
    const auto text = texts.find(key.str());
    if (text != texts.end() && node.is_string()) {
      *text->second = node.value_or(std::string());
    } else if (key.str() != "manual" || !ReadStrings(node, &out->manual)) {
      return At(file, node,
                fmt::format("unknown key '{}' of a library, or a wrong type", key.str()));
    }
  }
  if (out->name.empty() || out->version.empty() || out->manual.empty()) {
    return At(file, table, "a library needs 'name', 'version' and 'manual'");
  }
  return std::nullopt;
}

std::vector<std::string>* ListOf(std::string_view name, AccessorTable* table) {
  if (name == "words") return &table->words;
  if (name == "environments") return &table->environments;
  if (name == "sink_words") return &table->sink_words;
  if (name == "spawn_words") return &table->spawn_words;
  if (name == "dynamic_words") return &table->dynamic_words;
  if (name == "object_words") return &table->object_words;
  if (name == "argument_words") return &table->argument_words;
  if (name == "framework_words") return &table->framework_words;
  if (name == "framework_files") return &table->framework_files;
  return nullptr;
}

std::set<std::string>* SetOf(std::string_view name, AccessorTable* table) {
  if (name == "sink_keywords") return &table->sink_keywords;
  if (name == "sink_keys") return &table->sink_keys;
  if (name == "environment_words") return &table->environment_words;
  if (name == "containers") return &table->containers;
  if (name == "prefixes") return &table->prefixes;
  if (name == "runs") return &table->runs;
  if (name == "default_columns") return &table->default_columns;
  if (name == "help_columns") return &table->help_columns;
  if (name == "alias_columns") return &table->alias_columns;
  if (name == "default_parameters") return &table->default_parameters;
  if (name == "parser_columns") return &table->parser_columns;
  if (name == "shells") return &table->shells;
  if (name == "schemes") return &table->schemes;
  if (name == "constants") return &table->constants;
  return nullptr;
}

}  // namespace

Result<AccessorTable> ReadAccessors(std::string_view toml_text, std::string_view file) {
  AccessorTable table;
  toml::table root;
  if (const std::optional<TomlProblem> problem = ParseBoundedToml(toml_text, &root)) {
    return Error{fmt::format("{}:{}: {}", file, problem->line, problem->message)};
  }
  for (const auto& [key, node] : root) {
    const std::string_view name = key.str();
    if (std::vector<std::string>* list = ListOf(name, &table); list != nullptr && node.is_array()) {
      for (const toml::node& item : *node.as_array()) {
        if (!item.is_string()) return At(file, item, fmt::format("'{}' holds strings", name));
        list->push_back(item.value_or(std::string()));
      }
    } else if (std::set<std::string>* set = SetOf(name, &table);
               set != nullptr && node.is_array()) {
      for (const toml::node& item : *node.as_array()) {
        if (!item.is_string()) return At(file, item, fmt::format("'{}' holds strings", name));
        set->insert(item.value_or(std::string()));
      }
    } else if (name == "sink_calls" && node.is_table()) {
      for (const auto& [call, position] : *node.as_table()) {
        table.sink_calls.insert_or_assign(std::string(call.str()),
                                          static_cast<int>(position.value_or(int64_t{0})));
      }
    } else if (name == "family_keywords" && node.is_table()) {
      for (const auto& [keyword, between] : *node.as_table()) {
        if (!between.is_string()) return At(file, between, "a family keyword gives a text");
        table.family_keywords.insert_or_assign(std::string(keyword.str()),
                                               between.value_or(std::string()));
      }
    } else if ((name == "accessor" || name == "method") && node.is_array_of_tables()) {
      for (const toml::node& item : *node.as_array()) {
        AccessorRow row;
        if (const std::optional<Error> error = ReadRow(*item.as_table(), file, &row)) return *error;
        auto& rows = name == "accessor" ? table.calls : table.methods;
        const std::string call = row.call;
        rows.insert_or_assign(call, std::move(row));
      }
    } else if ((name == "object" || name == "settings") && node.is_array_of_tables()) {
      for (const toml::node& item : *node.as_array()) {
        const std::optional<Error> error = name == "object"
                                               ? ReadObject(*item.as_table(), file, &table)
                                               : ReadSettings(*item.as_table(), file, &table);
        if (error) return *error;
      }
    } else if ((name == "conversions" || name == "casts" || name == "questions") &&
               node.is_table()) {
      auto& types = name == "casts"       ? table.casts
                    : name == "questions" ? table.questions
                                          : table.conversions;
      for (const auto& [call, type] : *node.as_table()) {
        const std::optional<ValueType> parsed_type = ParseValueType(type.value_or(std::string()));
        if (!parsed_type) return At(file, type, "a conversion gives a type");
        types.insert_or_assign(std::string(call.str()), *parsed_type);
      }
    } else if (name == "library" && node.is_table()) {
      LibraryRow row;
      if (const std::optional<Error> error = ReadLibrary(*node.as_table(), file, &row))
        return *error;
      table.libraries.push_back(std::move(row));
    } else if (name == "functions" && node.is_table()) {
      continue;  // of a library in C: function_rows.h
    } else if (name == "fixtures" && node.is_table()) {
      for (const auto& [parameter, dotted] : *node.as_table()) {
        table.fixtures.insert_or_assign(std::string(parameter.str()),
                                        dotted.value_or(std::string()));
      }
    } else {
      return At(file, node, fmt::format("unknown key '{}', or a wrong type", name));
    }
  }
  return table;
}

}  // namespace flagcensus
