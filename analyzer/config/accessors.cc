#include "analyzer/config/accessors.h"

#include <fmt/format.h>

#include <algorithm>

#include "analyzer/base/bounded_toml.h"
#include "analyzer/base/embedded.h"
#include "analyzer/base/text.h"

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
               name == "default_prefix") {
      ok = node.is_string();
      (name == "prefix"      ? row.prefix
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
  for (const std::string& name : names) {
    row.name = name;
    out->settings.insert_or_assign(name, row);
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
  return nullptr;
}

}  // namespace

bool AccessorTable::IsEnvironment(std::string_view dotted) const {
  return std::find(environments.begin(), environments.end(), dotted) != environments.end();
}

bool AccessorTable::IsEnvironmentWord(std::string_view name) const {
  const std::string lower = ToLower(name);
  const std::vector<std::string_view> parts = Split(lower, '_');
  return std::any_of(parts.begin(), parts.end(), [&](std::string_view part) {
    return environment_words.count(std::string(part)) > 0;
  });
}

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
    } else if ((name == "conversions" || name == "casts" || name == "questions") && node.is_table()) {
      auto& types = name == "casts" ? table.casts
                    : name == "questions" ? table.questions
                                            : table.conversions;
      for (const auto& [call, type] : *node.as_table()) {
        const std::optional<ValueType> parsed_type = ParseValueType(type.value_or(std::string()));
        if (!parsed_type) return At(file, type, "a conversion gives a type");
        types.insert_or_assign(std::string(call.str()), *parsed_type);
      }
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

namespace {

// What Python's files are searched for grows with the rows.
void AddToPython(AccessorTable user, AccessorTable& all) {
  const auto append = [](std::vector<std::string>* to, const std::vector<std::string>& from) {
    to->insert(to->end(), from.begin(), from.end());
  };
  append(&all.words, user.words);
  append(&all.environments, user.environments);
  for (auto& [call, row] : user.calls) {
    if (row.language && *row.language != Language::kPython) continue;
    // The last part of a user's accessor is the word by which its callers are found.
    // An object's methods are found by what makes the object.
    const std::string maker = call.substr(0, call.find("()"));
    const size_t dot = maker.rfind('.');
    all.words.push_back(dot == std::string::npos ? maker : maker.substr(dot + 1));
    all.calls.insert_or_assign(call, row);
  }
  for (auto& [name, row] : user.settings) {
    const size_t dot = name.rfind('.');
    all.words.push_back(dot == std::string::npos ? name : name.substr(dot + 1));
    all.settings.insert_or_assign(name, row);
  }
  all.objects.merge(user.objects);
  all.schemes.merge(user.schemes);
  append(&all.sink_words, user.sink_words);
  append(&all.spawn_words, user.spawn_words);
  all.sink_keywords.merge(user.sink_keywords);
  all.sink_keys.merge(user.sink_keys);
  all.environment_words.merge(user.environment_words);
  for (auto& [keyword, between] : user.family_keywords) {
    all.words.push_back(keyword);
    all.family_keywords.insert_or_assign(keyword, between);
  }
  all.prefixes.merge(user.prefixes);
  all.runs.merge(user.runs);
  all.shells.merge(user.shells);
  all.containers.merge(user.containers);
  for (auto& [call, position] : user.sink_calls) all.sink_calls[call] = position;
  for (auto& [call, row] : user.methods) all.methods.insert_or_assign(call, row);
  for (auto& [call, type] : user.conversions) all.conversions.insert_or_assign(call, type);
  for (auto& [call, type] : user.questions) all.questions.insert_or_assign(call, type);
  for (auto& [call, type] : user.casts) all.casts.insert_or_assign(call, type);
  for (auto& [name, dotted] : user.fixtures) all.fixtures.insert_or_assign(name, dotted);
  std::erase(all.words, "");
  std::sort(all.words.begin(), all.words.end());
  all.words.erase(std::unique(all.words.begin(), all.words.end()), all.words.end());
}

}  // namespace

const Accessors& BuiltInAccessors() {
  static const Accessors kTables = [] {
    const auto read = [](const char* path) {
      const std::string file = std::string("queries/") + path;
      Result<AccessorTable> table = ReadAccessors(EmbeddedQuery(path), file);
      // A row of ours that cannot be read is a fault of the build, which a test finds.
      return table.ok() ? std::move(table).value() : AccessorTable();
    };
    return Accessors{read("python/accessors.toml"), read("c/accessors.toml")};
  }();
  return kTables;
}

std::optional<Error> AddAccessors(std::string_view user_toml, std::string_view file,
                                  Accessors& accessors) {
  Result<AccessorTable> user = ReadAccessors(user_toml, file);
  if (!user.ok()) return user.error();
  for (const auto& [call, row] : user.value().calls) {
    if (!row.language || *row.language != Language::kPython)
      accessors.c.calls.insert_or_assign(call, row);
  }
  AddToPython(std::move(user).value(), accessors.python);
  return std::nullopt;
}

}  // namespace flagcensus
