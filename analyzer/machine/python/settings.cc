// Classes whose fields are variables: rows `[[settings]]` of the accessor table.
#include <algorithm>

#include "analyzer/machine/python/machine.h"

namespace flagcensus {
namespace {

const SettingsRow* RowOf(const Machine& m, ClassObject* type) {
  for (const Symbol base : LibraryBasesOf(type)) {
    std::string_view path = m.symbols.TextOf(base);
    while (path.ends_with("()")) path.remove_suffix(2);
    const auto row = m.table.settings.find(std::string(path));
    if (row != m.table.settings.end()) return &row->second;
  }
  return nullptr;
}

// A text of the class's configuration: model_config = {...}, class Config:, a keyword.
Val Configured(Machine& m, ClassObject* type, const std::string& key) {
  if (key.empty()) return nullptr;
  const Symbol name = m.symbols.Intern(key);
  for (ClassObject* one : BasesOf(type)) {
    for (const auto& [keyword, value] : one->keywords) {
      if (keyword == name) return value;
    }
    Val config = one->slots.Get(TextKey(m.symbols.Intern("model_config")));
    if (const LibraryVal* library = config == nullptr ? nullptr : AsLibrary(config)) {
      if (Val value = library->arguments.Keyword(name)) return value;
    }
    if (const MappingObject* mapping = config == nullptr ? nullptr : AsMapping(config)) {
      if (Val value = mapping->slots.Get(TextKey(name))) return value;
    }
    Val inner = one->slots.Get(TextKey(m.symbols.Intern("Config")));
    if (ClassObject* config_class = inner == nullptr ? nullptr : AsClass(inner)) {
      if (Val value = FindInClass(m, config_class, name)) return value;
    }
  }
  return nullptr;
}

std::string UpperName(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(), [](unsigned char c) {
    return static_cast<char>(c >= 'a' && c <= 'z' ? c - 'a' + 'A' : c);
  });
  return text;
}

struct FieldCall {
  std::vector<Val> names;  // given whole
  Val default_value = nullptr;
  std::string description;
};

FieldCall ReadFieldCall(Machine& m, const SettingsRow& row, const LibraryVal& call) {
  FieldCall out;
  for (const std::string& alias : row.aliases) {
    Val name = call.arguments.Keyword(m.symbols.Intern(alias));
    if (name != nullptr && AsTextConstant(name) != nullptr) out.names.push_back(name);
    if (name == nullptr) continue;
    // AliasChoices("A", "B")
    if (const LibraryVal* choices = AsLibrary(name)) {
      for (Val one : choices->arguments.positional) {
        if (AsTextConstant(one) != nullptr) out.names.push_back(one);
      }
    }
  }
  const auto position = static_cast<size_t>(row.default_value.position);
  if (row.default_value.position >= 0 && position < call.arguments.positional.size()) {
    out.default_value = call.arguments.positional[position];
  }
  for (const std::string& keyword : row.default_value.keywords) {
    if (Val value = call.arguments.Keyword(m.symbols.Intern(keyword))) out.default_value = value;
  }
  for (const std::string& keyword : row.description.keywords) {
    const ConstantVal* text = AsTextConstant(call.arguments.Keyword(m.symbols.Intern(keyword)));
    if (text != nullptr) out.description = m.symbols.TextOf(text->text);
  }
  return out;
}

bool IsFieldCall(const Machine& m, const SettingsRow& row, const LibraryVal* call) {
  if (call == nullptr) return false;
  std::string_view path = m.symbols.TextOf(call->path);
  if (path.ends_with("()")) path.remove_suffix(2);
  return std::find(row.fields.begin(), row.fields.end(), path) != row.fields.end();
}

ValueType TypeOfField(const Machine& m, int unit, NodeId annotation) {
  const Syntax& syntax = m.units[static_cast<size_t>(unit)].syntax();
  const std::string& name = syntax.text(annotation);
  if (name == "bool") return ValueType::kBool;
  if (name == "int") return ValueType::kInt;
  if (name == "float") return ValueType::kFloat;
  if (name == "str") return ValueType::kStr;
  if (name == "Path") return ValueType::kPath;
  const bool list = name == "list" || name == "List";
  return list ? ValueType::kList : ValueType::kUnknown;
}

}  // namespace

void ReadSettings(Machine& m, ClassObject* type) {
  const SettingsRow* row = RowOf(m, type);
  if (row == nullptr) return;
  std::string prefix = row->default_prefix;
  Val configured = Configured(m, type, row->prefix);
  if (configured != nullptr) {
    const ConstantVal* text = AsTextConstant(configured);
    if (text == nullptr) return;
    prefix = m.symbols.TextOf(text->text);
  }
  if (!prefix.empty()) prefix += row->separator;
  for (const ClassObject::Field& field : type->fields) {
    const std::string& name = m.symbols.TextOf(field.name);
    if (name == "model_config" || name.starts_with("_")) continue;
    const NodeId at = field.value == kNoNode ? field.annotation : field.value;
    Val value = field.value == kNoNode ? nullptr : type->slots.Get(TextKey(field.name));
    const LibraryVal* call = value == nullptr ? nullptr : AsLibrary(value);
    FieldCall told;
    if (IsFieldCall(m, *row, call)) {
      told = ReadFieldCall(m, *row, *call);
      value = told.default_value;
    } else if (row->fields_alone) {
      continue;
    }
    if (told.names.empty()) {
      told.names.push_back(m.values.Text(m.symbols.Intern(UpperName(prefix + name))));
    }
    for (Val one : told.names) {
      Emission read;
      // Spelled by the class, wherever its alias's text is.
      read.name = m.values.Text(AsTextConstant(one)->text);
      read.node = at;
      read.default_value = value;
      read.required = value == nullptr;
      read.type = TypeOfField(m, type->unit, field.annotation);
      read.via = type->name;
      read.description = told.description;
      Emit(m, read);
    }
  }
}

}  // namespace flagcensus
