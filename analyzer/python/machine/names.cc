// Variables: where a name is found, and what binds it.
//
//   NAME = "APP_A"                         the module's variable
//   def f(): return os.environ[NAME]       the text is respelled here: the site is this line
//   def g(): global NAME; NAME = x         binds the module's variable
#include <algorithm>

#include "analyzer/python/machine/machine.h"

namespace flagcensus {
namespace {

// Names of the language. Without a binding, they are library paths without a module: "int".
bool IsBuiltIn(std::string_view name) {
  static const std::unordered_set<std::string_view> kNames = {
      "abs",         "all",      "any",       "bool",      "bytes",        "callable",
      "classmethod", "dict",     "dir",       "enumerate", "eval",         "exec",
      "filter",      "float",    "format",    "frozenset", "getattr",      "globals",
      "hasattr",     "hash",     "id",        "input",     "int",          "isinstance",
      "issubclass",  "iter",     "len",       "list",      "locals",       "map",
      "max",         "min",      "next",      "object",    "open",         "ord",
      "print",       "property", "range",     "repr",      "reversed",     "round",
      "set",         "setattr",  "slice",     "sorted",    "staticmethod", "str",
      "sum",         "super",    "tuple",     "exit",      "quit",         "type",
      "vars",        "zip",      "__import__"};
  return kNames.count(name) > 0;
}

// The outermost scope is the module's.
ScopeObject* ModuleScope(ScopeObject* scope) {
  while (scope->up != nullptr) scope = scope->up;
  return scope;
}

bool Has(const std::vector<Symbol>& names, Symbol name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

// The object in which a name that the scope binds is stored: itself, or by `global` and `nonlocal`
// another one.
HeapObject* StoreOf(ScopeObject* scope, Symbol name) {
  // A declaration in the running scope decides.
  if (Has(scope->globals, name)) return ModuleScope(scope)->store;
  if (Has(scope->outer, name)) {
    for (ScopeObject* up = scope->up; up != nullptr; up = up->up) {
      const bool function = up->level == ScopeObject::Level::kFunction;
      if (function && up->store->slots.Get(TextKey(name)) != nullptr) return up->store;
    }
  }
  return scope->store;
}

}  // namespace

Val Respell(Machine& m, Val value, NodeId node) {
  // Texts have places; other values are returned unchanged.
  const ConstantVal* text = AsTextConstant(value);
  if (text == nullptr || node == kNoNode) return value;
  return m.values.Text(text->text, {m.run.frame->id, m.run.frame->unit, node});
}

// Soft, because code that is not followed may assign to it.
Val FromElsewhere(Machine& m, Val value, NodeId node) {
  return m.values.Soft(Respell(m, value, node));
}

bool IsMadeWith(const Machine& m, const InstanceObject& object, const CodePoint& at) {
  if (object.generic || object.unit != at.unit) return false;
  return UnitAt(m, at.unit).begin[object.node] <= at.node && at.node <= object.node;
}

Val RespellIfGone(Machine& m, Val value, NodeId node) {
  // A text that a running activation spelled keeps its place.
  const ConstantVal* text = AsTextConstant(value);
  // Nothing to do if the text has no place, or keeps its place in any case.
  if (text == nullptr || text->mark.frame == 0 || text->mark.frame >= Mark::kDeclared) return value;
  const Mark& mark = text->mark;
  if (m.run.row_reader != 0 || node == kNoNode || IsRunning(m, mark.frame)) return value;
  // In a method of Var("APP_A", "APP_B"), the name keeps the place where the object was created.
  const Val receiver = m.run.frame->receiver;
  const InstanceObject* object = receiver == nullptr ? nullptr : AsInstance(receiver);
  if (object != nullptr && IsMadeWith(m, *object, {mark.unit, mark.node})) return value;
  const bool row = mark.row_unit >= 0;
  return m.values.Text(text->text,
                       {m.run.frame->id, m.run.frame->unit, node, row ? mark.row_unit : mark.unit,
                        row ? mark.row_node : mark.node});
}

// Order: `global` names, the scopes around, star imports of the tree and of libraries, names of the
// language.
Val LoadName(Machine& m, Symbol name, NodeId node) {
  if (m.run.over) return m.values.unknown();
  ScopeObject* const own = m.run.frame->scope;
  // A name that the function declares as the module's.
  if (Has(own->globals, name)) {
    if (Val value = ModuleScope(own)->store->slots.Get(TextKey(name))) {
      return FromElsewhere(m, Resolve(m, WithoutAbsent(m.values, value)), node);
    }
  }
  for (ScopeObject* scope = own; scope != nullptr; scope = scope->up) {
    const bool is_class = scope->level == ScopeObject::Level::kClass;
    if (is_class && scope != own) continue;  // a class's names are not visible in its methods
    Val value = scope->store->slots.Get(TextKey(name));
    if (value == nullptr) continue;
    const bool imported = value->kind == ValKind::kImport;
    value = Resolve(m, WithoutAbsent(m.values, value));
    // Deleted, or bound on another branch only.
    if (IsAbsent(value)) continue;
    // Values of a module's variables and imports are those of another scope: respelled and soft.
    const bool from_module = scope->level == ScopeObject::Level::kModule && scope != own;
    if (!from_module && !imported) return value;
    value = FromElsewhere(m, value, node);
    return from_module && own->module != nullptr ? AsStartOf(m, *own->module, name, value) : value;
  }
  ModuleObject* module = own->module;
  // Names of `from x import *` of the tree: the last statement with the name counts.
  for (size_t i = module == nullptr ? 0 : module->stars.size(); i-- > 0;) {
    ModuleObject* other = LoadModule(m, module->stars[i], true);
    if (other == nullptr || other == module) continue;
    if (Val value = ModuleMember(m, other, name)) return FromElsewhere(m, value, node);
  }
  const std::string& text = m.symbols.TextOf(name);
  if (module != nullptr && !IsBuiltIn(text)) {
    if (Val value = StarredName(m, *module, name)) return value;
  }
  // In a fragment of a module, its imports may be in another fragment, or in code that does not
  // parse.
  if (IsBuiltIn(text) || text == "os") return m.values.Library(name);
  return m.values.unknown();
}

// Cached by symbol: each binding asks.
bool SuggestsEnvironment(Machine& m, Symbol name) {
  enum : uint8_t { kNotAsked, kNo, kYes };
  if (m.program.environment_names.size() <= name)
    m.program.environment_names.resize(2 * (size_t{name} + 1));
  uint8_t& known = m.program.environment_names[name];
  if (known == kNotAsked)
    known = m.program.table.IsEnvironmentWord(m.symbols.TextOf(name)) ? kYes : kNo;
  return known == kYes;
}

void BindName(Machine& m, Symbol name, Val value) {
  m.heap.Put(StoreOf(m.run.frame->scope, name), TextKey(name), value);
}

void BindTarget(Machine& m, NodeId target, Val value) {
  if (m.run.over) return;
  const PythonUnit& unit = UnitHere(m);
  // The form of the target decides.
  const Syntax& syntax = unit.syntax();
  // Names, then unpacking: element by element if the lengths agree, otherwise any element for each.
  switch (syntax.kind(target)) {
    case NodeKind::kName:
      BindName(m, unit.SymbolOf(target), value);
      NoteBinding(m, value);
      if (SuggestsEnvironment(m, unit.SymbolOf(target))) NoteCalledEnvironment(m, value, target);
      return;
    case NodeKind::kTuple:
    case NodeKind::kList: {
      const size_t count = syntax.count(target);
      Val plain = UnsetSide(value);
      const SequenceObject* sequence = AsSequence(plain);
      const bool fits =
          sequence != nullptr && MoreOf(*sequence) == nullptr && ItemsOf(*sequence).size() == count;
      const std::vector<Val> items = fits ? ItemsOf(*sequence) : std::vector<Val>();
      // Several possible rows of that length: each target gets the alternatives of its column.
      std::vector<Val> columns;
      if (const AlternativesVal* several = AsAlternatives(plain); several != nullptr) {
        for (Val one : several->items) {
          const SequenceObject* row = AsSequence(one);
          if (row != nullptr && (MoreOf(*row) != nullptr || ItemsOf(*row).size() != count)) {
            columns.clear();
            break;
          }
          columns.resize(count, nullptr);
          for (size_t i = 0; i < count; ++i) {
            Val cell = row != nullptr ? ItemsOf(*row)[i] : AnyElement(m, one);
            columns[i] = columns[i] == nullptr ? cell : Join(m.values, columns[i], cell);
          }
        }
      }
      for (size_t i = 0; i < count; ++i) {
        NodeId one = syntax.child(target, i);
        if (syntax.kind(one) == NodeKind::kSplat) one = syntax.child(one, 0);
        Val element = fits               ? RespellIfGone(m, items[i], target)
                      : !columns.empty() ? columns[i]
                                         : AnyElement(m, value);
        BindTarget(m, one, element);
      }
      return;
    }
    case NodeKind::kAttribute:
      SetAttribute(m, Evaluate(m, syntax.child(target, 0)), unit.SymbolOf(target), value, target);
      return;
    case NodeKind::kSubscript: {
      Val object = Evaluate(m, syntax.child(target, 0));
      Val key = Evaluate(m, syntax.child(target, 1));
      if (const ConstantVal* text = AsTextConstant(key)) {
        NoteFamily(m, m.symbols.TextOf(text->text), value, target);
      }
      // env["A"] = x, of something called env.
      const NodeId named = syntax.child(target, 0);
      const bool is_name =
          syntax.kind(named) == NodeKind::kName || syntax.kind(named) == NodeKind::kAttribute;
      const bool called = is_name && SuggestsEnvironment(m, unit.SymbolOf(named));
      ForEachLeaf(object, [&](Val one) {
        if (called) PutInCalledEnvironment(m, one, key, value, target);
        SetItem(m, one, key, value, target);
      });
      return;
    }
    // *rest: a part of unknown length.
    case NodeKind::kSplat:
      BindTarget(m, syntax.child(target, 0), m.values.unknown());
      return;
    default:
      return;
  }
}

void DeleteTarget(Machine& m, NodeId target) {
  const PythonUnit& unit = UnitHere(m);
  const Syntax& syntax = unit.syntax();
  if (syntax.kind(target) == NodeKind::kName) {
    // del x; del env["A"]; del of several targets.
    const Symbol name = unit.SymbolOf(target);
    m.heap.Put(StoreOf(m.run.frame->scope, name), TextKey(name), nullptr);
    return;
  }
  if (syntax.kind(target) == NodeKind::kTuple) {
    for (size_t i = 0; i < syntax.count(target); ++i) DeleteTarget(m, syntax.child(target, i));
    return;
  }
  if (syntax.kind(target) != NodeKind::kSubscript) return;
  Val object = Evaluate(m, syntax.child(target, 0));
  Val key = Evaluate(m, syntax.child(target, 1));
  ForEachLeaf(object, [&](Val one) {
    if (const InstanceObject* instance = AsInstance(one)) {
      const Symbol method = m.symbols.Intern("__delitem__");
      // Only mappings can contain variables.
      if (FindInClass(m, instance->type, method) != nullptr) {
        CallMethod(m, one, method, {key}, target);
        return;
      }
    }
    MappingObject* mapping =
        // del env["A"] of an object with its own __delitem__ calls that; of a copy of the
        // environment, it is a deletion in the copy.
        AsMapping(AsInstance(one) != nullptr ? ItemsOfObject(m.symbols, one) : one);
    const bool copy = mapping != nullptr && AsEnvironment(mapping->slots.Get(kRestSlot)) != nullptr;
    if (AsEnvironment(one) != nullptr || copy) {
      Emission removal;
      removal.op = AccessOp::kDelete;
      removal.name = key;
      removal.node = target;
      removal.via = AccessorName(m.symbols, one, "[]");
      Emit(m, removal);
    }
    if (mapping == nullptr) return;
    if (const std::optional<SlotKey> slot = KeyOf(key)) m.heap.Put(mapping, *slot, nullptr);
  });
}

}  // namespace flagcensus
