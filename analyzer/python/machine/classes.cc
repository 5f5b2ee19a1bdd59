// Classes and the objects that are created from them.
//
//   class Settings:
//       port = Variable("PORT")      the body runs in its own scope, which is the class
//
// After the body, in this order: decorators, the metaclass, __set_name__ of descriptors,
// __init_subclass__ of the base, and the fields of a settings class (settings.cc).
#include <algorithm>
#include <utility>

#include "analyzer/python/machine/machine.h"

namespace flagcensus {
namespace {

// A base with several possible values is the first class of the tree among them; otherwise the
// first value. `try: from a import B; except ImportError: B = object` has two.
void AddBase(ValuePool& values, Val value, ClassObject* type) {
  Val plain = WithoutAbsent(values, value);
  Val first = nullptr;
  ForEachLeaf(plain, [&](Val leaf) {
    const bool better = first == nullptr || (AsClass(first) == nullptr && AsClass(leaf) != nullptr);
    if (better) first = leaf;
  });
  if (ClassObject* base = AsClass(first)) {
    if (base != type) type->bases.push_back(base);
  } else if (const LibraryVal* library = AsLibrary(first)) {
    type->library_bases.push_back(library->path);
  } else {
    type->library_bases.push_back(0);
  }
}

// The body runs in its own scope; its texts are spelled in the activation that runs the class
// statement.
void RunClassBody(Machine& m, ClassObject* type, NodeId body) {
  // The activation has the identity of the one around, so texts keep their frame.
  Activation* const around = m.run.frame;
  ScopeObject* scope = m.heap.NewScope();
  scope->level = ScopeObject::Level::kClass;
  scope->up = around->scope;
  scope->store = type;
  scope->module = around->scope->module;
  scope->owner = type;
  Activation run;
  run.id = around->id;
  run.unit = around->unit;
  run.scope = scope;
  run.caller = around;
  run.call = body;
  run.function = around->function;
  run.depth = around->depth;
  m.run.frame = &run;
  RunBlock(m, body);
  m.run.frame = around;
  m.heap.EndScope(scope);
}

// Runs the methods of an object that is an attribute of a class: the code that uses the attribute
// may be outside the tree. Twelve methods and 10,000 steps bound the cost of a class with many such
// attributes.
void RunMethodsOf(Machine& m, Val descriptor) {
  constexpr uint64_t kSteps = 10000;
  constexpr size_t kMaxMethods = 12;
  size_t count = 0;
  // Own methods and inherited ones.
  for (ClassObject* one : BasesOf(AsInstance(descriptor)->type)) {
    const std::vector<SlotMap::Entry> entries = one->slots.entries();
    for (const auto& entry : entries) {
      FunctionObject* method = entry.second == nullptr ? nullptr : AsFunction(entry.second);
      if (method == nullptr || !ContainsSought(m, *method) || count >= kMaxMethods) continue;
      const std::string& name = m.symbols.TextOf(method->name);
      if (name == "__init__" || name == "__set_name__") continue;
      ++count;
      m.heap.RunOutside(
          [&] { RunApart(m, m.run.frame, kSteps, [&] { RunRoot(m, method, descriptor); }); });
    }
  }
}

// Objects in attributes of the class receive their names (Python Language Reference, "Implementing
// Descriptors").
void NameDescriptors(Machine& m, ClassObject* type, NodeId statement) {
  const std::vector<SlotMap::Entry> entries = type->slots.entries();
  const Symbol method = m.symbols.Intern("__set_name__");
  const Symbol getter = m.symbols.Intern("__get__");
  for (const auto& [key, value] : entries) {
    const InstanceObject* held = value == nullptr ? nullptr : AsInstance(value);
    if (held == nullptr) continue;
    const NodeId node = held->unit == m.run.frame->unit ? held->node : statement;
    const bool named = FindInClass(m, held->type, method) != nullptr;
    if (named) {
      // The name is spelled at the attribute, in any frame that uses it.
      const Mark mark{0xfffffffc, m.run.frame->unit, node};
      Val name = m.values.Text(static_cast<Symbol>(key.number), mark);
      CallMethod(m, value, method, {type->self, name}, node);
    }
    if (named || FindInClass(m, held->type, getter) != nullptr) RunMethodsOf(m, value);
  }
}

// Whether the last part of a library base's path is one of the words: it is for enum.Enum and
// lib.Enum. lib.BaseEnum, which may be an enumeration, too, is not recognised.
bool HasWord(const SymbolTable& symbols, ClassObject* type,
             std::initializer_list<std::string_view> words) {
  for (const Symbol base : LibraryBasesOf(type)) {
    const std::string& path = symbols.TextOf(base);
    const std::string_view last = std::string_view(path).substr(path.rfind('.') + 1);
    if (std::find(words.begin(), words.end(), last) != words.end()) return true;
  }
  return false;
}

// The name that an assignment in a class's body binds; 0: the statement is something else.
Symbol BoundBy(const PythonUnit& unit, NodeId statement, NodeId* target) {
  const Syntax& syntax = unit.syntax();
  const bool assigns = syntax.kind(statement) == NodeKind::kAssign && syntax.count(statement) == 2;
  if (!assigns && syntax.kind(statement) != NodeKind::kAnnotated) return 0;
  *target = syntax.child(statement, assigns ? 1 : 0);
  return syntax.kind(*target) == NodeKind::kName ? unit.SymbolOf(*target) : 0;
}

// Records the statements of the body that bind a name of a base class.
void NoteOverriding(Machine& m, ClassObject* type, NodeId body) {
  // A class without bases overrides nothing.
  if (type->bases.empty() || m.run.over) return;
  const PythonUnit& unit = UnitAt(m, type->unit);
  const Syntax& syntax = unit.syntax();
  for (size_t i = 0; i < syntax.count(body); ++i) {
    NodeId target = kNoNode;
    const NodeId statement = syntax.child(body, i);
    const Symbol name = BoundBy(unit, statement, &target);
    const bool known =
        name != 0 && std::any_of(type->bases.begin(), type->bases.end(), [&](ClassObject* base) {
          return FindInClass(m, base, name) != nullptr;
        });
    if (known) m.found.overriding.insert({type->unit, statement});
  }
}

// The value of a type's name. Imports below `if TYPE_CHECKING:` did not run, so the name is looked
// up among all names that the module imports.
Val TypeNamed(Machine& m, NodeId annotation, ModuleObject* module) {
  // A dotted name is resolved from left to right.
  const PythonUnit& unit = UnitAt(m, module->unit);
  const Syntax& syntax = unit.syntax();
  if (syntax.kind(annotation) == NodeKind::kAttribute) {
    Val base = TypeNamed(m, syntax.child(annotation, 0), module);
    ModuleObject* held = base == nullptr ? nullptr : AsModule(base);
    if (base != nullptr && AsLibrary(base) != nullptr) {
      return GetAttribute(m, base, unit.SymbolOf(annotation), annotation);
    }
    return held == nullptr ? nullptr : ModuleMember(m, held, unit.SymbolOf(annotation));
  }
  if (syntax.kind(annotation) != NodeKind::kName) return nullptr;
  return ModuleMember(m, module, unit.SymbolOf(annotation));
}

// An object of a library's class that the accessor table has entries for, as a call of the class
// would create it. For other classes the result is unknown: an object would only cost time.
Val ObjectOfLibrary(Machine& m, const LibraryVal& type) {
  const std::string path = m.symbols.TextOf(type.path) + "()";
  const bool fixture =
      std::any_of(m.program.table.forms.fixtures.begin(), m.program.table.forms.fixtures.end(),
                  [&](const auto& known) { return known.second == path; });
  return fixture || m.program.table.IsObject(path) ? m.values.Library(m.symbols.Intern(path))
                                                   : m.values.unknown();
}

// Six levels of Optional[...] and the like; deeper annotations are unknown.
Val OfTypeNode(Machine& m, NodeId annotation, ModuleObject* module, int depth) {
  const PythonUnit& unit = UnitAt(m, module->unit);
  const Syntax& syntax = unit.syntax();
  constexpr int kDeepest = 6;
  if (depth > kDeepest) return m.values.unknown();
  switch (syntax.kind(annotation)) {
    case NodeKind::kString: {
      // A forward reference: a name in quotes.
      Val held = ModuleMember(m, module, unit.SymbolOf(annotation));
      ClassObject* type = AsClass(held);
      return type == nullptr ? m.values.unknown() : GenericInstance(m, type);
    }
    // X | None: the side that is a class of the tree.
    case NodeKind::kBinary:
      for (const size_t side : {size_t{0}, size_t{1}}) {
        Val value = OfTypeNode(m, syntax.child(annotation, side), module, depth + 1);
        if (AsInstance(value) != nullptr) return value;
      }
      return m.values.unknown();
    case NodeKind::kSubscript: {
      const NodeId base = syntax.child(annotation, 0);
      const std::string& name = syntax.text(base);
      if (name != "Optional" && name != "Type" && name != "Annotated" && name != "Final") {
        return m.values.unknown();
      }
      NodeId inner = syntax.child(annotation, 1);
      if (syntax.kind(inner) == NodeKind::kTuple && syntax.count(inner) > 0) {
        inner = syntax.child(inner, 0);
      }
      return OfTypeNode(m, inner, module, depth + 1);
    }
    case NodeKind::kName:
    case NodeKind::kAttribute: {
      Val named = TypeNamed(m, annotation, module);
      if (named == nullptr) return m.values.unknown();
      if (const LibraryVal* library = AsLibrary(named)) return ObjectOfLibrary(m, *library);
      ClassObject* type = AsClass(named);
      return type == nullptr ? m.values.unknown() : GenericInstance(m, type);
    }
    default:
      return m.values.unknown();
  }
}

// The class that creates the class; null: the tree contains none.
ClassObject* MetaclassOf(SymbolTable& symbols, ClassObject* type) {
  // The nearest class that states one; it is inherited.
  const Symbol word = symbols.Intern("metaclass");
  for (const ClassObject* one : BasesOf(type)) {
    for (const auto& [name, value] : one->keywords) {
      if (name == word) return AsClass(value);
    }
  }
  return nullptr;
}

// Calls the metaclass with the class's name, its bases and the names that its body bound (Python
// Language Reference, "Customizing class creation").
void RunMetaclass(Machine& m, ClassObject* type, NodeId statement) {
  ClassObject* meta = MetaclassOf(m.symbols, type);
  if (meta == nullptr || m.run.over) return;
  CallArguments arguments;
  const Mark mark{Mark::kDeclared, m.run.frame->unit, statement};
  // The arguments of a metaclass: name, bases, and a mapping of the body.
  arguments.positional.push_back(m.values.Text(type->name, mark));
  std::vector<Val> bases;
  for (const ClassObject* base : type->bases) bases.push_back(base->self);
  arguments.positional.push_back(m.heap.Sequence(SequenceKind::kTuple, std::move(bases)));
  m.found.viewed = true;
  MappingObject* body = m.heap.Mapping();
  for (const auto& [key, value] : type->slots.entries()) {
    if (value == nullptr || key.kind != SlotKey::Kind::kText) continue;
    body->keys.try_emplace(key, m.values.Text(static_cast<Symbol>(key.number)));
    body->slots.Set(key, value);
  }
  arguments.positional.push_back(body->self);
  ClassObject* const around = std::exchange(m.run.made_class, type);
  for (const std::string_view name : {"__new__", "__init__"}) {
    FunctionObject* hook = AsFunction(FindInClass(m, meta, m.symbols.Intern(name)));
    if (hook == nullptr) continue;
    CallArguments with = arguments;
    with.positional.insert(with.positional.begin(), name == "__new__" ? meta->self : type->self);
    CallFunction(m, hook, with, with.positional.front(), statement);
  }
  m.run.made_class = around;
}

}  // namespace

// The metaclass may have changed the mapping: names that differ are stored in the class, which
// already exists.
Val MakeClass(Machine& m, const CallArguments& arguments) {
  ClassObject* type = m.run.made_class;
  const MappingObject* body =
      arguments.positional.size() < 3
          ? nullptr
          : AsMapping(arguments.positional[arguments.positional.size() - 1]);
  if (body == nullptr) return type->self;
  for (const auto& [key, value] : body->slots.entries()) {
    if (value == nullptr || key.kind != SlotKey::Kind::kText) continue;
    if (type->slots.Get(key) != value) m.heap.Put(type, key, value);
  }
  return type->self;
}

std::vector<DeclaredField> DeclaredFieldsOf(Machine& m, ClassObject* type) {
  std::vector<DeclaredField> out;
  // Only classes with syntax; those that the machine creates have none.
  for (ClassObject* one : BasesOf(type)) {
    if (one->unit < 0) continue;
    const PythonUnit& unit = UnitAt(m, one->unit);
    const Syntax& syntax = unit.syntax();
    for (size_t i = 0; i < syntax.count(one->node); ++i) {
      const NodeId block = syntax.child(one->node, i);
      if (syntax.kind(block) != NodeKind::kBlock) continue;
      for (size_t at = 0; at < syntax.count(block); ++at) {
        NodeId target = kNoNode;
        const Symbol name = BoundBy(unit, syntax.child(block, at), &target);
        if (name == 0 || m.symbols.TextOf(name).starts_with("_")) continue;
        out.push_back({one, name, {one->unit, target}});
      }
    }
  }
  return out;
}

bool IsEnumeration(SymbolTable& symbols, ClassObject* type) {
  return HasWord(symbols, type, {"Enum", "IntEnum", "StrEnum", "Flag", "IntFlag"});
}

Val TextOfMember(SymbolTable& symbols, Val value) {
  const InstanceObject* member = AsInstance(value);
  if (member == nullptr || member->member_value == nullptr) return nullptr;
  return HasWord(symbols, member->type, {"StrEnum", "str"}) ? member->member_value : nullptr;
}

// Steps: bases, keywords and decorators; the body; what a decorator or a configuration makes of the
// class.
void DefineClass(Machine& m, NodeId statement) {
  const PythonUnit& unit = UnitHere(m);
  const Syntax& syntax = unit.syntax();
  // The object exists before its bases are known, so the body can refer to it.
  ClassObject* type = m.heap.New<ClassObject>();
  type->name = unit.SymbolOf(statement);
  type->unit = m.run.frame->unit;
  type->node = statement;
  type->module = m.run.frame->scope->module;
  NodeId body = kNoNode;
  std::vector<NodeId> decorators;
  for (size_t i = 0; i < syntax.count(statement); ++i) {
    const NodeId child = syntax.child(statement, i);
    switch (syntax.kind(child)) {
      case NodeKind::kBlock:
        body = child;
        break;
      case NodeKind::kDecorator:
        decorators.push_back(syntax.child(child, 0));
        break;
      case NodeKind::kKeyword:
        type->keywords.emplace_back(unit.SymbolOf(child), Evaluate(m, syntax.child(child, 0)));
        break;
      default:
        AddBase(m.values, Evaluate(m, child), type);
    }
  }
  // A share that is used up leaves no class behind; a partial one would be wrong in every later
  // run.
  if (m.run.over) return;
  if (body != kNoNode) RunClassBody(m, type, body);
  if (body != kNoNode) NoteOverriding(m, type, body);
  const Symbol hook_name = m.symbols.Intern(kEveryAttribute);
  m.found.attribute_hooks =
      m.found.attribute_hooks || type->slots.Get(TextKey(hook_name)) != nullptr;
  for (const NodeId decorator : decorators) {
    const LibraryVal* library = AsLibrary(Evaluate(m, decorator));
    if (library == nullptr) continue;
    const std::string& path = m.symbols.TextOf(library->path);
    type->marks.push_back(library);
    // dataclasses.dataclass, pydantic's dataclass, attr.s and attrs.define generate __init__.
    type->is_record = type->is_record || path.find("dataclass") != std::string::npos ||
                      path.starts_with("attr.") || path.starts_with("attrs.");
    // A decorator of a settings library makes the class one of settings, as a base would.
    std::string_view plain = path;
    while (plain.ends_with("()")) plain.remove_suffix(2);
    if (m.program.table.classes.settings.count(std::string(plain)) == 0) continue;
    type->library_bases.push_back(library->path);
    type->keywords.insert(type->keywords.end(), library->arguments.keywords.begin(),
                          library->arguments.keywords.end());
  }
  NoteConfigured(m, type, statement);
  if (m.run.over) return;
  type->is_record =
      type->is_record ||
      HasWord(m.symbols, type, {"BaseModel", "NamedTuple", "BaseSettings", "TypedDict"});
  RunMetaclass(m, type, statement);
  NameDescriptors(m, type, statement);
  BindName(m, type->name, type->self);
  // __init_subclass__ of a base runs once for each subclass.
  for (ClassObject* base : type->bases) {
    FunctionObject* hook = AsFunction(FindInClass(m, base, m.symbols.Intern("__init_subclass__")));
    if (hook == nullptr) continue;
    CallArguments arguments;
    arguments.keywords = type->keywords;
    Call(m, m.values.Bound(type->self, hook), arguments, statement);
    break;
  }
  if (!m.run.over) ReadSettings(m, type);
}

namespace {

// The methods of kSetUpNames, and pytest's fixtures that run before each test ("Autouse fixtures").
std::vector<FunctionObject*> SetUpsOf(Machine& m, ClassObject* type) {
  const auto is_fixture = [&](Val option) {
    // autouse fixtures run before each test.
    const LibraryVal* library = AsLibrary(option);
    if (library == nullptr || m.symbols.TextOf(library->path) != "pytest.fixture()") return false;
    Val always = library->arguments.Keyword(m.symbols.Intern("autouse"));
    return always != nullptr && KnownTruth(TruthOf(m, always)) == true;
  };
  std::vector<FunctionObject*> out;
  for (const ClassObject* one : BasesOf(type)) {
    for (const auto& [key, value] : one->slots.entries()) {
      FunctionObject* method = value == nullptr ? nullptr : AsFunction(value);
      if (method == nullptr || method->owner != one) continue;
      const auto& options = method->options;
      const bool set_up = std::find(std::begin(kSetUpNames), std::end(kSetUpNames),
                                    m.symbols.TextOf(method->name)) != std::end(kSetUpNames);
      if (set_up || std::any_of(options.begin(), options.end(), is_fixture)) {
        out.push_back(method);
      }
    }
  }
  return out;
}

}  // namespace

// The object is created once for each class, outside all branches, so its fields are the same
// for each root. 30,000 steps: half of a root's share.
Val GenericInstance(Machine& m, ClassObject* type) {
  if (type->generic != nullptr) return type->generic->self;
  if (m.run.over) return m.values.unknown();
  // Marked as generic: it represents any object of the class.
  InstanceObject* instance = m.heap.New<InstanceObject>();
  instance->type = type;
  instance->generic = true;
  instance->unit = type->unit;
  instance->node = type->node;
  type->generic = instance;
  FunctionObject* init = AsFunction(FindInClass(m, type, m.symbols.Intern("__init__")));
  constexpr int kDeepest = 30;
  constexpr uint64_t kSteps = 30000;
  std::vector<FunctionObject*> before = SetUpsOf(m, type);
  if (init != nullptr) before.insert(before.begin(), init);
  if (before.empty() || m.run.frame == nullptr || m.run.frame->depth > kDeepest)
    return instance->self;
  m.heap.RunOutside([&] {
    for (FunctionObject* one : before) {
      RunApart(m, m.run.frame, kSteps, [&] { RunRoot(m, one, instance->self); });
    }
  });
  return instance->self;
}

Val OfAnnotation(Machine& m, NodeId annotation, ModuleObject* module) {
  if (module == nullptr) return m.values.unknown();
  return OfTypeNode(m, annotation, module, 0);
}

// A mapping with a copy of the fields: later changes of the object do not reach the view.
Val ViewOf(Machine& m, Val object) {
  if (AsClass(object) != nullptr) m.found.viewed = true;
  MappingObject* view = m.heap.Mapping();
  HeapObject* held = ObjectOf(object);
  if (held == nullptr) {
    view->open = true;
    return view->self;
  }
  const auto add = [&](Symbol name, Val value, NodeId node, int unit) {
    const SlotKey key = TextKey(name);
    // A name of the class's body is spelled where it is bound.
    const Mark mark{Mark::kDeclared, unit, node};
    view->keys.try_emplace(key, m.values.Text(name, node == kNoNode ? Mark{} : mark));
    view->slots.Set(key, value);
  };
  // A record's fields come first, with their defaults.
  if (const InstanceObject* instance = AsInstance(object)) {
    for (ClassObject* one : BasesOf(instance->type)) {
      if (!one->is_record) continue;
      for (const ClassObject::Field& field : one->fields) {
        Val value = one->slots.Get(TextKey(field.name));
        add(field.name, value == nullptr ? m.values.unknown() : value, kNoNode, -1);
      }
    }
    view->open = instance->generic;
  }
  for (const auto& [key, value] : held->slots.entries()) {
    if (value == nullptr || key.kind != SlotKey::Kind::kText) continue;
    Val resolved = Resolve(m, value);
    const InstanceObject* made = AsInstance(resolved);
    const bool placed = made != nullptr && made->unit >= 0;
    add(static_cast<Symbol>(key.number), resolved, placed ? made->node : kNoNode,
        placed ? made->unit : -1);
  }
  return view->self;
}

}  // namespace flagcensus
