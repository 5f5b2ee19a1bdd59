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

// ClassVar[str], which is no field (PEP 526).
bool IsClassVariable(const Machine& m, int unit, NodeId annotation) {
  const Syntax& syntax = m.units[static_cast<size_t>(unit)].syntax();
  if (syntax.kind(annotation) == NodeKind::kSubscript) annotation = syntax.child(annotation, 0);
  return syntax.text(annotation) == "ClassVar";
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

// One settings class: how its fields' names are made.
class SettingsReader {
 public:
  SettingsReader(Machine& m, const SettingsRow& row, ClassObject* type)
      : m_(m), row_(row), type_(type), via_(type->name) {}

  void Read() {
    std::string prefix = row_.default_prefix;
    if (Val configured = Configured(m_, type_, row_.prefix)) {
      const ConstantVal* text = AsTextConstant(configured);
      if (text == nullptr) return;
      prefix = m_.symbols.TextOf(text->text);
    }
    if (!prefix.empty()) prefix += row_.separator;
    const ConstantVal* nested = AsTextConstant(Configured(m_, type_, row_.nested));
    if (nested != nullptr) nested_ = m_.symbols.TextOf(nested->text);
    for (const ClassObject::Field& field : type_->fields) ReadField(type_, field, prefix, nullptr, 0);
  }

 private:
  // `outer`: the field of the settings class through which a nested class's field is read; null: it
  // is the class's own.
  void ReadField(ClassObject* type, const ClassObject::Field& field, const std::string& prefix,
                 const ClassObject::Field* outer, int depth) {
    const std::string& name = m_.symbols.TextOf(field.name);
    if (name == "model_config" || name.starts_with("_")) return;
    if (IsClassVariable(m_, type->unit, field.annotation)) return;
    Val value = field.value == kNoNode ? nullptr : type->slots.Get(TextKey(field.name));
    const LibraryVal* call = value == nullptr ? nullptr : AsLibrary(value);
    FieldCall told;
    if (IsFieldCall(m_, row_, call)) {
      told = ReadFieldCall(m_, row_, *call);
      value = told.default_value;
    } else if (row_.fields_alone) {
      return;
    }
    const bool named = !told.names.empty();
    if (!named) told.names.push_back(m_.values.Text(m_.symbols.Intern(UpperName(prefix + name))));
    const ClassObject::Field& place = outer == nullptr ? field : *outer;
    if (!named && ReadNested(type, field, prefix + name, place, depth)) return;
    for (Val one : told.names) {
      Emission read;
      // Spelled by the class, wherever its alias's text is.
      read.name = m_.values.Text(AsTextConstant(one)->text);
      read.node = place.value == kNoNode ? place.annotation : place.value;
      read.default_value = value;
      read.required = value == nullptr;
      read.type = TypeOfField(m_, type->unit, field.annotation);
      read.via = via_;
      read.description = told.description;
      Emit(m_, read);
    }
  }

  // A field that is an object of a class of the tree: with a delimiter its own fields are variables.
  bool ReadNested(ClassObject* type, const ClassObject::Field& field, const std::string& name,
                  const ClassObject::Field& outer, int depth) {
    constexpr int kDeepest = 4;
    if (nested_.empty() || depth >= kDeepest) return false;
    const InstanceObject* instance = AsInstance(OfAnnotation(m_, field.annotation, type->module));
    if (instance == nullptr || IsEnumeration(m_, instance->type)) return false;
    for (const ClassObject::Field& inner : instance->type->fields) {
      ReadField(instance->type, inner, name + nested_, &outer, depth + 1);
    }
    return true;
  }

  Machine& m_;
  const SettingsRow& row_;
  ClassObject* const type_;
  const Symbol via_;
  std::string nested_;
};

}  // namespace

void ReadSettings(Machine& m, ClassObject* type) {
  if (const SettingsRow* row = RowOf(m, type)) SettingsReader(m, *row, type).Read();
}

}  // namespace flagcensus
