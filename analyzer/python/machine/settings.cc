// Classes with fields that are variables: rows `[[settings]]` of the accessor table.
//
//   class Settings(BaseSettings):
//       model_config = SettingsConfigDict(env_prefix="APP_")
//       port: int = 80                                       ─→ a read of APP_PORT, int, default 80
//       key: str = Field(alias="API_KEY")                    ─→ a read of API_KEY, required
//
// The names follow from the configuration: prefix, case, and a delimiter for nested classes.
#include <algorithm>
#include <string>
#include <vector>

#include "analyzer/base/text.h"
#include "analyzer/python/machine/machine.h"

namespace flagcensus {
namespace {

std::string_view LastPart(std::string_view path) { return path.substr(path.rfind('.') + 1); }

// The row of the first base that has one. A decorator's path is among the bases, with "()".
const SettingsRow* RowOf(const Machine& m, ClassObject* type) {
  for (const Symbol base : LibraryBasesOf(type)) {
    std::string_view path = m.symbols.TextOf(base);
    while (path.ends_with("()")) path.remove_suffix(2);
    const auto row = m.program.table.classes.settings.find(std::string(path));
    if (row != m.program.table.classes.settings.end()) return &row->second;
  }
  return nullptr;
}

// The value under the key in a class's configuration: SettingsConfigDict(...), a dict, or an object
// of a class derived from one of them. Null: it is not set; unknown: it may be.
Val InConfiguration(Machine& m, Val config, Symbol key) {
  // A mapping, an object derived from dict, or a call of a library's configuration class.
  if (MappingObject* items =
          AsMapping(AsInstance(config) != nullptr ? ItemsOfObject(m.symbols, config) : config)) {
    if (Val value = items->slots.Get(TextKey(key))) return value;
    const bool whole = !items->open && items->slots.Get(kRestSlot) == nullptr;
    return whole ? nullptr : m.values.unknown();
  }
  if (const LibraryVal* made = AsLibrary(config)) {
    if (Val value = made->arguments.Keyword(key)) return value;
    const bool whole =
        m.symbols.TextOf(made->path).ends_with("ConfigDict()") && !made->arguments.open;
    return whole ? nullptr : m.values.unknown();
  }
  return m.values.unknown();
}

// A text of the class's configuration: model_config = {...}, class Config:, a keyword or an
// attribute of the class. Each base adds its keys. Null: none sets it; unknown: one may.
Val Configured(Machine& m, ClassObject* type, const std::string& key) {
  if (key.empty()) return nullptr;
  const Symbol name = m.symbols.Intern(key);
  // From the class to its bases: the nearest setting counts.
  for (ClassObject* one : BasesOf(type)) {
    for (const auto& [keyword, value] : one->keywords) {
      if (keyword == name) return value;
    }
    if (Val config = one->slots.Get(TextKey(m.symbols.Intern("model_config")))) {
      config = UnsetSide(Resolve(m, WithoutAbsent(m.values, config)));
      if (Val value = InConfiguration(m, config, name)) return value;
    }
    if (Val inner = one->slots.Get(TextKey(m.symbols.Intern("Config")))) {
      inner = Resolve(m, WithoutAbsent(m.values, inner));
      ClassObject* const config = AsClass(inner);
      Val value = config == nullptr ? nullptr : FindInClass(m, config, name);
      if (value != nullptr) return value;
    }
    if (Val own = one->slots.Get(TextKey(name))) {
      own = UnsetSide(Resolve(m, WithoutAbsent(m.values, own)));
      if (AsTextConstant(own) != nullptr) return own;
    }
  }
  return nullptr;
}

// Whether the body configures the class as one of the row's, by the type or a key of its
// configuration.
bool IsConfiguredBy(Machine& m, ClassObject* type, const SettingsRow& row) {
  const auto own = [&](std::string_view name) -> Val {
    Val held = type->slots.Get(TextKey(m.symbols.Intern(name)));
    return held == nullptr ? nullptr : UnsetSide(Resolve(m, WithoutAbsent(m.values, held)));
  };
  // The configuration of this class alone.
  Val config = own("model_config");
  const LibraryVal* made = AsLibrary(config);
  const MappingObject* items = AsMapping(config);
  const ClassObject* inner = AsClass(own("Config"));
  return std::any_of(row.configured_by.begin(), row.configured_by.end(), [&](const auto& one) {
    if (made != nullptr && m.symbols.TextOf(made->path) == one + "()") return true;
    const SlotKey key = TextKey(m.symbols.Intern(one));
    return (items != nullptr && items->slots.Get(key) != nullptr) ||
           (inner != nullptr && inner->slots.Get(key) != nullptr);
  });
}

// Whether the class has a base of another package than the row's. A class of the row's package that
// is not a class of settings does not become one by its configuration.
bool HasForeignBase(const Machine& m, ClassObject* type, const SettingsRow& row) {
  const auto package = [](std::string_view path) { return path.substr(0, path.find('.')); };
  const std::vector<Symbol> bases = LibraryBasesOf(type);
  // Bases of typing and abc say nothing about settings.
  const auto is_foreign = [&](Symbol base) {
    const std::string_view of = package(m.symbols.TextOf(base));
    return of != "object" && of != "typing" && of != "abc" &&
           std::none_of(row.names.begin(), row.names.end(),
                        [&](const std::string& name) { return package(name) == of; });
  };
  return std::any_of(bases.begin(), bases.end(), is_foreign);
}

// The texts that the value may have, with a star for each unknown part. Eight: each is a prefix,
// and gives as many names per field.
std::vector<std::string> SpelledTexts(const SymbolTable& symbols, Val value) {
  constexpr size_t kMost = 8;
  std::vector<std::string> out;
  const auto add = [&](std::string text) {
    const bool known = std::find(out.begin(), out.end(), text) != out.end();
    if (!known && out.size() < kMost) out.push_back(std::move(text));
  };
  ForEachLeaf(value, [&](Val leaf) {
    if (IsNone(leaf)) return add("");
    if (const ConstantVal* text = AsTextConstant(leaf)) return add(symbols.TextOf(text->text));
    // A text with holes gives its literal parts, with stars between.
    std::string made;
    if (const TextVal* text = AsTextWithHoles(leaf)) {
      for (const TextPart& part : text->parts) {
        if (part.kind == TextPart::Kind::kLiteral)
          made += symbols.TextOf(part.text);
        else if (!made.ends_with('*'))
          made += '*';
      }
    }
    add(made.empty() ? "*" : made);
  });
  // If the text is known on some branch, an entirely unknown one adds nothing.
  if (out.size() > 1) std::erase(out, "*");
  return out;
}

// A field as the class's body defines it: `name: type = value`, `name = value`. Other statements
// are not fields.
struct Field {
  ClassObject* owner = nullptr;
  Symbol name = 0;
  NodeId target = kNoNode;
  NodeId annotation = kNoNode;
  NodeId value = kNoNode;
};

std::vector<Field> FieldsOf(const Machine& m, ClassObject* type) {
  const PythonUnit& unit = UnitAt(m, type->unit);
  const Syntax& syntax = unit.syntax();
  const NodeId body = syntax.child(type->node, 0);
  std::vector<Field> out;
  // Statement by statement of the body.
  for (size_t i = 0; i < syntax.count(body); ++i) {
    const NodeId statement = syntax.child(body, i);
    const size_t count = syntax.count(statement);
    Field field;
    field.owner = type;
    if (syntax.kind(statement) == NodeKind::kAnnotated) {
      field.target = syntax.child(statement, 0);
      field.annotation = syntax.child(statement, 1);
      if (count > 2) field.value = syntax.child(statement, 2);
    } else if (syntax.kind(statement) == NodeKind::kAssign && count == 2) {
      field.target = syntax.child(statement, 1);
      field.value = syntax.child(statement, 0);
    }
    if (field.target == kNoNode || syntax.kind(field.target) != NodeKind::kName) continue;
    field.name = unit.SymbolOf(field.target);
    out.push_back(field);
  }
  return out;
}

// The arguments of a field's call: Field(80, alias="PORT", description="...").
struct FieldCall {
  std::vector<Val> names;  // as they are: without prefix
  bool named = false;      // an argument specifies the name, known or not
  Val default_value = nullptr;
  std::string description;
};

// AliasChoices("A", "B"), ["A", "B"], "A"
std::vector<Val> NamesIn(Machine& m, Val alias) {
  // One name, or a list of names.
  std::vector<Val> all = {alias};
  if (const LibraryVal* choices = AsLibrary(alias)) all = choices->arguments.positional;
  if (AsSequence(alias) != nullptr) all = KnownElements(m, alias).value_or(all);
  std::erase_if(all, [](Val one) { return AsTextConstant(one) == nullptr; });
  return all;
}

// The result of a factory that needs no arguments: list, `lambda: ["a"]`. Null: another one, for
// which its source says more.
Val MadeBy(Machine& m, Val factory, NodeId node) {
  // Types that create an empty collection.
  if (const LibraryVal* type = AsLibrary(factory)) {
    const std::string_view path = m.symbols.TextOf(type->path);
    if (path == "list" || path == "tuple" || path == "set") {
      return m.heap.Sequence(SequenceKind::kList, {});
    }
    return path == "dict" ? m.heap.Mapping()->self : nullptr;
  }
  FunctionObject* function = AsFunction(factory);
  if (function == nullptr) return nullptr;
  const Syntax& syntax = UnitAt(m, function->unit).syntax();
  if (syntax.kind(function->node) != NodeKind::kLambda) return nullptr;
  constexpr uint64_t kSteps = 200;
  Val made = nullptr;
  Activation run = ModuleRun(m, m.program.modules[static_cast<size_t>(function->unit)]);
  RunApart(m, &run, kSteps, [&] { made = Call(m, factory, {}, node); });
  const bool known = made != nullptr && (AsConstant(made) != nullptr ||
                                         AsSequence(made) != nullptr || AsMapping(made) != nullptr);
  return known ? made : nullptr;
}

// The last of the factories and the default counts; a default that is passed overrides both.
FieldCall ReadFieldCall(Machine& m, const SettingsRow& row, const LibraryVal& call) {
  FieldCall out;
  // The first alias that the call passes.
  for (const std::string& alias : row.aliases) {
    Val name = call.arguments.Keyword(m.symbols.Intern(alias));
    if (name == nullptr || IsNone(name)) continue;
    out.named = true;
    out.names = NamesIn(m, name);
    break;
  }
  for (const std::string& factory : row.factories) {
    // The argument's source is the computed default.
    if (call.arguments.Keyword(m.symbols.Intern(factory)) == nullptr) continue;
    const Syntax& syntax = UnitAt(m, call.unit).syntax();
    NodeId made = call.node;
    for (size_t i = 1; i < syntax.count(call.node); ++i) {
      const NodeId argument = syntax.child(call.node, i);
      const bool keyword = syntax.kind(argument) == NodeKind::kKeyword;
      if (keyword && syntax.text(argument) == factory) made = syntax.child(argument, 0);
    }
    out.default_value = MadeBy(m, call.arguments.Keyword(m.symbols.Intern(factory)), call.node);
    if (out.default_value == nullptr)
      out.default_value = m.values.Unknown(call.unit, made, ValueType::kUnknown, {});
  }
  if (Val given = ArgumentOf(m, row.default_value, call.arguments)) out.default_value = given;
  const ConstantVal* text = AsTextConstant(ArgumentOf(m, row.description, call.arguments));
  if (text != nullptr) out.description = m.symbols.TextOf(text->text);
  return out;
}

bool IsFieldCall(const SymbolTable& symbols, const SettingsRow& row, const LibraryVal* call) {
  // Compares the path of the call, with or without its parentheses.
  if (call == nullptr) return false;
  std::string_view path = symbols.TextOf(call->path);
  if (path.ends_with("()")) path.remove_suffix(2);
  return std::find(row.fields.begin(), row.fields.end(), path) != row.fields.end();
}

// Annotations that are lists of values.
bool IsList(std::string_view name) {
  static const std::unordered_set<std::string_view> kNames = {
      "list", "List", "set", "Set", "tuple", "Tuple", "Sequence", "frozenset", "FrozenSet"};
  return kNames.count(name) > 0;
}

// Reads one settings class: how its configuration composes the names of its fields.
class SettingsReader {
 public:
  SettingsReader(Machine& m, const SettingsRow& row, ClassObject* type)
      : m_(m), row_(row), type_(type), via_(m.symbols.Intern(LastPart(row.name))) {}

  // Emits the reads of its own fields, and those of bases that are not settings themselves or have
  // a different prefix there.
  void Read() {
    const std::vector<std::string> prefixes = PrefixesOf(type_);
    const ConstantVal* nested = AsTextConstant(Configured(m_, type_, row_.nested));
    if (nested != nullptr) nested_ = m_.symbols.TextOf(nested->text);
    Val exact = Configured(m_, type_, row_.exact);
    // Case counts only if the configuration says so.
    exact_ = exact != nullptr && KnownTruth(TruthOf(m_, exact)) == true;
    std::set<Symbol> seen;
    for (ClassObject* one : BasesOf(type_)) {
      // A base with the same prefixes has reported its fields already.
      const bool stated = one != type_ && RowOf(m_, one) == &row_ && PrefixesOf(one) == prefixes;
      for (const Field& field : FieldsOf(m_, one)) {
        if (!seen.insert(field.name).second || stated || IsKey(field)) continue;
        for (const std::string& prefix : prefixes) ReadField(field, prefix, 0);
      }
    }
    ReadRest(prefixes);
  }

 private:
  // Whether it is not a field but sets the prefix: `env_prefix = "APP_"`.
  bool IsKey(const Field& field) const {
    const std::string& name = m_.symbols.TextOf(field.name);
    return field.annotation == kNoNode &&
           (name == row_.prefix || name == row_.nested || name == row_.exact);
  }

  // The texts before a field's name. An unknown prefix is a star, with the `_` that most prefixes
  // end with.
  std::vector<std::string> PrefixesOf(ClassObject* type) {
    // Each possible prefix of the configuration.
    std::vector<std::string> out = {row_.default_prefix};
    if (Val configured = Configured(m_, type, row_.prefix))
      out = SpelledTexts(m_.symbols, configured);
    for (std::string& prefix : out) {
      if (!prefix.empty()) prefix += prefix == "*" ? "_" : row_.separator;
    }
    return out;
  }

  // A base outside the tree may have more fields: a read of PREFIX*, with the base as its place.
  void ReadRest(const std::vector<std::string>& prefixes) {
    for (ClassObject* one : BasesOf(type_)) {
      const auto known = m_.found.configured.find(one);
      if (known == m_.found.configured.end()) continue;
      // One family for each prefix.
      for (const std::string& prefix : prefixes) {
        TextPart literal;
        literal.text = m_.symbols.Intern(exact_ ? prefix : ToUpper(prefix));
        TextPart rest;
        rest.kind = TextPart::Kind::kAnything;
        Emission read;
        read.name = m_.values.Parts({literal, rest}, {}, m_.symbols);
        read.node = known->second;
        read.via = m_.symbols.Intern(Unparse(UnitAt(m_, one->unit).syntax(), known->second));
        read.of_base = m_.symbols.Intern(m_.symbols.TextOf(literal.text) + "*");
        InModuleOf(one, [&] { Emit(m_, read); });
      }
    }
  }

  // `depth`: of nested classes; 0: the field is the settings class's own.
  void ReadField(const Field& field, const std::string& prefix, int depth) {
    ClassObject* const type = field.owner;
    const std::string& name = m_.symbols.TextOf(field.name);
    // Names with an underscore are private attributes, not fields.
    if (name == "model_config" || name.starts_with("_")) return;
    const Syntax& syntax = UnitAt(m_, type->unit).syntax();
    const bool annotated = field.annotation != kNoNode;
    // ClassVar[str] is not a field (PEP 526).
    if (annotated && Unparse(syntax, field.annotation).find("ClassVar") != std::string::npos)
      return;
    // The field's value: a constant, a call that describes it, or nothing.
    Val value = field.value == kNoNode ? nullptr : type->slots.Get(TextKey(field.name));
    const LibraryVal* call = value == nullptr ? nullptr : AsLibrary(value);
    FieldCall stated;
    Val within = nullptr;  // Annotated[int, Field(alias="PORT")]
    InModuleOf(type, [&] {
      if (annotated) within = CallInAnnotation(m_, field.annotation, value);
    });
    if (IsFieldCall(m_.symbols, row_, call)) {
      stated = ReadFieldCall(m_, row_, *call);
      value = stated.default_value;
    } else if (IsFieldCall(m_.symbols, row_, AsLibrary(within))) {
      stated = ReadFieldCall(m_, row_, *AsLibrary(within));
      if (value == nullptr) value = stated.default_value;
    } else if (row_.fields_alone ||
               (!annotated && (AsConstant(value) == nullptr || IsNone(value)))) {
      // Without an annotation only a constant is a field: methods and descriptors are not. A
      // library with field calls may ignore all other names (fields_alone).
      return;
    }
    // No alias: the name follows from the field's, with the prefix.
    if (!stated.named) {
      if (nested_.empty() && IsOfSettings(field, value)) return;
      if (ReadNested(field, prefix + name, depth)) return;
      stated.names.push_back(m_.values.Text(m_.symbols.Intern(prefix + name)));
    }
    Emission read;
    read.node = field.target;
    read.default_value = value;
    read.required = value == nullptr;
    read.via = via_;
    // Lists and dictionaries are written as JSON in such variables.
    read.json = true;
    read.description = stated.description;
    // An alias may list several names, each of which is a variable.
    for (Val one : stated.names) {
      // Spelled by the class, even if the alias is a constant elsewhere.
      const std::string& spelled = m_.symbols.TextOf(AsTextConstant(one)->text);
      read.name = m_.values.Text(m_.symbols.Intern(exact_ ? spelled : ToUpper(spelled)));
      InModuleOf(type, [&] {
        if (annotated) read.type = TypeAnnotated(m_, field.annotation);
        Emit(m_, read);
      });
    }
  }

  template <class What>
  void InModuleOf(ClassObject* type, const What& what) {
    constexpr uint64_t kSteps = 2000;
    Activation run = ModuleRun(m_, type->module);
    RunApart(m_, &run, kSteps, what);
  }

  // Whether the field is an object of a settings class: that one reads its own variables.
  bool IsOfSettings(const Field& field, Val value) {
    const InstanceObject* held = value == nullptr ? nullptr : AsInstance(value);
    // The field's value decides, or its annotation.
    if (held == nullptr && field.annotation != kNoNode) {
      held = AsInstance(OfAnnotation(m_, field.annotation, field.owner->module));
    }
    return held != nullptr && RowOf(m_, held->type) != nullptr;
  }

  // A field that is an object of a class of the tree: if the configuration has a delimiter, the
  // object's fields are variables. Four levels.
  bool ReadNested(const Field& field, const std::string& name, int depth) {
    constexpr int kDeepest = 4;
    if (nested_.empty() || field.annotation == kNoNode || depth >= kDeepest) return false;
    const InstanceObject* instance =
        AsInstance(OfAnnotation(m_, field.annotation, field.owner->module));
    if (instance == nullptr || IsEnumeration(m_.symbols, instance->type)) return false;
    // Each field of the nested class, with the delimiter before it.
    for (const Field& inner : FieldsOf(m_, instance->type)) {
      ReadField(inner, name + nested_, depth + 1);
    }
    return true;
  }

  Machine& m_;
  const SettingsRow& row_;
  ClassObject* const type_;
  const Symbol via_;
  std::string nested_;
  bool exact_ = false;  // names keep their case
};

}  // namespace

// int, Optional[int], int | None, list[str], Literal["a"]: unions are the first side with a known
// type.
ValueType TypeAnnotated(Machine& m, NodeId annotation) {
  const Syntax& syntax = SyntaxHere(m);
  // X | Y: the left side, if its type is known.
  if (syntax.kind(annotation) == NodeKind::kBinary) {
    const ValueType left = TypeAnnotated(m, syntax.child(annotation, 0));
    return left != ValueType::kUnknown ? left : TypeAnnotated(m, syntax.child(annotation, 1));
  }
  const bool generic = syntax.kind(annotation) == NodeKind::kSubscript;
  Val type = Evaluate(m, generic ? syntax.child(annotation, 0) : annotation);
  if (ClassObject* own = AsClass(type)) {
    return IsEnumeration(m.symbols, own) ? ValueType::kEnum : ValueType::kUnknown;
  }
  if (!generic && AsSequence(type) != nullptr) return ValueType::kEnum;  // Mode = Literal["a", "b"]
  const LibraryVal* library = AsLibrary(type);
  if (library == nullptr) return ValueType::kUnknown;
  if (!generic) return TypeOfCast(m, type);
  const std::string_view name = LastPart(m.symbols.TextOf(library->path));
  if (name == "Literal") return ValueType::kEnum;
  if (IsList(name)) return ValueType::kList;
  // Optional[X] and Annotated[X, ...] are X.
  if (name != "Optional" && name != "Annotated" && name != "Union") return ValueType::kUnknown;
  const NodeId inner = syntax.child(annotation, 1);
  if (syntax.kind(inner) != NodeKind::kTuple) return TypeAnnotated(m, inner);
  // For a union, the first known type, as for `int | None`.
  const size_t alternatives = name == "Union" ? syntax.count(inner) : 1;
  for (size_t i = 0; i < std::min(alternatives, syntax.count(inner)); ++i) {
    const ValueType alternative = TypeAnnotated(m, syntax.child(inner, i));
    if (alternative != ValueType::kUnknown) return alternative;
  }
  return ValueType::kUnknown;
}

bool IsSettingsClass(const Machine& m, ClassObject* type) { return RowOf(m, type) != nullptr; }

// The base outside the tree may be a class of settings itself: its configuration says so. The first
// row by name, so the result does not depend on the order of the table.
void NoteConfigured(Machine& m, ClassObject* type, NodeId statement) {
  if (m.run.over || RowOf(m, type) != nullptr) return;
  const SettingsRow* found = nullptr;
  for (const auto& [name, row] : m.program.table.classes.settings) {
    const bool configured =
        !row.configured_by.empty() && IsConfiguredBy(m, type, row) && HasForeignBase(m, type, row);
    if (configured && (found == nullptr || name < found->name)) found = &row;
  }
  if (found == nullptr) return;
  const Syntax& syntax = UnitAt(m, type->unit).syntax();
  for (size_t i = 0; i < syntax.count(statement); ++i) {
    const NodeId base = syntax.child(statement, i);
    const NodeKind kind = syntax.kind(base);
    if (kind == NodeKind::kBlock || kind == NodeKind::kDecorator || kind == NodeKind::kKeyword)
      continue;
    type->library_bases.push_back(m.symbols.Intern(found->name));
    m.found.configured.emplace(type, base);
    return;
  }
}

void ReadSettings(Machine& m, ClassObject* type) {
  if (const SettingsRow* row = RowOf(m, type)) SettingsReader(m, *row, type).Read();
}

}  // namespace flagcensus
