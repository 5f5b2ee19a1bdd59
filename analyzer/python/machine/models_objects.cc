// Functions that inspect objects and classes (Python Library Reference, "Built-in Functions",
// "dataclasses", "inspect").
//
//   for f in dataclasses.fields(Config):
//       setattr(config, f.name, os.environ.get("APP_" + f.name.upper(), f.default))
//       ─→ a read for each field, reported where Config declares it, with the field's default
#include <algorithm>
#include <charconv>
#include <set>

#include "analyzer/base/text.h"
#include "analyzer/python/machine/models.h"

namespace flagcensus {
namespace {

// Whether objects of the class certainly lack the attribute: it is not defined by the class, its
// fields, a base outside the tree or a hook.
bool Lacks(Machine& m, Val object, Symbol name) {
  const InstanceObject* instance = AsInstance(object);
  if (instance == nullptr || instance->slots.Get(TextKey(name)) != nullptr) return false;
  // A base outside the tree may define anything.
  const std::vector<Symbol> bases = LibraryBasesOf(instance->type);
  const bool own = std::all_of(bases.begin(), bases.end(), [&](Symbol base) {
    return base != 0 && m.symbols.TextOf(base) == "object";
  });
  if (!own || FindInClass(m, instance->type, name) != nullptr) return false;
  for (const ClassObject* one : BasesOf(instance->type)) {
    for (const ClassObject::Field& field : one->fields) {
      if (field.name == name) return false;
    }
  }
  const auto hook = [&](std::string_view method) {
    return FindInClass(m, instance->type, m.symbols.Intern(method)) != nullptr;
  };
  return !hook(kMissingAttribute) && !hook(kEveryAttribute);
}

Val GetAttributeByName(Machine& m, const ModelCall& call) {
  if (call.arguments.positional.size() < 2) return m.values.unknown();
  // Each possible name of the attribute.
  return Lift1(m.values, call.at(1), [&](Val name) -> Val {
    const ConstantVal* text = AsTextConstant(name);
    if (text == nullptr) return m.values.unknown();
    if (call.at(2) != nullptr && Lacks(m, call.at(0), text->text)) return call.at(2);
    Val value = GetAttribute(m, call.at(0), text->text, call.node);
    // getattr(x, "a", 1) of an unknown attribute is either of the two.
    const bool vague = value->kind == ValKind::kUnknown && call.at(2) != nullptr;
    return vague ? Join(m.values, call.at(2), value) : value;
  });
}

// object.__getattribute__(self, "size"): the attribute without the class's own hook.
Val PlainAttributeByName(Machine& m, const ModelCall& call) {
  if (call.arguments.positional.size() != 2) return m.values.unknown();
  return Lift1(m.values, call.at(1), [&](Val name) -> Val {
    const ConstantVal* text = AsTextConstant(name);
    if (text == nullptr) return m.values.unknown();
    return GetPlainAttribute(m, call.at(0), text->text, call.node);
  });
}

Val Vars(Machine& m, const ModelCall& call) {
  if (call.at(0) == nullptr) return m.values.unknown();
  return GetAttribute(m, call.at(0), m.symbols.Intern("__dict__"), call.node);
}

Val TypeOfValue(Machine& m, const ModelCall& call) {
  if (call.arguments.positional.size() != 1) return m.values.unknown();
  // The class of an instance, the library's type of a constant.
  return Lift1(m.values, call.at(0), [&](Val value) -> Val {
    if (const InstanceObject* instance = AsInstance(value)) return instance->type->self;
    if (const ConstantVal* constant = AsConstant(value)) {
      switch (constant->type) {
        case ConstantType::kBool:
          return m.values.Library(m.symbols.Intern("bool"));
        case ConstantType::kInteger:
          return m.values.Library(m.symbols.Intern("int"));
        case ConstantType::kFloat:
          return m.values.Library(m.symbols.Intern("float"));
        case ConstantType::kText:
          return m.values.Library(m.symbols.Intern("str"));
        default:
          return m.values.unknown();
      }
    }
    return m.values.unknown();
  });
}

// Whether the value is of the built-in type; nullopt: that is not known. A boolean is an integer. A
// read of a variable is a str.
std::optional<bool> IsOfLibraryType(const Machine& m, Val value, std::string_view type) {
  if (const ConstantVal* constant = AsConstant(value)) {
    switch (constant->type) {
      case ConstantType::kText:
        return type == "str";
      case ConstantType::kBool:
        return type == "bool" || type == "int";
      case ConstantType::kInteger:
        return type == "int";
      case ConstantType::kFloat:
        return type == "float";
      default:
        return false;
    }
  }
  // A text with a literal part is a str; a bare argument may be anything.
  if (const TextVal* text = AsTextWithHoles(value)) {
    const bool bare = text->parts.size() == 1 && text->parts[0].kind == TextPart::Kind::kParameter;
    return bare ? std::nullopt : std::optional(type == "str");
  }
  if (const SequenceObject* sequence = AsSequence(value)) {
    static constexpr std::string_view kNames[] = {"list", "tuple", "set", "generator"};
    return kNames[static_cast<size_t>(sequence->sequence)] == type;
  }
  if (AsMapping(value) != nullptr) return type == "dict";
  if (ObjectOf(value) != nullptr) return false;
  const UnknownVal* unknown = AsUnknown(value);
  const bool read = unknown != nullptr && !unknown->events.empty();
  if (read && unknown->type == ValueType::kStr && type == "str") return true;
  (void)m;
  return std::nullopt;
}

Val IsInstanceOf(Machine& m, const ModelCall& call) {
  if (call.arguments.positional.size() < 2) return m.values.unknown();
  std::vector<Val> types = {call.at(1)};
  // isinstance(x, (A, B)): one of them suffices; an undecided type makes the result unknown.
  if (const auto several = KnownElements(m, call.at(1))) {
    if (AsSequence(call.at(1)) != nullptr) types = *several;
  }
  // Each possible value against each of the types.
  return Lift1(m.values, call.at(0), [&](Val value) -> Val {
    bool any = false;
    for (Val type : types) {
      std::optional<bool> one;
      if (ClassObject* wanted = AsClass(type)) {
        if (const InstanceObject* instance = AsInstance(value)) {
          const std::vector<ClassObject*>& bases = BasesOf(instance->type);
          const bool is = std::find(bases.begin(), bases.end(), wanted) != bases.end();
          // A generic object may be of a subclass.
          one = is || !instance->generic ? std::optional(is) : std::nullopt;
        } else if (AsConstant(value) != nullptr || ObjectOf(value) != nullptr) {
          one = false;
        }
      } else if (const LibraryVal* library = AsLibrary(type)) {
        static const std::unordered_set<std::string_view> kTypes = {
            "str", "int", "float", "bool", "dict", "list", "tuple", "set", "bytes"};
        const std::string& path = m.symbols.TextOf(library->path);
        if (kTypes.count(path) > 0) one = IsOfLibraryType(m, value, path);
      }
      if (!one) return m.values.unknown();
      any = any || *one;
    }
    return m.values.boolean(any);
  });
}

Val IsCallable(Machine& m, const ModelCall& call) {
  if (call.at(0) == nullptr) return m.values.unknown();
  return Lift1(m.values, call.at(0), [&](Val value) -> Val {
    if (AsFunction(value) != nullptr || AsClass(value) != nullptr ||
        value->kind == ValKind::kBound || value->kind == ValKind::kPartial) {
      return m.values.boolean(true);
    }
    // A library's object may be callable.
    const bool plain = AsConstant(value) != nullptr || AsSequence(value) || AsMapping(value);
    return plain ? m.values.boolean(false) : m.values.unknown();
  });
}

// inspect.signature: the parameters of a function, or of the function that it wraps, by name. Eight
// levels of wrappers.
Val Signature(Machine& m, const ModelCall& call) {
  Val value = call.at(0);
  constexpr int kDeepest = 8;
  // Through wrappers and classes to the function with the parameters.
  for (int i = 0; i < kDeepest && value != nullptr; ++i) {
    if (ClassObject* type = AsClass(value)) {
      value = FindInClass(m, type, m.symbols.Intern("__init__"));
    } else if (const BoundVal* bound = AsBound(value)) {
      value = static_cast<FunctionObject*>(bound->function)->self;
    } else if (FunctionObject* function = AsFunction(value);
               function != nullptr && function->wrapped != nullptr) {
      value = function->wrapped;
    } else {
      break;
    }
  }
  FunctionObject* function = value == nullptr ? nullptr : AsFunction(value);
  if (function == nullptr) return Opaque(m, call.node);
  const PythonUnit& unit = UnitAt(m, function->unit);
  const NodeId list = unit.syntax().child(function->node, 0);
  // Only plain parameters: *args and **kwargs have no name that a variable could be made from.
  MappingObject* parameters = m.heap.Mapping();
  // The receiver of a method is not among them.
  for (size_t i = function->owner != nullptr ? 1 : 0; i < unit.syntax().count(list); ++i) {
    const NodeId parameter = unit.syntax().child(list, i);
    const Symbol name = unit.SymbolOf(parameter);
    if (name == 0 || unit.syntax()[parameter].flag != 0) continue;
    const Mark mark{Mark::kDeclared, function->unit, parameter};
    parameters->keys.try_emplace(TextKey(name), m.values.Text(name, mark));
    Val held = function->defaults[i];
    parameters->slots.Set(TextKey(name), held == nullptr ? m.values.unknown() : held);
  }
  ClassObject* type = m.heap.New<ClassObject>();
  type->name = m.symbols.Intern("Signature");
  InstanceObject* out = m.heap.New<InstanceObject>();
  out->type = type;
  m.heap.Put(out, TextKey(m.symbols.Intern("parameters")), parameters->self);
  return out->self;
}

// An object with these attributes and no others.
Val RecordOf(Machine& m, std::initializer_list<std::pair<std::string_view, Val>> attributes) {
  InstanceObject* out = m.heap.New<InstanceObject>();
  out->type = m.heap.New<ClassObject>();
  for (const auto& [name, value] : attributes) {
    if (value != nullptr) m.heap.Put(out, TextKey(m.symbols.Intern(name)), value);
  }
  return out->self;
}

ClassObject* ClassOf(Val value) {
  if (ClassObject* type = AsClass(value)) return type;
  const InstanceObject* instance = AsInstance(value);
  return instance == nullptr ? nullptr : instance->type;
}

// Runs `what` in the module that declares the class.
template <class What>
void InModuleOf(Machine& m, const ClassObject& type, const What& what) {
  // A frame in the class's module, so the annotation's names are found.
  constexpr uint64_t kSteps = 2000;
  if (type.module == nullptr) return;
  Activation run = ModuleRun(m, type.module);
  RunApart(m, &run, kSteps, what);
}

// The value of the field's annotation: a class of the tree, or a library's path; otherwise unknown.
Val AnnotationOf(Machine& m, const ClassObject& type, const ClassObject::Field& field) {
  Val out = m.values.unknown();
  InModuleOf(m, type, [&] { out = Evaluate(m, field.annotation); });
  return out;
}

// A field's name, spelled where the class declares it.
Val FieldName(Machine& m, const ClassObject& type, const ClassObject::Field& field) {
  // The place is that of the annotated assignment.
  const CodePoint at{type.unit,
                     m.program.units[static_cast<size_t>(type.unit)].ParentOf(field.annotation)};
  // The class's value is the field's default, and the annotation its type: both are looked up by
  // this place when the access is created.
  if (Val value = type.slots.Get(TextKey(field.name))) m.found.declared[at] = value;
  if (m.libraries.option_types.count(at) == 0) {
    ValueType annotated = ValueType::kUnknown;
    InModuleOf(m, type, [&] { annotated = TypeAnnotated(m, field.annotation); });
    if (annotated != ValueType::kUnknown) m.libraries.option_types[at] = annotated;
  }
  return m.values.Text(field.name, {Mark::kDeclared, at.unit, at.node});
}

// The field's value without an argument: field(default=1) is 1. Null: nothing is known.
Val DefaultOfField(Machine& m, const ClassObject& owner, Symbol name) {
  Val value = owner.slots.Get(TextKey(name));
  if (const InstanceObject* record = AsInstance(value)) {
    for (const std::string& column : m.program.table.default_columns) {
      if (Val given = record->slots.Get(TextKey(m.symbols.Intern(column)))) return given;
    }
  }
  const LibraryVal* call = value == nullptr ? nullptr : AsLibrary(value);
  // A call such as field() or Field(): its own argument states the default.
  if (call == nullptr || !m.symbols.TextOf(call->path).ends_with("()")) return value;
  Val given = call->arguments.Keyword(m.symbols.Intern("default"));
  return given == nullptr ? m.values.Unknown(call->unit, call->node, ValueType::kUnknown, {})
                          : given;
}

// dataclasses.fields
Val Fields(Machine& m, const ModelCall& call) {
  if (call.at(0) == nullptr) return m.values.unknown();
  return Lift1(m.values, call.at(0), [&](Val leaf) -> Val {
    ClassObject* type = ClassOf(leaf);
    if (type == nullptr) return Opaque(m, call.node);
    // A record for each field, with name, type and default.
    std::vector<Val> out;
    const std::vector<ClassObject*>& order = BasesOf(type);
    // Bases first, as in __init__.
    for (auto one = order.rbegin(); one != order.rend(); ++one) {
      for (const ClassObject::Field& field : (*one)->fields) {
        if (m.symbols.TextOf(field.name).starts_with("_")) continue;
        out.push_back(RecordOf(m, {{"name", FieldName(m, **one, field)},
                                   {"type", AnnotationOf(m, **one, field)},
                                   {"default", (*one)->slots.Get(TextKey(field.name))}}));
      }
    }
    return m.heap.Sequence(SequenceKind::kTuple, std::move(out));
  });
}

}  // namespace

Val FieldsByName(Machine& m, ClassObject* type) {
  MappingObject* out = m.heap.Mapping();
  // The same by name, as model_fields and __dataclass_fields__ have it.
  const std::vector<ClassObject*>& order = BasesOf(type);
  for (auto one = order.rbegin(); one != order.rend(); ++one) {
    for (const ClassObject::Field& field : (*one)->fields) {
      if (m.symbols.TextOf(field.name).starts_with("_")) continue;
      Val name = FieldName(m, **one, field);
      out->keys.insert_or_assign(TextKey(field.name), name);
      m.heap.Put(out, TextKey(field.name),
                 RecordOf(m, {{"name", name},
                              {"type", AnnotationOf(m, **one, field)},
                              {"annotation", AnnotationOf(m, **one, field)},
                              {"default", DefaultOfField(m, **one, field.name)}}));
    }
  }
  return out->self;
}

Val TypesByName(Machine& m, ClassObject* type) {
  MappingObject* out = m.heap.Mapping();
  const std::vector<ClassObject*>& order = BasesOf(type);
  for (auto one = order.rbegin(); one != order.rend(); ++one) {
    for (const ClassObject::Field& field : (*one)->fields) {
      if (m.symbols.TextOf(field.name).starts_with("_")) continue;
      out->keys.insert_or_assign(TextKey(field.name), FieldName(m, **one, field));
      m.heap.Put(out, TextKey(field.name), AnnotationOf(m, **one, field));
    }
  }
  return out->self;
}

namespace {

// typing.get_type_hints, inspect.get_annotations
Val TypeHints(Machine& m, const ModelCall& call) {
  if (call.at(0) == nullptr) return m.values.unknown();
  return Lift1(m.values, call.at(0), [&](Val leaf) -> Val {
    ClassObject* type = ClassOf(leaf);
    return type == nullptr ? Opaque(m, call.node) : TypesByName(m, type);
  });
}

// dir: the names that the class and its bases define, spelled where they do.
Val Dir(Machine& m, const ModelCall& call) {
  ClassObject* type = call.at(0) == nullptr ? nullptr : ClassOf(call.at(0));
  if (type == nullptr) return m.values.unknown();
  std::vector<Val> out;
  for (const DeclaredField& field : DeclaredFieldsOf(m, type)) {
    if (Val value = field.owner->slots.Get(TextKey(field.name))) m.found.declared[field.at] = value;
    out.push_back(m.values.Text(field.name, {Mark::kDeclared, field.at.unit, field.at.node}));
  }
  return m.heap.Sequence(SequenceKind::kList, std::move(out));
}

// Whether the text is derived from a key of the environment with a known prefix: key[4:].lower().
bool IsCutKey(Val value) {
  const TextVal* text = AsTextWithHoles(value);
  return text != nullptr && text->parts.size() == 1 &&
         text->parts[0].kind == TextPart::Kind::kKey && text->parts[0].prefix != 0 &&
         !text->parts[0].steps.empty();
}

// setattr with a key of the environment without its prefix sets any field of the class.
Val SetAttributeByName(Machine& m, const ModelCall& call) {
  if (call.arguments.positional.size() < 3) return m.values.none();
  // A constant name sets that attribute; a key of the environment may set any.
  ForEachLeaf(call.at(1), [&](Val name) {
    if (const ConstantVal* text = AsTextConstant(name)) {
      SetAttribute(m, call.at(0), text->text, call.at(2), call.node);
    } else if (const LibraryVal* library = AsLibrary(call.at(0))) {
      MeetDefined(m, *library, name, call.node);
    } else if (IsCutKey(name)) {
      ForEachLeaf(call.at(0), [&](Val object) {
        if (ClassObject* type = ClassOf(object)) ReadFieldsOver(m, type, name, call.node);
      });
    }
  });
  return m.values.none();
}

}  // namespace

// A nearer class's field hides that of its base.
void ReadFieldsOver(Machine& m, ClassObject* type, Val key, NodeId node) {
  if (m.run.over || !IsCutKey(key)) return;
  const std::string& prefix = m.symbols.TextOf(AsTextWithHoles(key)->parts[0].prefix);
  std::set<Symbol> seen;
  for (const DeclaredField& field : DeclaredFieldsOf(m, type)) {
    if (!seen.insert(field.name).second) continue;
    const ConstantVal* name = AsTextConstant(VariableOfKey(m, key, m.values.Text(field.name)));
    if (name == nullptr || !m.symbols.TextOf(name->text).starts_with(prefix)) continue;
    const std::string& whole = m.symbols.TextOf(name->text);
    // port → APP_PORT; a field that would give APP_logLevel is not set by the loop.
    if (whole != ToUpper(whole)) continue;
    Emission read;
    read.name = m.values.Text(name->text, {Mark::kDeclared, field.at.unit, field.at.node});
    read.node = node;
    read.default_value = DefaultOfField(m, *field.owner, field.name);
    read.via = m.symbols.Intern("os.environ");
    Emit(m, read);
  }
}

const ModelRows& ObjectModels() {
  static const ModelRows kRows = {
      {"getattr", GetAttributeByName},
      {"object.__getattribute__", PlainAttributeByName},
      {"setattr", SetAttributeByName},
      {"vars", Vars},
      {"dir", Dir},
      {"dataclasses.fields", Fields},
      {"attr.fields", Fields},
      {"attrs.fields", Fields},
      {"typing.get_type_hints", TypeHints},
      {"inspect.get_annotations", TypeHints},
      {"type", TypeOfValue},
      {"isinstance", IsInstanceOf},
      {"callable", IsCallable},
      {"inspect.signature", Signature},
  };
  return kRows;
}

}  // namespace flagcensus
