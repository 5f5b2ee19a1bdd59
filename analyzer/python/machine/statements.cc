// Statements: their effect on variables and objects, and how the block continues.
//
//   x = os.environ["A"]      binds x; NoteKept records that the statement keeps the read
//   return x                 one of the function's returns, with the tests around it
//   raise E                  ends the branch: a facet that leads here is required
#include <algorithm>
#include <set>

#include "analyzer/python/machine/machine.h"

namespace flagcensus {
namespace {

// `os = isolated(os)`: the unknown result of a function that received a library's module represents
// that module. Null: the statement is something else. Without this, a program that wraps `os` would
// have no accesses.
Val ModuleMadeOver(Machine& m, NodeId statement, Val value) {
  const PythonUnit& unit = UnitHere(m);
  const Syntax& syntax = unit.syntax();
  // One argument, and the same name on both sides.
  const NodeId call = syntax.child(statement, 0);
  if (syntax.kind(call) != NodeKind::kCall || syntax.count(call) < 2) return nullptr;
  const NodeId module = syntax.child(call, 1);
  const NodeId target = syntax.child(statement, 1);
  const bool same = syntax.kind(module) == NodeKind::kName &&
                    syntax.kind(target) == NodeKind::kName &&
                    unit.SymbolOf(module) == unit.SymbolOf(target);
  if (!same) return nullptr;
  bool known = false;
  ForEachLeaf(value, [&](Val leaf) {
    known = known || (leaf->kind != ValKind::kUnknown && leaf->kind != ValKind::kLibrary);
  });
  Val before = known ? nullptr : LoadName(m, unit.SymbolOf(module), module);
  const LibraryVal* library = before == nullptr ? nullptr : AsLibrary(before);
  const bool plain =
      library != nullptr && m.symbols.TextOf(library->path).find('(') == std::string::npos;
  return plain ? before : nullptr;
}

void RunAssign(Machine& m, NodeId statement) {
  const Syntax& syntax = SyntaxHere(m);
  Val value = Evaluate(m, syntax.child(statement, 0));
  if (Val module = ModuleMadeOver(m, statement, value)) value = module;
  NoteKept(m, value, statement);
  // Each target of a = b = value.
  for (size_t i = 1; i < syntax.count(statement); ++i) {
    BindTarget(m, syntax.child(statement, i), value);
  }
}

void RunAnnotated(Machine& m, NodeId statement) {
  const Syntax& syntax = SyntaxHere(m);
  if (syntax.count(statement) < 2) return;
  const NodeId target = syntax.child(statement, 0);
  const NodeId value = syntax.count(statement) > 2 ? syntax.child(statement, 2) : kNoNode;
  ScopeObject* scope = m.run.frame->scope;
  // The annotation of a local variable is not evaluated (Python Language Reference, 7.2.2).
  if (scope->level == ScopeObject::Level::kFunction) {
    NoteReach(m, syntax.child(statement, 1), PythonUnit::kDead);
  }
  // An annotated name of a class is a field, with or without a value.
  if (scope->owner != nullptr && scope->level == ScopeObject::Level::kClass &&
      syntax.kind(target) == NodeKind::kName) {
    const Symbol name = m.program.units[static_cast<size_t>(m.run.frame->unit)].SymbolOf(target);
    scope->owner->fields.push_back({name, syntax.child(statement, 1), value});
  }
  if (value == kNoNode) return;
  Val held = Evaluate(m, value);
  // An annotation converts nothing, but states the possible values: mode: Literal["a", "b"].
  const NodeId annotation = syntax.child(statement, 1);
  if (!EventsOf(held).empty() && TypeAnnotated(m, annotation) == ValueType::kEnum) {
    NoteType(m, held, ValueType::kEnum);
  }
  NoteKept(m, held, statement);
  BindTarget(m, target, held);
}

// os.environ["PATH"] += ":/opt" extends the variable, as an append.
bool AppendToVariable(Machine& m, NodeId statement) {
  const Syntax& syntax = SyntaxHere(m);
  // Only elements of the environment itself; a copy is extended like any mapping.
  const NodeId target = syntax.child(statement, 0);
  if (syntax.kind(target) != NodeKind::kSubscript || syntax.count(target) < 2) return false;
  Val object = WithoutAbsent(m.values, Evaluate(m, syntax.child(target, 0)));
  if (AsEnvironment(object) == nullptr) return false;
  Emission append;
  append.op = AccessOp::kAppend;
  append.name = Evaluate(m, syntax.child(target, 1));
  append.written = Evaluate(m, syntax.child(statement, 1));
  append.node = target;
  append.via = AccessorName(m.symbols, object, "[]");
  Emit(m, append);
  return true;
}

void RunAugmented(Machine& m, NodeId statement) {
  const Syntax& syntax = SyntaxHere(m);
  const NodeId target = syntax.child(statement, 0);
  if (AppendToVariable(m, statement)) return;
  // x += y is x = x + y, except for lists and mappings.
  Val before = Evaluate(m, target);
  Val value = Evaluate(m, syntax.child(statement, 1));
  const std::string& operation = syntax.text(statement);
  // A list is changed in place, so other names see it.
  if (SequenceObject* sequence = AsSequence(before); sequence != nullptr && operation == "+") {
    if (sequence->sequence != SequenceKind::kTuple) {
      std::vector<Val> items = ItemsOf(*sequence);
      Val more = MoreOf(*sequence);
      if (const auto added = KnownElements(m, value)) {
        items.insert(items.end(), added->begin(), added->end());
      } else {
        Val any = AnyElement(m, value);
        more = more == nullptr ? any : Join(m.values, more, any);
      }
      m.heap.SetItems(sequence, std::move(items), more);
      return;
    }
  }
  // os.environ |= {...}
  if (operation == "|" && (AsMapping(before) != nullptr || AsEnvironment(before) != nullptr)) {
    CallArguments from;
    from.positional.push_back(value);
    UpdateMapping(m, before, from, statement, "|=");
    return;
  }
  BindTarget(m, target, Operate(m, operation, before, value, statement));
}

// The tests of the branches around the code, as one.
Val PathOf(Machine& m) {
  Val path = m.values.boolean(true);
  for (Val guard : m.run.frame->guards) path = Both(m.values, path, guard);
  return path;
}

Flow RunReturn(Machine& m, NodeId statement) {
  const Syntax& syntax = SyntaxHere(m);
  Val value =
      syntax.count(statement) > 0 ? Evaluate(m, syntax.child(statement, 0)) : m.values.none();
  NoteBinding(m, value);
  NoteKept(m, value, statement);
  NoteGivenBack(m, value);
  m.run.frame->returns.push_back({PathOf(m), value, statement});
  return Flow::kReturn;
}

// The branch gives no value, unless a handler of the function may catch the exception.
Flow RunRaise(Machine& m) {
  if (m.run.tries.size() <= m.run.frame->tries) {
    m.run.frame->returns.push_back({PathOf(m), m.values.raises(), kNoNode});
  }
  return Flow::kRaise;
}

// An assertion raises if its test is false: `assert host` makes host required.
Flow RunAssert(Machine& m, NodeId statement) {
  const Syntax& syntax = SyntaxHere(m);
  // The second operand is the message.
  for (size_t i = 0; i < syntax.count(statement); ++i) {
    Val value = Evaluate(m, syntax.child(statement, i));
    if (i == 0) NoteRequired(m, TruthOf(m, value), false, true);
  }
  return Flow::kNext;
}

void RunGlobal(Machine& m, NodeId statement) {
  const Syntax& syntax = SyntaxHere(m);
  const PythonUnit& unit = UnitHere(m);
  for (size_t i = 0; i < syntax.count(statement); ++i) {
    const Symbol name = unit.SymbolOf(syntax.child(statement, i));
    // A `nonlocal` name that no function around has is an error; it is then one of the module.
    const bool nonlocal = syntax[statement].flag == 1;
    bool outer = false;
    for (ScopeObject* up = m.run.frame->scope->up; nonlocal && up != nullptr; up = up->up) {
      if (up->level != ScopeObject::Level::kFunction) continue;
      outer = outer || up->store->slots.Get(TextKey(name)) != nullptr;
    }
    (outer ? m.run.frame->scope->outer : m.run.frame->scope->globals).push_back(name);
  }
}

}  // namespace

// A share that is used up is noticed at the next check of run.over.
void Tick(Machine& m, uint64_t count) {
  if (m.run.over) return;
  m.run.steps += count;
  if (m.run.steps > m.run.limit) SetOver(m, true);
}

namespace {

// A context manager may suppress an exception, and then the program continues after it (Python
// Language Reference, 8.5). A file does not.
bool MayGoOn(const Syntax& syntax, NodeId statement) {
  if (syntax.kind(statement) == NodeKind::kExpression)
    return true;  // sys.exit(), which tests replace
  if (syntax.kind(statement) != NodeKind::kWith) return false;
  // open() closes the file and suppresses nothing.
  for (size_t i = 0; i + 1 < syntax.count(statement); ++i) {
    const NodeId manager = syntax.child(syntax.child(statement, i), 0);
    const bool call = syntax.kind(manager) == NodeKind::kCall;
    if (!call || syntax.text(syntax.child(manager, 0)) != "open") return true;
  }
  return false;
}

}  // namespace

// Whether the test is spelled as a constant, so its branch is the same in each run.
bool IsLiteral(const Syntax& syntax, NodeId test) {
  while (syntax.kind(test) == NodeKind::kNot) test = syntax.child(test, 0);
  switch (syntax.kind(test)) {
    case NodeKind::kTrue:
    case NodeKind::kFalse:
    case NodeKind::kNone:
    case NodeKind::kInteger:
    case NodeKind::kString:
      return true;
    default:
      return false;
  }
}

// Whether an `if` left the block because this run knows its test: another run may not.
bool IsDecidedHere(const Syntax& syntax, NodeId statement) {
  if (syntax.kind(statement) != NodeKind::kIf || IsLiteral(syntax, syntax.child(statement, 0))) {
    return false;
  }
  return syntax.count(statement) < 3;
}

Flow RunBlock(Machine& m, NodeId block) {
  const Syntax& syntax = SyntaxHere(m);
  const Holding holding(m, m.values.unknown());
  for (size_t i = 0; i < syntax.count(block); ++i) {
    // Each statement, up to one that does not continue.
    const Flow flow = RunStatement(m, syntax.child(block, i));
    if (m.run.over) return Flow::kNext;
    if (flow == Flow::kNext) continue;
    if (MayGoOn(syntax, syntax.child(block, i)) || IsDecidedHere(syntax, syntax.child(block, i))) {
      return flow;
    }
    // Statements after the end of the block are unreachable in every run.
    for (size_t after = i + 1; after < syntax.count(block); ++after) {
      NoteReach(m, syntax.child(block, after), PythonUnit::kDead);
    }
    return flow;
  }
  return Flow::kNext;
}

void NoteReach(Machine& m, NodeId node, PythonUnit::Reach reach) {
  if (!m.run.over) m.program.units[static_cast<size_t>(m.run.frame->unit)].reach[node] |= reach;
}

Flow RunStatement(Machine& m, NodeId statement) {
  Tick(m);
  if (m.run.over) return Flow::kNext;
  m.run.frame->statement = statement;
  const Syntax& syntax = SyntaxHere(m);
  switch (syntax.kind(statement)) {
    case NodeKind::kExpression:
      if (syntax.count(statement) > 0 && IsRaises(Evaluate(m, syntax.child(statement, 0)))) {
        return RunRaise(m);
      }
      return Flow::kNext;
    case NodeKind::kAssign:
      RunAssign(m, statement);
      return Flow::kNext;
    case NodeKind::kAnnotated:
      RunAnnotated(m, statement);
      return Flow::kNext;
    case NodeKind::kAugmented:
      RunAugmented(m, statement);
      return Flow::kNext;
    case NodeKind::kReturn:
      return RunReturn(m, statement);
    case NodeKind::kIf:
      return RunIf(m, statement);
    case NodeKind::kFor:
      return RunFor(m, statement);
    case NodeKind::kWhile:
      return RunWhile(m, statement);
    case NodeKind::kTry:
      return RunTry(m, statement);
    case NodeKind::kWith:
      return RunWith(m, statement);
    case NodeKind::kMatch:
      return RunMatch(m, statement);
    case NodeKind::kFunction:
      DefineFunction(m, statement);
      return Flow::kNext;
    case NodeKind::kClass:
      DefineClass(m, statement);
      return Flow::kNext;
    case NodeKind::kImport:
      RunImport(m, statement);
      return Flow::kNext;
    case NodeKind::kImportFrom:
      RunImportFrom(m, statement);
      return Flow::kNext;
    case NodeKind::kDelete:
      for (size_t i = 0; i < syntax.count(statement); ++i) {
        DeleteTarget(m, syntax.child(statement, i));
      }
      return Flow::kNext;
    case NodeKind::kGlobal:
      RunGlobal(m, statement);
      return Flow::kNext;
    case NodeKind::kAssert:
      return RunAssert(m, statement);
    case NodeKind::kRaise:
      for (size_t i = 0; i < syntax.count(statement); ++i) Evaluate(m, syntax.child(statement, i));
      return RunRaise(m);
    case NodeKind::kBreak:
      return Flow::kBreak;
    case NodeKind::kContinue:
      return Flow::kContinue;
    case NodeKind::kBlock:
    case NodeKind::kModule:
      return RunBlock(m, statement);
    default:
      return Flow::kNext;
  }
}

}  // namespace flagcensus
