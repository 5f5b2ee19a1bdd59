// What a variable or a name is before other code changes it: a variable that the program fills in
// before it reads it, and a value that other code replaces after the program has started.
//
//   os.environ.setdefault("APP_MODE", "fast")           a later read returns "fast" if the user
//                                                       sets nothing
//   WAIT = 30
//   def configure(options):
//       global WAIT
//       WAIT = options.wait                             30 is not the default of a read of WAIT
#include <algorithm>

#include "analyzer/python/machine/machine.h"

namespace flagcensus {
namespace {

// The object in which the run of a file's code records what it fills in: that of its outermost
// activation in that file, besides the variables.
HeapObject* StoreOfRun(const Activation* frame) {
  // Calls inside the file belong to the run of its outermost part.
  while (frame->caller != nullptr && frame->caller->unit == frame->unit) frame = frame->caller;
  const ScopeObject* scope = frame->scope;
  while (scope->level == ScopeObject::Level::kClass && scope->up != nullptr) scope = scope->up;
  return scope->store;
}

// What a module's own statements fill in applies to everything that runs later; what a function
// fills in, to the rest of the run that called it. The keys are numbers, which no variable of a
// program has.
SlotKey FilledKey(Symbol variable, bool of_module) {
  const uint64_t kind = of_module ? uint64_t{2} << 62 : uint64_t{3} << 62;
  return {SlotKey::Kind::kInteger, kind + variable};
}

// The value of the variable if its user does not set it, by the slot; `otherwise` if nothing was
// filled in. If the program overwrites what a user sets, there is no such case.
Val FilledIn(ValuePool& values, const HeapObject& store, const SlotKey& key, Symbol variable,
             Val otherwise) {
  Val held = store.slots.Get(key);
  if (held == nullptr) return otherwise;
  bool fills = true;  // what a user sets stays
  // If the user's own value survives, the filled-in one is only for the unset case.
  ForEachLeaf(Restrict(values, held, variable, true),
              [&](Val leaf) { fills = fills && IsAbsent(leaf); });
  if (!fills) return otherwise;
  return FillAbsent(values, Restrict(values, held, variable, false), otherwise);
}

bool IsModuleLevel(const Activation& frame) {
  return frame.function == nullptr && frame.scope->level != ScopeObject::Level::kFunction;
}

// The packages around a file, which have run before it. Twelve levels.
std::vector<int> PackagesAround(const ProgramState& program, int file) {
  constexpr size_t kDeepest = 12;
  std::vector<int> out;
  // One more dot for each package.
  std::string dots = ".";
  for (; out.size() < kDeepest; dots += '.') {
    const int package = program.index.Find(dots, file);
    if (package < 0 || std::find(out.begin(), out.end(), package) != out.end()) return out;
    const std::string& path = program.tree.files[static_cast<size_t>(package)].path;
    if (!path.ends_with("__init__.py")) return out;
    if (package != file) out.push_back(package);
  }
  return out;
}

// Literals, signed numbers and empty displays: such a value resets the name rather than computing
// it.
bool IsLiteralValue(const Syntax& syntax, NodeId value) {
  switch (syntax.kind(value)) {
    case NodeKind::kString:
    case NodeKind::kInteger:
    case NodeKind::kFloat:
    case NodeKind::kTrue:
    case NodeKind::kFalse:
    case NodeKind::kNone:
    case NodeKind::kEllipsis:
      return true;
    case NodeKind::kUnary:
      return IsLiteralValue(syntax, syntax.child(value, 0));
    case NodeKind::kTuple:
    case NodeKind::kList:
    case NodeKind::kSet:
    case NodeKind::kDict:
      return syntax.count(value) == 0;
    default:
      return false;
  }
}

// Whether the name or attribute occurs in the expression: `x = get("APP_X", x)` assigns x to
// itself.
bool Mentions(const PythonUnit& unit, NodeId expression, NodeKind kind, Symbol name) {
  const Syntax& syntax = unit.syntax();
  for (NodeId id = unit.begin[expression]; id <= expression; ++id) {
    if (syntax.kind(id) == kind && unit.SymbolOf(id) == name) return true;
  }
  return false;
}

// Calls use(target) for each assignment of a value that is neither a literal nor made from the
// target's earlier value.
template <class Use>
void ForEachReplaced(const PythonUnit& unit, NodeId code, const Use& use) {
  const Syntax& syntax = unit.syntax();
  for (NodeId id = unit.begin[code]; id <= code; ++id) {
    // x = value, x: T = value; an annotation alone assigns nothing.
    const NodeKind kind = syntax.kind(id);
    const bool annotated = kind == NodeKind::kAnnotated && syntax.count(id) > 2;
    if (kind != NodeKind::kAssign && !annotated) continue;
    const NodeId value = syntax.child(id, annotated ? 2 : 0);
    const size_t first = annotated ? 0 : 1;
    const size_t end = annotated ? 1 : syntax.count(id);
    for (size_t i = first; i < end; ++i) {
      const NodeId target = syntax.child(id, i);
      const NodeKind of = syntax.kind(target);
      if (of != NodeKind::kName && of != NodeKind::kAttribute) continue;
      if (IsLiteralValue(syntax, value) || Mentions(unit, value, of, unit.SymbolOf(target)))
        continue;
      use(target);
    }
  }
}

// The function around the node, and the class with that function in its body; kNoNode: there is
// none.
struct Around {
  NodeId function = kNoNode;
  NodeId type = kNoNode;
};

Around MethodAround(const PythonUnit& unit, NodeId node) {
  const Syntax& syntax = unit.syntax();
  Around out;
  // The innermost function is kept only until a class is found around it.
  for (NodeId up = unit.ParentOf(node); up != kNoNode; up = unit.ParentOf(up)) {
    if (syntax.kind(up) == NodeKind::kFunction) out.function = up;
    if (syntax.kind(up) != NodeKind::kClass) continue;
    if (out.function != kNoNode) out.type = up;
    return out;
  }
  return out;
}

// Methods that create an object assign its start values.
bool IsMaker(const std::string& method) {
  return method == "__init__" || method == "__new__" || method == "__post_init__" ||
         method == "__attrs_post_init__";
}

// Two kinds: names of the module that a function with `global` assigns to, and fields that a method
// other than the constructor assigns to by self or cls.
PythonUnit::Replaced ReplacedIn(const PythonUnit& unit) {
  const Syntax& syntax = unit.syntax();
  PythonUnit::Replaced out;
  if (syntax.root == kNoNode) return out;
  std::vector<NodeId> functions;  // that declare names of the module as theirs
  std::unordered_set<Symbol> globals;
  for (NodeId id = 0; id < syntax.nodes.size(); ++id) {
    // Names that any function declares as global.
    if (syntax.kind(id) != NodeKind::kGlobal) continue;
    for (size_t i = 0; i < syntax.count(id); ++i)
      globals.insert(unit.SymbolOf(syntax.child(id, i)));
    const NodeId function = MethodAround(unit, id).function;
    if (function != kNoNode && (functions.empty() || functions.back() != function))
      functions.push_back(function);
  }
  for (const NodeId function : functions) {
    ForEachReplaced(unit, function, [&](NodeId target) {
      const bool of_module =
          syntax.kind(target) == NodeKind::kName && globals.count(unit.SymbolOf(target)) > 0;
      if (of_module) out.names.insert(unit.SymbolOf(target));
    });
  }
  ForEachReplaced(unit, syntax.root, [&](NodeId target) {
    if (syntax.kind(target) != NodeKind::kAttribute) return;
    const NodeId object = syntax.child(target, 0);
    if (syntax.kind(object) != NodeKind::kName) return;
    const std::string& name = syntax.text(object);
    if (name != "self" && name != "cls") return;
    const Around around = MethodAround(unit, target);
    if (around.type == kNoNode || IsMaker(syntax.text(around.function))) return;
    out.fields.insert({around.type, unit.SymbolOf(target)});
  });
  return out;
}

const PythonUnit::Replaced& ReplacedOf(const PythonUnit& unit) {
  if (!unit.replaced) unit.replaced = std::make_unique<PythonUnit::Replaced>(ReplacedIn(unit));
  return *unit.replaced;
}

}  // namespace

void NoteFilledIn(Machine& m, Symbol variable, Val value, bool if_unset) {
  // A test sets variables for itself, which says nothing about the program.
  const Scope scope = m.program.tree.files[static_cast<size_t>(UnitHere(m).file)].scope;
  if (m.run.over || (scope != Scope::kSrc && scope != Scope::kScript)) return;
  HeapObject* store = StoreOfRun(m.run.frame);
  const SlotKey key = FilledKey(variable, IsModuleLevel(*m.run.frame));
  // The variable is kept if it is set.
  if (if_unset) {
    Val before = FilledIn(m.values, *store, key, variable, m.values.absent());
    Val unset = FillAbsent(m.values, before, Restrict(m.values, value, variable, false));
    value = m.values.Facet(variable, m.values.absent(), unset);
  }
  m.heap.Put(store, key, value);
}

// From the innermost run outwards: what the running code filled in, then its module, then the
// packages around it.
Val AfterFilling(Machine& m, Symbol variable, int unit, Val unset) {
  const SlotKey of_module = FilledKey(variable, true);
  const SlotKey of_call = FilledKey(variable, false);
  const HeapObject* last = nullptr;
  // Each activation of the unit, innermost first; equal stores once.
  for (const Activation* frame = m.run.frame; frame != nullptr; frame = frame->caller) {
    const HeapObject* store = frame->unit == unit ? StoreOfRun(frame) : nullptr;
    if (store == nullptr || store == last) continue;
    last = store;
    unset = FilledIn(m.values, *store, of_call, variable, unset);
  }
  unset =
      FilledIn(m.values, *m.program.modules[static_cast<size_t>(unit)], of_module, variable, unset);
  if (UnitAt(m, unit).origin != PythonUnit::Origin::kFile) return unset;
  for (const int package : PackagesAround(m.program, UnitAt(m, unit).file)) {
    const auto known = m.program.unit_of_file.find(package);
    if (known == m.program.unit_of_file.end()) continue;
    unset = FilledIn(m.values, *LoadUnit(m, known->second), of_module, variable, unset);
  }
  return unset;
}

Val AsStartOf(Machine& m, const ModuleObject& module, Symbol name, Val value) {
  // None is never a default.
  if (AsConstant(value) == nullptr || IsNone(value)) return value;
  const bool replaced = ReplacedOf(UnitAt(m, module.unit)).names.count(name) > 0;
  return replaced ? m.values.Start(value) : value;
}

Val AsStartOfField(Machine& m, ClassObject* type, Symbol name, Val value) {
  if (AsConstant(value) == nullptr || IsNone(value)) return value;
  // While the object is being created, its fields have their first values.
  for (const Activation* run = m.run.frame; run != nullptr; run = run->caller) {
    if (run->function == nullptr || run->function->owner == nullptr) continue;
    if (IsMaker(m.symbols.TextOf(run->function->name))) return value;  // it is being made
  }
  for (const ClassObject* one : BasesOf(type)) {
    if (one->unit < 0) continue;
    if (ReplacedOf(UnitAt(m, one->unit)).fields.count({one->node, name}) > 0)
      return m.values.Start(value);
  }
  return value;
}

}  // namespace flagcensus
