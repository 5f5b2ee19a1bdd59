// Attributes: of objects, classes, modules and libraries.
//
//   os.environ                          ─→ the environment: a library's path that the table lists
//   settings.port, class with __get__   ─→ the result of __get__, called with the object and class
//   Color.RED, class Color(Enum)        ─→ a member with its name and value
//   config.host, class with __getattr__ ─→ the result of __getattr__("host")
//
// The order in which an object's attribute is searched for is that of the language: properties and
// descriptors of the class, the object's own fields, the class's names, __getattr__.
#include <algorithm>

#include "analyzer/python/machine/machine.h"
#include "analyzer/python/machine/models.h"

namespace flagcensus {
namespace {

Val OfInstance(Machine& m, InstanceObject* instance, Symbol name, NodeId node);

// The path of the attribute is composed once for each library object and name: this is the most
// frequent operation of many trees.
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

// A name of the module, one that its __getattr__ computes, a submodule, or something unknown.
Val OfModule(Machine& m, ModuleObject* module, Symbol name, NodeId node) {
  if (Val value = ModuleMember(m, module, name)) return FromElsewhere(m, value, node);
  const Mark mark{m.run.frame->id, m.run.frame->unit, node};
  if (Val made = MissingOfModule(m, module, m.values.Text(name, mark), node)) return made;
  // A submodule that only `import a.b` loads.
  const int file = m.program.units[static_cast<size_t>(module->unit)].file;
  const int below = m.program.index.Find("." + m.symbols.TextOf(name), file);
  const bool package =
      m.program.tree.files[static_cast<size_t>(file)].path.ends_with("__init__.py");
  if (package && below >= 0 && below != file) return LoadModule(m, below, true)->self;
  return m.values.unknown();
}

// A function found in a class, as an attribute of an object (bound to it) or of the class.
Val Bind(ValuePool& values, Val receiver, ClassObject* type, Val held) {
  FunctionObject* function = AsFunction(held);
  if (function == nullptr) return held;
  if (function->role == FunctionObject::Role::kStatic) return held;
  if (function->role == FunctionObject::Role::kClassMethod) {
    return values.Bound(type->self, function);
  }
  return receiver == nullptr ? held : values.Bound(receiver, function);
}

// The result of the descriptor's __get__; null: the value is not a descriptor.
Val CallDescriptor(Machine& m, Val held, Val object, ClassObject* type, NodeId node) {
  const InstanceObject* descriptor = AsInstance(held);
  if (descriptor == nullptr) return nullptr;
  const Symbol get = m.symbols.Intern("__get__");
  if (FindInClass(m, descriptor->type, get) == nullptr) return nullptr;
  return CallMethod(m, held, get, {object, type->self}, node);
}

// Names under which classes store their annotated fields (typing, named tuples, dataclasses,
// pydantic).
bool NamesFields(const std::string& name) {
  return name == "__annotations__" || name == "__dataclass_fields__" || name == "model_fields" ||
         name == "__fields__" || name == "_fields" || name == "_field_defaults";
}

// Annotations give types, the other names fields with type and default.
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
  // An unknown attribute of a class is unknown and does not raise: a base outside the tree may have
  // it.
  if (held == nullptr && NamesFields(text)) return FieldsUnder(m, type, text);
  if (held == nullptr) return Opaque(m, node);
  if (AsFunction(held) != nullptr) return Bind(m.values, nullptr, type, held);
  // A member of an enumeration is spelled where it is used, as a constant is: Names.PORT.value.
  if (IsEnumeration(m.symbols, type)) {
    return MemberOf(m, type, m.values.Text(name, {m.run.frame->id, m.run.frame->unit, node}),
                    Respell(m, held, node));
  }
  if (Val got = CallDescriptor(m, held, m.values.none(), type, node)) return got;
  return FromElsewhere(m, held, node);
}

// An object of the class that the field's annotation names, for a field without a known value. The
// annotation is evaluated in the unit of the class that declares it.
Val OfFieldAnnotation(Machine& m, ClassObject* type, Symbol name) {
  // The nearest class with such an annotation.
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

// The environment that the constructor stored in that field of objects of the class; null: it
// stored none.
Val PassedTo(PendingState& pending, const InstanceObject& instance, Symbol name) {
  if (pending.passed_fields.empty()) return nullptr;
  // Fields are recorded by the class that sets them, which may be a base.
  for (const ClassObject* one : BasesOf(instance.type)) {
    if (const auto at = pending.passed_fields.find({one, name}); at != pending.passed_fields.end())
      return at->second;
  }
  return nullptr;
}

// The environment, or a copy, that a class of the program stores in a field with that name, if the
// name suggests an environment: for a parameter of unknown type, its field of that name is probably
// the same. Null: there is no such field. Any class's field counts, so two unrelated classes with a
// field `env` are confused.
Val PassedByName(Machine& m, Symbol name) {
  if (m.pending.passed_fields.empty() || !SuggestsEnvironment(m, name)) return nullptr;
  for (const auto& [key, value] : m.pending.passed_fields) {
    if (key.second == name) return value;
  }
  return nullptr;
}

// The field's value, with the environment in place of the constructor's unknown argument.
Val WithPassed(Machine& m, const InstanceObject& instance, Symbol name, Val held) {
  Val given = PassedTo(m.pending, instance, name);
  if (given == nullptr) return held;
  return Lift1(m.values, held, [&](Val leaf) { return IsBareParameter(leaf) ? given : leaf; });
}

// The name of an attribute, as the argument of a method that provides attributes: spelled where the
// class declares it, otherwise where it is used.
Val NameAsked(Machine& m, ClassObject* type, Symbol name, NodeId node) {
  for (const DeclaredField& field : DeclaredFieldsOf(m, type)) {
    if (field.name == name) {
      return m.values.Text(name, {Mark::kDeclared, field.at.unit, field.at.node});
    }
  }
  return m.values.Text(name, {m.run.frame->id, m.run.frame->unit, node});
}

// The result of the class's __getattribute__; null: it has none, or that method is running and is
// using an attribute itself.
Val OfEveryAttribute(Machine& m, InstanceObject* instance, Symbol name, NodeId node) {
  // Only if some class of the program has such a hook.
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

// The same as FromElsewhere, but the place where the class spells the text is kept as its row.
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
  // A property and a descriptor come before the object's own field.
  if (const FunctionObject* function = AsFunction(held);
      function != nullptr && function->role == FunctionObject::Role::kProperty) {
    return Call(m, m.values.Bound(self, AsFunction(held)), {}, node);
  }
  if (held != nullptr) {
    if (Val got = CallDescriptor(m, held, self, instance->type, node)) return got;
  }
  // A field that only some branches set is absent on the others: the class's value is used there.
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
    // A constant of the class that one of its own methods uses is spelled in that method.
    const FunctionObject* running = m.run.frame->function;
    const bool own_method = running != nullptr && running->owner != nullptr &&
                            running->owner->slots.Get(TextKey(name)) != nullptr &&
                            m.run.frame->receiver == self;
    held = own_method ? SpelledHere(m, held, node) : m.values.Soft(held);
    return AsStartOfField(m, instance->type, name, held);
  }
  if (instance->member_name != nullptr && text == "name") return instance->member_name;
  if (instance->member_value != nullptr && text == "value") return instance->member_value;
  // argparse's parsers store their options here; see argument_parser.cc.
  if (text == "_actions") {
    if (Val options = OptionsOf(m, instance)) return options;
  }
  if (InheritsFromMapping(m.symbols, *instance, text)) return m.values.Method(self, name);
  // Names with two underscores are looked up by the language itself, and do not reach __getattr__.
  if (!text.starts_with("__")) {
    Val fallback = FindInClass(m, instance->type, m.symbols.Intern(kMissingAttribute));
    if (FunctionObject* function = AsFunction(fallback)) {
      CallArguments arguments;
      arguments.positional.push_back(NameAsked(m, instance->type, name, node));
      return Call(m, m.values.Bound(self, function), arguments, node);
    }
  }
  // A base outside the tree may define it: the attribute is the library's, with the object as its
  // first argument, so an entry of the accessor table applies.
  for (const Symbol base : LibraryBasesOf(instance->type)) {
    if (base == 0 || m.symbols.TextOf(base) == "object") continue;
    CallArguments of;
    of.positional.push_back(self);
    const std::string path = m.symbols.TextOf(base) + "()." + text;
    return m.values.Library(m.symbols.Intern(path), std::move(of), m.run.frame->unit, node);
  }
  // If only the class of the object is known, its constructor ran with unknown arguments.
  if (Val given = instance->generic ? PassedTo(m.pending, *instance, name) : nullptr) return given;
  if (Val declared = OfFieldAnnotation(m, instance->type, name)) return declared;
  return Opaque(m, node);
}

// super().name: the class after the method's own.
Val OfSuper(Machine& m, const SuperVal& super, Symbol name, NodeId node) {
  ClassObject* type = super.owner == nullptr ? nullptr : static_cast<ClassObject*>(super.owner);
  if (type == nullptr) return m.values.unknown();
  ClassObject* own = type;
  if (const InstanceObject* instance = AsInstance(super.receiver)) own = instance->type;
  if (ClassObject* receiver = AsClass(super.receiver)) own = receiver;
  const std::vector<ClassObject*>& order = BasesOf(own);
  // The search begins after the class that contains the running method, in the order of the
  // object's own class; if the receiver is unrelated, in the order of the method's class.
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
  // super().__getattribute__(name) in a class's own hook: the plain attribute.
  if (m.symbols.TextOf(name) == kEveryAttribute) {
    CallArguments bound;
    bound.positional.push_back(super.receiver);
    return m.values.Partial(m.values.Library(m.symbols.Intern("object.__getattribute__")), bound);
  }
  return m.values.Library(m.symbols.Intern("object()." + m.symbols.TextOf(name)));
}

// Attributes of a function: its name, or what the program stored there.
Val OfFunction(Machine& m, Val callable, FunctionObject* function, Symbol name, NodeId node) {
  const std::string& text = m.symbols.TextOf(name);
  if (text == "__name__" || text == "__qualname__") return m.values.Text(function->name);
  if (text == "__wrapped__" || text == "__func__") return function->self;
  if (Val own = function->slots.Get(TextKey(name))) return own;
  if (text == "__doc__") return Opaque(m, node);
  return m.values.Method(callable, name);
}

// Whether a value of which only the source is known has a method that the machine follows: a
// variable's value has any method, an element of an unknown mapping those of texts, and anything
// has `get`.
bool KeepsMethod(const SymbolTable& symbols, Val object, Symbol name) {
  static const std::unordered_set<std::string_view> kOfTexts = {
      "strip",    "lstrip", "rstrip",  "lower",        "upper",
      "casefold", "title",  "replace", "removeprefix", "removesuffix"};
  const std::string& text = symbols.TextOf(name);
  const bool held = AsUnknown(object)->held && kOfTexts.count(text) > 0;
  return held || text == "get" || IsMadeOfReads(object);
}

// Whether the constant is a number or a boolean, which has no method of texts. This counts only if
// a `try` in the function may handle the error: `try: v.lower() except AttributeError`. Otherwise
// the code is unlikely to be reached with such a value.
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

// If the attribute raises because a variable is unset, the `try` around it ends for that case.
void NoteFailing(RunState& run, Val object, Val attribute) {
  if (run.tries.size() <= run.frame->tries || EventsOf(object).empty()) return;
  NoteRaising(run, attribute);
}

// The kind of value decides; objects of the heap follow at the end.
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
      // An attribute of an unknown argument is as unknown as the argument. With the name of a
      // method of texts or mappings, it is followed as that method instead. An object with its own
      // method of that name is then misread as a text.
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

// Each access to a member makes a new object: members are compared by their class and value, not by
// identity.
Val MemberOf(Machine& m, ClassObject* type, Val name, Val value) {
  InstanceObject* member = m.heap.New<InstanceObject>();
  member->type = type;
  member->member_name = name;
  member->member_value = value;
  return member->self;
}

Val GetAttribute(Machine& m, Val object, Symbol name, NodeId node) {
  // An attribute of each possible value, side by side.
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
  // Each alternative may be the environment, or a copy of it.
  Val given = nullptr;
  // The field contains the environment itself, or a mapping that is a copy of it.
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
  // The base class in which the running constructor is defined: its other subclasses have the
  // field, too.
  for (const ClassObject* base : BasesOf(instance.type)) {
    if (base == running) sets = running;
  }
  m.pending.passed_fields.try_emplace({sets, name}, given);
}

void SetAttribute(Machine& m, Val object, Symbol name, Val value, NodeId node) {
  if (m.run.over) return;
  // A store into one of several objects may not take place in each.
  const bool several = AsFacet(object) != nullptr || AsAlternatives(object) != nullptr;
  ForEachLeaf(WithoutAbsent(m.values, object), [&](Val leaf) {
    if (InstanceObject* instance = AsInstance(leaf)) {
      // A data descriptor or a property's setter is called instead of a store.
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
      // A list in a field may be filled by code that no run follows, so it is never certainly
      // empty.
      SequenceObject* sequence = AsSequence(value);
      if (sequence != nullptr && sequence->sequence != SequenceKind::kTuple) sequence->kept = true;
      // If the object is one of several, the field may keep its earlier value.
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
