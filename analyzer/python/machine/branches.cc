// Branches: what is true after them, on each side and where they meet.
//
//   port = os.environ.get("APP_PORT")       F(APP_PORT, a text, None)
//   if port is None:                        the test: F(APP_PORT, false, true)
//       port = 80                           run for the true side alone
//   use(port)                               F(APP_PORT, a text, 80): the default is 80
//
// Each side runs on the heap and is rolled back; then the changed slots are merged by the test.
#include <algorithm>
#include <functional>
#include <set>

#include "analyzer/python/machine/machine.h"

namespace flagcensus {
namespace {

// How execution continues after two branches: at the next statement if either side reaches it.
Flow Together(Flow a, Flow b) {
  if (a == Flow::kNext || b == Flow::kNext) return Flow::kNext;
  if (a == b) return a;
  for (const Flow one : {Flow::kBreak, Flow::kContinue, Flow::kReturn}) {
    if (a == one || b == one) return one;
  }
  return Flow::kRaise;
}

// The variables at a `break` or `continue` of one branch: they may have these values at the end of
// the loop. Sixteen exits: loops have few, and each snapshot costs all variables of the scope. The
// values at further exits are lost.
void NoteExit(RunState& run, Val test, Flow flow, const Heap::Outcome& outcome) {
  if (flow != Flow::kBreak && flow != Flow::kContinue) return;
  if (run.loops.empty() || run.loops.back() == nullptr) return;
  constexpr size_t kMaxExits = 16;
  std::vector<RunState::Exit>& exits = *run.loops.back();
  if (exits.size() >= kMaxExits) return;
  RunState::Exit exit{flow == Flow::kBreak, test, {}};
  HeapObject* store = run.frame->scope->store;
  std::set<uint64_t> changed;
  for (const Heap::Change& change : outcome.changes) {
    if (change.object != store || change.after == nullptr) continue;
    changed.insert(change.key.number);
    exit.variables.emplace_back(change.key, change.after);
  }
  for (const SlotMap::Entry& entry : store->slots.entries()) {
    if (entry.second != nullptr && changed.count(entry.first.number) == 0) {
      exit.variables.push_back(entry);
    }
  }
  exits.push_back(std::move(exit));
}

// Whether the last statement leaves the function.
bool EndsInReturn(const Syntax& syntax, NodeId block) {
  if (block == kNoNode || syntax.count(block) == 0) return false;
  const NodeKind last = syntax.kind(syntax.child(block, syntax.count(block) - 1));
  return last == NodeKind::kReturn || last == NodeKind::kRaise;
}

// Runs one side of an `if`, by the known result of its test; nullopt: both sides are to be run. One
// run of a function may skip a side that another run needs, so only the other side of a constant is
// dead. A root represents all calls of its function: if the true side leaves the function, the code
// after it is run as well.
std::optional<Flow> RunKnownSide(Machine& m, NodeId statement, bool holds) {
  const Syntax& syntax = SyntaxHere(m);
  const NodeId otherwise = syntax.count(statement) > 2 ? syntax.child(statement, 2) : kNoNode;
  const NodeId taken = holds ? syntax.child(statement, 1) : otherwise;
  const NodeId left = holds ? otherwise : syntax.child(statement, 1);
  const bool literal = IsLiteral(syntax, syntax.child(statement, 0));
  if (left != kNoNode && literal) NoteReach(m, left, PythonUnit::kDead);
  if (!literal) {
    if (left != kNoNode && HasReach(m, left, PythonUnit::kForced)) return std::nullopt;
    if (m.run.frame->caller == nullptr && EndsInReturn(syntax, taken)) return std::nullopt;
    if (left != kNoNode) NoteReach(m, left, PythonUnit::kPruned);
  }
  if (taken == kNoNode) return Flow::kNext;
  NoteReach(m, taken, PythonUnit::kRan);
  return RunBlock(m, taken);
}

//   if not host or port is None: raise
//
// Each operand alone leads to the exception, so both variables are required.
void NoteEachRequired(Machine& m, NodeId test) {
  // Only names and comparisons with None: other operands have been evaluated with the whole test.
  const PythonUnit& unit = UnitHere(m);
  const Syntax& syntax = unit.syntax();
  if (syntax.kind(test) == NodeKind::kOr) {
    NoteEachRequired(m, syntax.child(test, 0));
    NoteEachRequired(m, syntax.child(test, 1));
  } else if (syntax.kind(test) == NodeKind::kNot) {
    const NodeId name = syntax.child(test, 0);
    if (syntax.kind(name) != NodeKind::kName) return;
    Val asked = TruthOf(m, LoadName(m, unit.SymbolOf(name), name));
    NoteRequired(m, Negate(m.values, asked), true, false);
  } else if (syntax.kind(test) == NodeKind::kCompare && syntax.count(test) == 2 &&
             syntax.kind(syntax.child(test, 0)) == NodeKind::kName &&
             syntax.kind(syntax.child(test, 1)) == NodeKind::kNone) {
    NoteRequired(m, TruthOf(m, Evaluate(m, test)), true, false);
  }
}

}  // namespace

void NoteHolding(RunState& run, Val test) {
  if (AsFacet(test) != nullptr) run.frame->holding.push_back(test);
}

Holding::Holding(Machine& m, Val test)
    : frame_(*m.run.frame), before_(m.run.frame->holding.size()) {
  NoteHolding(m.run, test);
}

bool IsKnownSet(Machine& m, Symbol variable, uint32_t outermost) {
  // The test is about the variable if, with the variable unset, it is false in every case.
  for (const Activation* frame = m.run.frame; frame != nullptr; frame = frame->caller) {
    const bool set = std::any_of(frame->holding.begin(), frame->holding.end(), [&](Val test) {
      bool never = true;  // it is true where the variable is unset
      ForEachLeaf(Restrict(m.values, test, variable, false),
                  [&](Val leaf) { never = never && KnownTruth(leaf) == false; });
      return never;
    });
    if (set) return true;
    if (frame->id == outermost) return false;
  }
  return false;
}

bool IsKnownUnset(Machine& m, Symbol variable) {
  // A guard that is false with the variable set, in every case.
  const auto excludes = [&](Val test) {
    bool never = AsFacet(test) != nullptr;  // it is true where the variable is set
    ForEachLeaf(Restrict(m.values, test, variable, true),
                [&](Val leaf) { never = never && KnownTruth(leaf) == false; });
    return never;
  };
  for (const Activation* frame = m.run.frame; frame != nullptr; frame = frame->caller) {
    if (std::any_of(frame->holding.begin(), frame->holding.end(), excludes)) return true;
    // Guards are searched, too: they include branches that a `continue` has ended.
    if (std::any_of(frame->guards.begin(), frame->guards.end(), excludes)) return true;
  }
  return false;
}

bool IsDecidedByUnset(Machine& m, Symbol variable) {
  // The test must follow the variable: always true if unset, and not always true if set.
  const auto always = [&](Val test, bool set) {
    bool all = true;
    ForEachLeaf(Restrict(m.values, test, variable, set),
                [&](Val leaf) { all = all && KnownTruth(leaf) == true; });
    return all;
  };
  const auto decides = [&](Val test) {
    return AsFacet(test) != nullptr && always(test, false) && !always(test, true);
  };
  return std::any_of(m.run.frame->guards.begin(), m.run.frame->guards.end(), decides);
}

bool IsCertainWhereUnset(Machine& m, Symbol variable) {
  const auto may_fail = [&](Val test) {
    bool excludes = AsFacet(test) != nullptr;
    ForEachLeaf(Restrict(m.values, test, variable, true),
                [&](Val leaf) { excludes = excludes && KnownTruth(leaf) == false; });
    if (!excludes) return false;
    bool certain = true;
    ForEachLeaf(Restrict(m.values, test, variable, false),
                [&](Val leaf) { certain = certain && KnownTruth(leaf) == true; });
    return !certain;
  };
  return std::none_of(m.run.frame->guards.begin(), m.run.frame->guards.end(), may_fail);
}

namespace {

// Runs both sides of a test: each with the names narrowed by it, and the test as a guard; then
// records what they imply, and merges.
Flow RunSides(Machine& m, Val test, NodeId test_node, const std::vector<Narrowed>& narrowed,
              const std::function<Flow()>& if_true, const std::function<Flow()>& if_false) {
  const std::optional<bool> known = KnownTruth(test);
  const auto side = [&](const std::function<Flow()>& run, bool on, Flow* flow) {
    return [&m, &narrowed, &run, on, flow, test, known] {
      for (const Narrowed& one : narrowed) BindName(m, one.name, on ? one.if_true : one.if_false);
      // A side that is run although the test excludes it implies nothing about variables.
      Val guard = known ? m.values.unknown() : on ? test : Negate(m.values, test);
      m.run.frame->guards.push_back(guard);
      const Holding holding(m, guard);
      *flow = run();
      m.run.frame->guards.pop_back();
      return *flow != Flow::kNext;
    };
  };
  Flow then_flow = Flow::kNext;
  Flow else_flow = Flow::kNext;
  const size_t guards = m.run.frame->guards.size();
  if (m.run.over) return Flow::kNext;
  Heap::Outcome then = m.heap.RunBranch(side(if_true, true, &then_flow));
  Heap::Outcome otherwise = m.heap.RunBranch(side(if_false, false, &else_flow));
  m.run.frame->guards.resize(guards);
  if (m.run.over) return Flow::kNext;
  // A side that raises means that the variable is required, and the code after it is not below a
  // test of the variable.
  const auto leaves = [](Flow flow) { return flow != Flow::kNext && flow != Flow::kRaise; };
  if (!known && leaves(then_flow) && else_flow == Flow::kNext) {
    NoteHolding(m.run, Negate(m.values, test));
  }
  if (!known && leaves(else_flow) && then_flow == Flow::kNext) NoteHolding(m.run, test);
  const auto skips = [](Flow flow) { return flow == Flow::kContinue || flow == Flow::kBreak; };
  // if value is None: continue
  // The rest of the round is reached only on the other side.
  if (AsFacet(test) != nullptr && skips(then_flow) && else_flow == Flow::kNext)
    m.run.frame->guards.push_back(Negate(m.values, test));
  if (AsFacet(test) != nullptr && skips(else_flow) && then_flow == Flow::kNext)
    m.run.frame->guards.push_back(test);
  NoteTested(m, test, test_node);
  NoteRequired(m, test, then_flow == Flow::kRaise, else_flow == Flow::kRaise);
  const bool several = SyntaxHere(m).kind(test_node) == NodeKind::kOr;
  if (several && then_flow == Flow::kRaise && else_flow != Flow::kRaise)
    NoteEachRequired(m, test_node);
  if (else_flow == Flow::kNext) NoteExit(m.run, test, then_flow, then);
  if (then_flow == Flow::kNext) NoteExit(m.run, Negate(m.values, test), else_flow, otherwise);
  m.heap.Meet(test, m.run.frame->scope->store, then, otherwise);
  // The merged values of variables are what the facets of reads became: their unset sides are
  // defaults.
  for (const Heap::Outcome* outcome : {&then, &otherwise}) {
    for (const Heap::Change& change : outcome->changes) {
      Val value = change.object->slots.Get(change.key);
      if (value == nullptr) continue;
      if (change.object == m.run.frame->scope->store) {
        if (change.key.kind != SlotKey::Kind::kText) continue;  // not a variable of the program
        NoteBinding(m, value);
        NoteReplaced(m, test, value);
      } else if (change.object->kind == ObjectKind::kMapping ||
                 change.object->kind == ObjectKind::kInstance) {
        NoteStored(m, change, value);
      }
    }
  }
  return Together(then_flow, else_flow);
}

}  // namespace

// Steps: evaluate the test; if its result is known, run one side; otherwise run both, and merge.
Flow RunIf(Machine& m, NodeId statement) {
  const Syntax& syntax = SyntaxHere(m);
  const NodeId test_node = syntax.child(statement, 0);
  const NodeId then_block = syntax.child(statement, 1);
  const NodeId else_block = syntax.count(statement) > 2 ? syntax.child(statement, 2) : kNoNode;
  Val test = TruthOf(m, Evaluate(m, test_node));
  const std::optional<bool> known = KnownTruth(test);
  if (m.run.over) return Flow::kNext;
  if (known) {
    if (const std::optional<Flow> flow = RunKnownSide(m, statement, *known)) return *flow;
  }
  const auto run = [&m](NodeId block) {
    if (block == kNoNode) return Flow::kNext;
    NoteReach(m, block, PythonUnit::kRan);
    return RunBlock(m, block);
  };
  return RunSides(
      m, test, test_node, NarrowBy(m, test_node), [&] { return run(then_block); },
      [&] { return run(else_block); });
}

// Three names and only functions without side effects: the test is evaluated once for each
// alternative of each name. Tests that call anything else narrow nothing.
std::vector<Narrowed> NarrowBy(Machine& m, NodeId test) {
  constexpr size_t kMaxNames = 3;
  const PythonUnit& unit = UnitHere(m);
  const Syntax& syntax = unit.syntax();
  if (const std::optional<Narrowed> key = NarrowKey(m, test)) return {*key};
  std::set<Symbol> names;
  for (NodeId id = unit.begin[test]; id <= test; ++id) {
    if (syntax.kind(id) == NodeKind::kName) names.insert(unit.SymbolOf(id));
    if (syntax.kind(id) != NodeKind::kCall) continue;
    const NodeId callee = syntax.child(id, 0);
    const std::string& name = syntax.text(callee);
    const bool pure = syntax.kind(callee) == NodeKind::kName &&
                      (name == "isinstance" || name == "callable" || name == "len");
    if (!pure) return {};
  }
  if (names.size() > kMaxNames) return {};
  std::vector<Narrowed> out;
  // For each name with several values: those for which the test can be true, and those for which it
  // can be false.
  for (const Symbol name : names) {
    HeapObject* store = m.run.frame->scope->store;
    Val value = store->slots.Get(TextKey(name));
    const AlternativesVal* several = AsAlternatives(value);
    if (several == nullptr) continue;
    std::vector<Val> yes;
    std::vector<Val> no;
    for (Val item : several->items) {
      store->slots.Set(TextKey(name), item);
      const std::optional<bool> known = KnownTruth(TruthOf(m, Evaluate(m, test)));
      if (known != false) yes.push_back(item);
      if (known != true) no.push_back(item);
    }
    store->slots.Set(TextKey(name), value);
    // The test does not distinguish the alternatives.
    if (yes.size() == several->items.size() && no.size() == several->items.size()) continue;
    out.push_back({name, yes.empty() ? value : m.values.Alternatives(yes),
                   no.empty() ? value : m.values.Alternatives(no)});
  }
  return out;
}

namespace {

// The value that the cases of a match are compared with.
struct Subject {
  Val value;
  NodeId node;
};

// Whether the case is taken, by the literals of its pattern; unknown if anything else decides.
Val TestOf(Machine& m, NodeId one, const Subject& subject) {
  const Syntax& syntax = SyntaxHere(m);
  if (syntax.kind(one) != NodeKind::kCase) return m.values.unknown();
  std::vector<NodeId> literals;
  for (size_t i = 0; i + 1 < syntax.count(one); ++i) literals.push_back(syntax.child(one, i));
  Val test = IsAmongLiterals(m, subject.value, subject.node, literals, one);
  return syntax[one].flag == 1 ? m.values.unknown() : TruthOf(m, test);
}

// What runs if the case is taken.
NodeId BlockOfCase(const Syntax& syntax, NodeId one) {
  return syntax.kind(one) == NodeKind::kCase ? syntax.child(one, syntax.count(one) - 1) : one;
}

// `case name:` alone binds the subject. Returns the rest of the case's block.
NodeId BindCapture(Machine& m, NodeId block, Val subject) {
  const Syntax& syntax = SyntaxHere(m);
  if (syntax.count(block) != 2) return block;
  const NodeId assign = syntax.child(block, 0);
  if (syntax.kind(assign) != NodeKind::kAssign || syntax.count(assign) != 2) return block;
  // The assigned value is the pattern, which is the name.
  const NodeId pattern = syntax.child(assign, 0);
  const NodeId name = syntax.child(assign, 1);
  const bool bare = syntax.kind(pattern) == NodeKind::kOpaque &&
                    syntax.text(pattern) == syntax.text(name) &&
                    syntax.kind(syntax.child(block, 1)) == NodeKind::kBlock;
  if (!bare) return block;
  BindName(m, UnitHere(m).SymbolOf(name), subject);
  return syntax.child(block, 1);
}

// The cases of a `match` from the i-th on: one of them runs, or none. The cases after one are the
// other side of its test.
Flow RunCases(Machine& m, NodeId statement, size_t i, const Subject& subject) {
  const Syntax& syntax = SyntaxHere(m);
  // flag: the last case matches everything that no earlier case does.
  const bool last = i + 1 >= syntax.count(statement);
  const NodeId one = syntax.child(statement, i);
  if (last && syntax[statement].flag == 1) return RunBlock(m, BindCapture(m, one, subject.value));
  const NodeId block = BlockOfCase(syntax, one);
  Val test = TestOf(m, one, subject);
  if (m.run.over) return Flow::kNext;
  return RunSides(
      m, test, one, {}, [&] { return RunBlock(m, block); },
      [&] { return last ? Flow::kNext : RunCases(m, statement, i + 1, subject); });
}

}  // namespace

Flow RunMatch(Machine& m, NodeId statement) {
  const Syntax& syntax = SyntaxHere(m);
  if (syntax.count(statement) == 0) return Flow::kNext;
  const NodeId node = syntax.child(statement, 0);
  const Subject subject{Evaluate(m, node), node};
  constexpr size_t kMaxCases = 200;  // each is a run within that of the one before
  if (syntax.count(statement) == 1) return Flow::kNext;
  // More cases are run one after another, without merging: each may overwrite what the one before
  // stored.
  if (syntax.count(statement) > kMaxCases) {
    for (size_t i = 1; i < syntax.count(statement); ++i) {
      RunBlock(m, BlockOfCase(syntax, syntax.child(statement, i)));
    }
    return Flow::kNext;
  }
  return RunCases(m, statement, 1, subject);
}

}  // namespace flagcensus
