// Attributes: of objects, classes, modules and libraries.
#include <algorithm>

#include "analyzer/python/machine/machine.h"
#include "analyzer/python/machine/models.h"

namespace flagcensus {
namespace {

Val OfInstance(Machine& m, InstanceObject* instance, Symbol name, NodeId node);

Val OfLibrary(Machine& m, const LibraryVal& library, Symbol name) {
  const auto [at, added] =
      m.program.members.try_emplace(static_cast<uint64_t>(library.path) << 32 | name);
  ProgramState::LibraryMember& member = at->second;
  if (added) {
    const std::string path = m.symbols.TextOf(library.path) + "." + m.symbols.TextOf(name);
    member = {m.symbols.Intern(path), m.program.table.IsEnvironment(path)};
  }
  return member.environment ? m.values.Environment(0, member.path)
                            : m.values.Renamed(library, member.path);
}

Val OfModule(Machine& m, ModuleObject* module, Symbol name, NodeId node) {
  if (Val value = ModuleMember(m, module, name)) return FromElsewhere(m, value, node);
  const Mark mark{m.run.frame->id, m.run.frame->unit, node};
  if (Val made = MissingOfModule(m, module, m.values.Text(name, mark), node)) return made;
  // A submodule that only `import a.b` brings.
  const int file = m.program.units[static_cast<size_t>(module->unit)].file;
  const int below = m.program.index.Find("." + m.symbols.TextOf(name), file);
  const bool package =
      m.program.tree.files[static_cast<size_t>(file)].path.ends_with("__init__.py");
  if (package && below >= 0 && below != file) return LoadModule(m, below, true)->self;
  return m.values.unknown();
}

// A function that a class holds, as an object or the class itself gives it.
Val Bind(ValuePool& values, Val receiver, ClassObject* type, Val held) {
  FunctionObject* function = AsFunction(held);
  if (function == nullptr) return held;
  if (function->role == FunctionObject::Role::kStatic) return held;
  if (function->role == FunctionObject::Role::kClassMethod) {
    return values.Bound(type->self, function);
  }
  return receiver == nullptr ? held : values.Bound(receiver, function);
}

Val CallDescriptor(Machine& m, Val held, Val object, ClassObject* type, NodeId node) {
  const InstanceObject* descriptor = AsInstance(held);
  if (descriptor == nullptr) return nullptr;
  const Symbol get = m.symbols.Intern("__get__");
  if (FindInClass(m, descriptor->type, get) == nullptr) return nullptr;
  return CallMethod(m, held, get, {object, type->self}, node);
}

// What classes keep their annotated fields in (typing, named tuples, dataclasses, pydantic).
bool NamesFields(const std::string& name) {
  return name == "__annotations__" || name == "__dataclass_fields__" || name == "model_fields" ||
         name == "__fields__" || name == "_fields" || name == "_field_defaults";
}

Val FieldsUnder(Machine& m, ClassObject* type, const std::string& name) {
  return name == "__annotations__" ? TypesByName(m, type) : FieldsByName(m, type);
}

Val OfClass(Machine& m, ClassObject* type, Symbol name, NodeId node) {
  const std::string& text = m.symbols.TextOf(name);
  if (text == "__dict__" || text == "__members__") return ViewOf(m, type->self);
  if (text == "__name__" || text == "__qualname__") return m.values.Text(type->name);
  if (text == "__mro__") {
    std::vector<Val> all;
    for (ClassObject* one : BasesOf(type)) all.push_back(one->self);
    return m.heap.Sequence(SequenceKind::kTuple, std::move(all));
  }
  Val held = FindInClass(m, type, name);
  if (held == nullptr && NamesFields(text)) return FieldsUnder(m, type, text);
  if (held == nullptr) return Opaque(m, node);
  if (AsFunction(held) != nullptr) return Bind(m.values, nullptr, type, held);
  if (IsEnumeration(m.symbols, type)) {
    return MemberOf(m, type, m.values.Text(name, {m.run.frame->id, m.run.frame->unit, node}),
                    Respell(m, held, node));
  }
  if (Val got = CallDescriptor(m, held, m.values.none(), type, node)) return got;
  return FromElsewhere(m, held, node);
}

// What the class of a field says that it is.
Val OfFieldAnnotation(Machine& m, ClassObject* type, Symbol name) {
  for (ClassObject* one : BasesOf(type)) {
    for (const ClassObject::Field& field : one->fields) {
      if (field.name != name) continue;
      Activation* const frame = m.run.frame;
      Activation there = *frame;
      there.unit = one->unit;
      m.run.frame = &there;
      Val value = OfAnnotation(m, field.annotation, one->module);
      m.run.frame = frame;
      return value;
    }
  }
  return nullptr;
}

// The environment that objects of the class were given there; null: none was.
Val PassedTo(PendingState& pending, const InstanceObject& instance, Symbol name) {
  if (pending.passed_fields.empty()) return nullptr;
  for (const ClassObject* one : BasesOf(instance.type)) {
    if (const auto at = pending.passed_fields.find({one, name}); at != pending.passed_fields.end())
      return at->second;
  }
  return nullptr;
}

// The environment, or a copy, that a class of the program keeps under a name that says so: of
// whatever a function is called with, a field of that name is it. Null: none does.
Val PassedByName(Machine& m, Symbol name) {
  if (m.pending.passed_fields.empty() || !SuggestsEnvironment(m, name)) return nullptr;
  for (const auto& [key, value] : m.pending.passed_fields) {
    if (key.second == name) return value;
  }
  return nullptr;
}

// A field that holds whatever the class's constructor was called with.
Val WithPassed(Machine& m, const InstanceObject& instance, Symbol name, Val held) {
  Val given = PassedTo(m.pending, instance, name);
  if (given == nullptr) return held;
  return Lift1(m.values, held, [&](Val leaf) { return IsBareParameter(leaf) ? given : leaf; });
}

// The name of an attribute as a method is asked for it: spelled where the class declares it, else
// where it is asked for.
Val NameAsked(Machine& m, ClassObject* type, Symbol name, NodeId node) {
  for (const DeclaredField& field : DeclaredFieldsOf(m, type)) {
    if (field.name == name) {
      return m.values.Text(name, {Mark::kDeclared, field.at.unit, field.at.node});
    }
  }
  return m.values.Text(name, {m.run.frame->id, m.run.frame->unit, node});
}

// What the class's method for every attribute gives; null: it has none, or that one asks.
Val OfEveryAttribute(Machine& m, InstanceObject* instance, Symbol name, NodeId node) {
  if (!m.found.attribute_hooks) return nullptr;
  FunctionObject* hook =
      AsFunction(FindInClass(m, instance->type, m.symbols.Intern(kEveryAttribute)));
  if (hook == nullptr || !ContainsSought(m, *hook)) return nullptr;
  for (const Activation* run = m.run.frame; run != nullptr; run = run->caller) {
    if (run->function == hook) return nullptr;
  }
  CallArguments arguments;
  arguments.positional.push_back(NameAsked(m, instance->type, name, node));
  return Call(m, m.values.Bound(instance->self, hook), arguments, node);
}

// The same as FromElsewhere, with the place where the class spells the text.
Val SpelledHere(Machine& m, Val held, NodeId node) {
  const ConstantVal* text = AsTextConstant(held);
  if (text == nullptr || text->mark.unit < 0) return FromElsewhere(m, held, node);
  const Mark& mark = text->mark;
  const bool row = mark.row_unit >= 0;
  return m.values.Soft(m.values.Text(
      text->text, {m.run.frame->id, m.run.frame->unit, node, row ? mark.row_unit : mark.unit,
                   row ? mark.row_node : mark.node}));
}

Val OfInstance(Machine& m, InstanceObject* instance, Symbol name, NodeId node) {
  Val self = instance->self;
  Val held = FindInClass(m, instance->type, name);
  if (const FunctionObject* function = AsFunction(held);
      function != nullptr && function->role == FunctionObject::Role::kProperty) {
    return Call(m, m.values.Bound(self, AsFunction(held)), {}, node);
  }
  if (held != nullptr) {
    if (Val got = CallDescriptor(m, held, self, instance->type, node)) return got;
  }
  if (Val own = instance->slots.Get(TextKey(name))) {
    own = WithoutAbsent(m.values, own);
    if (!IsAbsent(own))
      return AsStartOfField(m, instance->type, name, WithPassed(m, *instance, name, own));
  }
  const std::string& text = m.symbols.TextOf(name);
  if (text == "__class__") return instance->type->self;
  if (text == "__dict__") return ViewOf(m, self);
  if (held == nullptr && NamesFields(text)) return FieldsUnder(m, instance->type, text);
  if (held != nullptr) {
    if (AsFunction(held) != nullptr) return Bind(m.values, self, instance->type, held);
    // A constant of the class that one of its own methods uses is spelled there.
    const FunctionObject* running = m.run.frame->function;
    const bool own_method = running != nullptr && running->owner != nullptr &&
                            running->owner->slots.Get(TextKey(name)) != nullptr &&
                            m.run.frame->receiver == self;
    held = own_method ? SpelledHere(m, held, node) : m.values.Soft(held);
    return AsStartOfField(m, instance->type, name, held);
  }
  if (instance->member_name != nullptr && text == "name") return instance->member_name;
  if (instance->member_value != nullptr && text == "value") return instance->member_value;
  if (text == "_actions") {
    if (Val options = OptionsOf(m, instance)) return options;
  }
  if (InheritsFromMapping(m.symbols, *instance, text)) return m.values.Method(self, name);
  if (!text.starts_with("__")) {
    Val fallback = FindInClass(m, instance->type, m.symbols.Intern(kMissingAttribute));
    if (FunctionObject* function = AsFunction(fallback)) {
      CallArguments arguments;
      arguments.positional.push_back(NameAsked(m, instance->type, name, node));
      return Call(m, m.values.Bound(self, function), arguments, node);
    }
  }
  for (const Symbol base : LibraryBasesOf(instance->type)) {
    if (base == 0 || m.symbols.TextOf(base) == "object") continue;
    CallArguments of;
    of.positional.push_back(self);
    const std::string path = m.symbols.TextOf(base) + "()." + text;
    return m.values.Library(m.symbols.Intern(path), std::move(of), m.run.frame->unit, node);
  }
  if (Val given = instance->generic ? PassedTo(m.pending, *instance, name) : nullptr) return given;
  if (Val declared = OfFieldAnnotation(m, instance->type, name)) return declared;
  return Opaque(m, node);
}

Val OfSuper(Machine& m, const SuperVal& super, Symbol name, NodeId node) {
  ClassObject* type = super.owner == nullptr ? nullptr : static_cast<ClassObject*>(super.owner);
  if (type == nullptr) return m.values.unknown();
  ClassObject* own = type;
  if (const InstanceObject* instance = AsInstance(super.receiver)) own = instance->type;
  if (ClassObject* receiver = AsClass(super.receiver)) own = receiver;
  const std::vector<ClassObject*>& order = BasesOf(own);
  auto at = std::find(order.begin(), order.end(), type);
  const std::vector<ClassObject*> bases = at == order.end() ? BasesOf(type) : order;
  at = std::find(bases.begin(), bases.end(), type);
  for (++at; at != bases.end(); ++at) {
    Val held = (*at)->slots.Get(TextKey(name));
    if (held == nullptr) continue;
    return Bind(m.values, super.receiver, own, Resolve(m, WithoutAbsent(m.values, held)));
  }
  const InstanceObject* instance = AsInstance(super.receiver);
  if (instance != nullptr && InheritsFromMapping(m.symbols, *instance, m.symbols.TextOf(name))) {
    return m.values.Method(super.receiver, name);
  }
  for (const Symbol base : LibraryBasesOf(own)) {
    if (base == 0) continue;
    CallArguments of;
    of.positional.push_back(super.receiver);
    const std::string path = m.symbols.TextOf(base) + "()." + m.symbols.TextOf(name);
    return m.values.Library(m.symbols.Intern(path), std::move(of), m.run.frame->unit, node);
  }
  if (m.symbols.TextOf(name) == kEveryAttribute) {
    CallArguments bound;
    bound.positional.push_back(super.receiver);
    return m.values.Partial(m.values.Library(m.symbols.Intern("object.__getattribute__")), bound);
  }
  return m.values.Library(m.symbols.Intern("object()." + m.symbols.TextOf(name)));
}

Val OfFunction(Machine& m, Val callable, FunctionObject* function, Symbol name, NodeId node) {
  const std::string& text = m.symbols.TextOf(name);
  if (text == "__name__" || text == "__qualname__") return m.values.Text(function->name);
  if (text == "__wrapped__" || text == "__func__") return function->self;
  if (Val own = function->slots.Get(TextKey(name))) return own;
  if (text == "__doc__") return Opaque(m, node);
  return m.values.Method(callable, name);
}

// Whether something of which nothing is known has a method that the machine follows: what a
// variable's value is, any; an element of a mapping, those of texts.
bool KeepsMethod(const SymbolTable& symbols, Val object, Symbol name) {
  static const std::unordered_set<std::string_view> kOfTexts = {
      "strip",    "lstrip", "rstrip",  "lower",        "upper",
      "casefold", "title",  "replace", "removeprefix", "removesuffix"};
  const std::string& text = symbols.TextOf(name);
  const bool held = AsUnknown(object)->held && kOfTexts.count(text) > 0;
  return held || text == "get" || IsMadeOfReads(object);
}

// A number or a truth has no method of texts; that counts where the function has a handler for it.
bool LacksMethod(const Machine& m, const ConstantVal& constant, Symbol name) {
  static const std::unordered_set<std::string_view> kOfTexts = {
      "strip",      "lstrip",    "rstrip", "lower",      "upper",      "casefold",
      "title",      "replace",   "split",  "splitlines", "startswith", "endswith",
      "capitalize", "partition", "join",   "encode"};
  const bool number = constant.type == ConstantType::kBool ||
                      constant.type == ConstantType::kInteger ||
                      constant.type == ConstantType::kFloat;
  return number && !constant.soft && m.run.tries.size() > m.run.frame->tries &&
         kOfTexts.count(m.symbols.TextOf(name)) > 0;
}

// What raises where a variable is unset ends the `try` around it there.
void NoteFailing(RunState& run, Val object, Val attribute) {
  if (run.tries.size() <= run.frame->tries || EventsOf(object).empty()) return;
  for (const FacetVal* facet = AsFacet(attribute); facet != nullptr;
       facet = AsFacet(facet->unset)) {
    if (IsRaises(facet->unset)) run.tries.back().insert(facet->variable);
  }
}

Val OfLeaf(Machine& m, Val object, Symbol name, NodeId node) {
  switch (object->kind) {
    case ValKind::kLibrary:
      return OfLibrary(m, *AsLibrary(object), name);
    case ValKind::kSuper:
      return OfSuper(m, *As<SuperVal>(object, ValKind::kSuper), name, node);
    case ValKind::kBound:
      return OfFunction(m, object, static_cast<FunctionObject*>(AsBound(object)->function), name,
                        node);
    case ValKind::kConstant:
      if (IsNone(object) || LacksMethod(m, *AsConstant(object), name)) {
        return m.values.raises();  // AttributeError
      }
      return m.values.Method(object, name);
    case ValKind::kEnvironment:
    case ValKind::kPartial:
      return m.values.Method(object, name);
    case ValKind::kText: {
      // An attribute of what a function is called with: of whatever it is.
      const TextVal& text = *AsTextWithHoles(object);
      const bool bare = text.parts.size() == 1 &&
                        text.parts[0].kind == TextPart::Kind::kParameter &&
                        text.parts[0].steps.empty();
      static const std::unordered_set<std::string_view> kOfTexts = {
          "upper",        "lower",  "strip",      "replace",  "format", "startswith",
          "endswith",     "join",   "split",      "lstrip",   "rstrip", "removeprefix",
          "removesuffix", "encode", "partition",  "casefold", "get",    "items",
          "keys",         "values", "pop",        "update",   "copy",   "setdefault",
          "splitlines",   "title",  "capitalize", "isdigit",  "decode"};
      if (bare && kOfTexts.count(m.symbols.TextOf(name)) == 0) {
        Val given = PassedByName(m, name);
        return given == nullptr ? object : given;
      }
      return m.values.Method(object, name);
    }
    case ValKind::kUnknown:
      return KeepsMethod(m.symbols, object, name) ? m.values.Method(object, name) : Opaque(m, node);
    case ValKind::kObject:
      break;
    default:
      return Opaque(m, node);
  }
  if (ModuleObject* module = AsModule(object)) return OfModule(m, module, name, node);
  if (InstanceObject* instance = AsInstance(object)) {
    if (Val given = OfEveryAttribute(m, instance, name, node)) return given;
    return OfInstance(m, instance, name, node);
  }
  if (ClassObject* type = AsClass(object)) return OfClass(m, type, name, node);
  if (FunctionObject* function = AsFunction(object)) {
    return OfFunction(m, object, function, name, node);
  }
  return m.values.Method(object, name);
}

}  // namespace

Val MemberOf(Machine& m, ClassObject* type, Val name, Val value) {
  InstanceObject* member = m.heap.New<InstanceObject>();
  member->type = type;
  member->member_name = name;
  member->member_value = value;
  return member->self;
}

Val GetAttribute(Machine& m, Val object, Symbol name, NodeId node) {
  if (m.run.over) return m.values.unknown();
  Val out = Lift1(m.values, WithoutAbsent(m.values, object),
                  [&](Val leaf) { return OfLeaf(m, leaf, name, node); });
  NoteFailing(m.run, object, out);
  return out;
}

Val GetPlainAttribute(Machine& m, Val object, Symbol name, NodeId node) {
  if (m.run.over) return m.values.unknown();
  return Lift1(m.values, WithoutAbsent(m.values, object), [&](Val leaf) {
    InstanceObject* instance = AsInstance(leaf);
    return instance == nullptr ? OfLeaf(m, leaf, name, node) : OfInstance(m, instance, name, node);
  });
}

Val FindInClass(Machine& m, ClassObject* type, Symbol name) {
  for (ClassObject* one : BasesOf(type)) {
    Val held = one->slots.Get(TextKey(name));
    if (held == nullptr) continue;
    held = Resolve(m, WithoutAbsent(m.values, held));
    if (!IsAbsent(held)) return held;
  }
  return nullptr;
}

void NotePassed(Machine& m, const InstanceObject& instance, Symbol name, Val value) {
  if (m.run.over) return;
  Val given = nullptr;
  ForEachLeaf(value, [&](Val leaf) {
    const MappingObject* mapping = AsMapping(leaf);
    const EnvironmentVal* environment =
        AsEnvironment(mapping == nullptr ? leaf : mapping->slots.Get(kRestSlot));
    if (environment != nullptr) given = m.values.Environment(environment->prefix);
  });
  if (given == nullptr || instance.generic) return;
  const ClassObject* sets = instance.type;
  const ClassObject* running =
      m.run.frame->function == nullptr ? nullptr : m.run.frame->function->owner;
  for (const ClassObject* base : BasesOf(instance.type)) {
    if (base == running) sets = running;
  }
  m.pending.passed_fields.try_emplace({sets, name}, given);
}

void SetAttribute(Machine& m, Val object, Symbol name, Val value, NodeId node) {
  if (m.run.over) return;
  const bool several = AsFacet(object) != nullptr || AsAlternatives(object) != nullptr;
  ForEachLeaf(WithoutAbsent(m.values, object), [&](Val leaf) {
    if (InstanceObject* instance = AsInstance(leaf)) {
      Val held = FindInClass(m, instance->type, name);
      if (const InstanceObject* descriptor = AsInstance(held)) {
        const Symbol set = m.symbols.Intern("__set__");
        if (FindInClass(m, descriptor->type, set) != nullptr) {
          CallMethod(m, held, set, {leaf, value}, node);
          return;
        }
      }
      const Symbol setter_name = m.symbols.Intern(m.symbols.TextOf(name) + ".setter");
      if (FunctionObject* setter = AsFunction(FindInClass(m, instance->type, setter_name))) {
        CallArguments arguments;
        arguments.positional.push_back(value);
        Call(m, m.values.Bound(leaf, setter), arguments, node);
        return;
      }
      SequenceObject* sequence = AsSequence(value);
      if (sequence != nullptr && sequence->sequence != SequenceKind::kTuple) sequence->kept = true;
      Val before = instance->slots.Get(TextKey(name));
      const bool weak = several && before != nullptr;
      m.heap.Put(instance, TextKey(name), weak ? Join(m.values, before, value) : value);
      NotePassed(m, *instance, name, value);
      NoteBinding(m, value);
      return;
    }
    HeapObject* other = ObjectOf(leaf);
    if (other == nullptr) return;
    if (other->kind == ObjectKind::kClass || other->kind == ObjectKind::kModule ||
        other->kind == ObjectKind::kFunction) {
      m.heap.Put(other, TextKey(name), value);
      NoteBinding(m, value);
    }
  });
}

}  // namespace flagcensus
