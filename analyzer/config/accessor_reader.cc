// Rows of accessors as TOML ─→ AccessorTable
//
//   [[object]]
//   objects = "conf.Reader()"             calls["conf.Reader().int"]: AccessorRow{type: int}
//   methods = { int = "int", "" = "str" } calls["conf.Reader()"]: AccessorRow{type: str}
#include <fmt/format.h>

#include <algorithm>

#include "analyzer/base/bounded_toml.h"
#include "analyzer/base/toml_values.h"
#include "analyzer/config/accessors.h"
#include "analyzer/config/key_values.h"
#include "analyzer/config/row_reader.h"

namespace flagcensus {
namespace {

// [[object]]: what the methods of an object read, and with which type. Each method becomes a
// separate row; "" is a call of the object itself.
std::optional<Error> ReadObject(const toml::table& table, std::string_view file,
                                AccessorTable* out) {
  ObjectRow row;
  if (const std::optional<Error> error = ReadRow(table, file, "an object row", &row)) return error;
  for (const std::string& object : row.objects) {
    out->objects.insert(object);
    for (const auto& [method, type] : row.methods) {
      AccessorRow call = row;
      call.call = method.empty() ? object : object + "." + method;
      // "unknown" states that the method does not parse the value.
      call.type = type == ValueType::kUnknown ? std::nullopt : std::optional(type);
      out->calls.insert_or_assign(call.call, call);
    }
  }
  return std::nullopt;
}

// [[settings]]: a row with several names becomes a row for each.
//
//   names = ["BaseSettings", "Settings"], prefix = "env_prefix"
//   ─→ settings["BaseSettings"] and settings["Settings"], each with that prefix
std::optional<Error> ReadSettings(const toml::table& table, std::string_view file,
                                  AccessorTable* out) {
  SettingsRow row;
  if (const std::optional<Error> error = ReadRow(table, file, "a settings row", &row)) return error;
  out->classes.field_calls.insert(row.fields.begin(), row.fields.end());
  for (const std::string& name : row.names) {
    row.name = name;
    out->classes.settings.insert_or_assign(name, row);
  }
  return std::nullopt;
}

// [library]: the library that the rows of the file describe.
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
    } else if (key.str() != "manual" || !OneOrMore::Parse(node, out->manual)) {
      return ErrorAt(file, node,
                     fmt::format("unknown key '{}' of a library, or a wrong type", key.str()));
    }
  }
  if (out->name.empty() || out->version.empty() || out->manual.empty()) {
    return ErrorAt(file, table, "a library needs 'name', 'version' and 'manual'");
  }
  return std::nullopt;
}

// The keys of the tables' top level that are lists of words, and in SetOf those that are sets.
// Two functions instead of a map: members of different types cannot be in one table.
std::vector<std::string>* ListOf(std::string_view name, AccessorTable* table) {
  if (name == "words") return &table->words;
  if (name == "environments") return &table->environments;
  if (name == "sink_words") return &table->file_words.sinks;
  if (name == "spawn_words") return &table->file_words.spawns;
  if (name == "dynamic_words") return &table->file_words.dynamic;
  if (name == "object_words") return &table->file_words.objects;
  if (name == "argument_words") return &table->file_words.arguments;
  if (name == "framework_words") return &table->file_words.frameworks;
  if (name == "framework_files") return &table->file_words.framework_files;
  if (name == "settings_loaders") return &table->classes.loaders;
  return nullptr;
}

std::set<std::string>* SetOf(std::string_view name, AccessorTable* table) {
  if (name == "sink_keywords") return &table->children.keywords;
  if (name == "sink_keys") return &table->children.keys;
  if (name == "environment_words") return &table->children.words;
  if (name == "containers") return &table->children.containers;
  if (name == "prefixes") return &table->forms.prefixes;
  if (name == "runs") return &table->runs;
  if (name == "default_columns") return &table->default_columns;
  if (name == "help_columns") return &table->help_columns;
  if (name == "alias_columns") return &table->alias_columns;
  if (name == "default_parameters") return &table->default_parameters;
  if (name == "parser_columns") return &table->parser_columns;
  if (name == "shells") return &table->children.shells;
  if (name == "schemes") return &table->forms.schemes;
  if (name == "constants") return &table->forms.constants;
  return nullptr;
}

}  // namespace

bool KeyValue<std::string>::Parse(const toml::node& node, std::string& out) {
  out = node.value_or(std::string());
  return node.is_string();
}

bool KeyValue<bool>::Parse(const toml::node& node, bool& out) {
  out = node.value_or(false);
  return node.is_boolean();
}

// `words = []` is a list, too: OneOrMore refuses one.
bool KeyValue<std::vector<std::string>>::Parse(const toml::node& node,
                                               std::vector<std::string>& out) {
  const std::optional<std::vector<std::string>> strings = StringsOf(node);
  if (strings) out.insert(out.end(), strings->begin(), strings->end());
  return strings.has_value();
}

//   name = 0             ─→ {position: 0}
//   name = "key"         ─→ {keywords: {"key"}}
//   name = [0, "key"]    ─→ both: either way of passing it is recognised
//   name = []            an error: for a call without such an argument, the key is omitted
bool KeyValue<ArgumentPlace>::Parse(const toml::node& node, ArgumentPlace& out) {
  const auto one = [&](const toml::node& item) {
    if (const std::optional<int> position = PositionOf(item)) {
      out.position = *position;
      return true;
    }
    if (const auto keyword = item.value<std::string>(); item.is_string() && keyword) {
      out.keywords.push_back(*keyword);
      return true;
    }
    return false;
  };
  const toml::array* list = node.as_array();
  if (list == nullptr) return one(node);
  return !list->empty() && std::all_of(list->begin(), list->end(), one);
}

//   name = [0]           ─→ 0: in a language whose calls have positions only
bool ArgumentPosition::Parse(const toml::node& node, int& out) {
  ArgumentPlace place;
  if (!KeyValue<ArgumentPlace>::Parse(node, place) || !place.keywords.empty()) return false;
  out = place.position;
  return true;
}

// "int" ─→ kInt; a word that is no type is an error, not an unknown type.
bool KeyValue<ValueType>::Parse(const toml::node& node, ValueType& out) {
  const std::optional<ValueType> type = ParseValueType(node.value_or(std::string()));
  out = type.value_or(ValueType::kUnknown);
  return type.has_value();
}

bool KeyValue<std::optional<ValueType>>::Parse(const toml::node& node,
                                               std::optional<ValueType>& out) {
  return KeyValue<ValueType>::Parse(node, out.emplace());
}

// Only these two have rows in the configuration; the others have tables in queries/languages/.
bool KeyValue<std::optional<Language>>::Parse(const toml::node& node,
                                              std::optional<Language>& out) {
  const std::string name = node.value_or(std::string());
  out = name == "c" ? Language::kC : Language::kPython;
  return name == "python" || name == "c";
}

// { int = "int", "" = "str" } ─→ {("", kStr), ("int", kInt)}: TOML tables are sorted by key.
bool KeyValue<std::vector<std::pair<std::string, ValueType>>>::Parse(
    const toml::node& node, std::vector<std::pair<std::string, ValueType>>& out) {
  const toml::table* methods = node.as_table();
  if (methods == nullptr) return false;
  for (const auto& [method, text] : *methods) {
    ValueType type = ValueType::kUnknown;
    if (!KeyValue<ValueType>::Parse(text, type)) return false;
    out.emplace_back(method.str(), type);
  }
  return true;
}

// The operations that a row may name; others result from the code around a call.
bool KeyValue<AccessOp>::Parse(const toml::node& node, AccessOp& out) {
  const std::string text = node.value_or(std::string());
  for (const AccessOp op :
       {AccessOp::kRead, AccessOp::kTest, AccessOp::kWrite, AccessOp::kSetDefault,
        AccessOp::kAppend, AccessOp::kDelete, AccessOp::kBulk}) {
    if (ToString(op) != text) continue;
    out = op;
    return true;
  }
  return false;
}

// "update" is not an operation of accesses: it is a write for each key of a mapping.
bool CallOp::Parse(const toml::node& node, AccessorRow& out) {
  out.update = node.value_or(std::string()) == "update";
  if (out.update) out.op = AccessOp::kWrite;
  return out.update || KeyValue<AccessOp>::Parse(node, out.op);
}

// An empty list is an error: the row would never apply.
bool OneOrMore::Parse(const toml::node& node, std::vector<std::string>& out) {
  if (node.is_string()) {
    out.push_back(node.value_or(std::string()));
    return true;
  }
  return KeyValue<std::vector<std::string>>::Parse(node, out) && !out.empty();
}

// The first error ends the reading. In a built-in table it fails a test, in a user's it is shown.
Result<AccessorTable> ReadAccessors(std::string_view toml_text, std::string_view file) {
  AccessorTable table;
  toml::table root;
  if (const std::optional<TomlProblem> problem = ParseBoundedToml(toml_text, &root)) {
    return Error{fmt::format("{}:{}: {}", file, problem->line, problem->message)};
  }
  // Each top-level key has one form; every other key is an error, so a misspelled table does not
  // disappear without notice.
  for (const auto& [key, node] : root) {
    const std::string_view name = key.str();
    std::vector<std::string>* const list = ListOf(name, &table);
    std::set<std::string>* const set = SetOf(name, &table);
    if (list != nullptr || set != nullptr) {
      const std::optional<std::vector<std::string>> words = StringsOf(node);
      if (!words) return ErrorAt(file, node, fmt::format("'{}' is a list of strings", name));
      if (list != nullptr) *list = *words;
      if (set != nullptr) set->insert(words->begin(), words->end());
    } else if (name == "sink_calls" && node.is_table()) {
      for (const auto& [call, position] : *node.as_table()) {
        if (!ArgumentPosition::Parse(position, table.children.calls[std::string(call.str())])) {
          return ErrorAt(file, position, "an argument is a position");
        }
      }
    } else if (name == "family_keywords" && node.is_table()) {
      for (const auto& [keyword, between] : *node.as_table()) {
        if (!between.is_string()) return ErrorAt(file, between, "a family keyword gives a text");
        table.forms.family_keywords.insert_or_assign(std::string(keyword.str()),
                                                     between.value_or(std::string()));
      }
    } else if ((name == "accessor" || name == "method") && node.is_array_of_tables()) {
      for (const toml::node& item : *node.as_array()) {
        AccessorRow row;
        if (const std::optional<Error> error =
                ReadRow(*item.as_table(), file, "an accessor row", &row)) {
          return *error;
        }
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
        ValueType parsed_type = ValueType::kUnknown;
        if (!KeyValue<ValueType>::Parse(type, parsed_type)) {
          return ErrorAt(file, type, "a conversion gives a type");
        }
        types.insert_or_assign(std::string(call.str()), parsed_type);
      }
    } else if (name == "library" && node.is_table()) {
      LibraryRow row;
      if (const std::optional<Error> error = ReadLibrary(*node.as_table(), file, &row))
        return *error;
      table.libraries.push_back(std::move(row));
    } else if (name == "functions" && node.is_table()) {
      continue;  // about a library in C: function_rows.h
    } else if (name == "fixtures" && node.is_table()) {
      for (const auto& [parameter, dotted] : *node.as_table()) {
        table.forms.fixtures.insert_or_assign(std::string(parameter.str()),
                                              dotted.value_or(std::string()));
      }
    } else {
      return ErrorAt(file, node, fmt::format("unknown key '{}', or a wrong type", name));
    }
  }
  return table;
}

}  // namespace flagcensus
