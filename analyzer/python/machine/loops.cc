// Loops: a round for each known element, and one that represents all others.
//
//   for name in ("A", "B"): os.environ[name]       two rounds, each with its row as the place
//   for name in unknown(): os.environ.get(name)    one round, with an unknown name
//   for name in ("A", "B"):
//       value = os.environ.get(name)
//       if value: break                            at the end, A's value or B's or None
#include <algorithm>

#include "analyzer/python/machine/machine.h"

namespace flagcensus {
namespace {

// Tables of settings are shorter. A longer one is run once with an element that represents all, and
// reported if a name is lost by that.
constexpr size_t kMaxTurns = 400;

// Records the exits of one loop while it runs.
class LoopExits {
 public:
  explicit LoopExits(Machine& m) : m_(m) { m.run.loops.push_back(&exits_); }
  ~LoopExits() { m_.run.loops.pop_back(); }
  LoopExits(const LoopExits&) = delete;
  LoopExits& operator=(const LoopExits&) = delete;

  // Merges the variables at each exit into those at the end; the first exit has precedence.
  // `alone`: the loop ends only at a `break`, so its end is not reached otherwise.
  void Meet(bool alone = false) {
    HeapObject* store = m_.run.frame->scope->store;
    // A loop that ends only by a `break` has the variables of its last exit.
    if (alone) std::erase_if(exits_, [](const RunState::Exit& one) { return !one.leaves; });
    if (alone && !exits_.empty()) {
      for (const auto& [key, value] : exits_.back().variables) m_.heap.Put(store, key, value);
      exits_.pop_back();
    }
    for (size_t i = exits_.size(); i-- > 0;) {
      for (const auto& [key, value] : exits_[i].variables) {
        Val now = store->slots.Get(key);
        if (now == value) continue;
        if (now == nullptr) now = m_.values.absent();
        Val merged = MergeByTest(m_.values, exits_[i].test, value, now);
        m_.heap.Put(store, key, merged);
        NoteBinding(m_, merged);
      }
    }
  }

  size_t size() const { return exits_.size(); }
  // Whether a `break` may leave the loop.
  bool any() const {
    return std::any_of(exits_.begin(), exits_.end(),
                       [](const RunState::Exit& one) { return one.leaves; });
  }

 private:
  Machine& m_;
  std::vector<RunState::Exit> exits_;
};

// A round. Guards of a `continue` in it end with it.
Flow RunRound(Machine& m, NodeId body) {
  const size_t guards = m.run.frame->guards.size();
  const Flow flow = RunBlock(m, body);
  m.run.frame->guards.resize(guards);
  return flow;
}

// A round that may not take place: its changes are one of two possibilities.
Flow RunUncertain(Machine& m, const std::function<Flow()>& round) {
  Flow flow = Flow::kNext;
  const size_t guards = m.run.frame->guards.size();
  m.run.frame->guards.push_back(m.values.unknown());
  // Only a return or an exception ends the branch; break and continue are exits of the loop.
  Heap::Outcome outcome = m.heap.RunBranch([&] {
    flow = round();
    return flow == Flow::kReturn || flow == Flow::kRaise;
  });
  m.run.frame->guards.resize(guards);
  m.heap.Meet(m.values.unknown(), m.run.frame->scope->store, outcome, {});
  return Flow::kNext;
}

}  // namespace

namespace {

// The elements besides the known keys, as one value; null: there are no others.
Val RestElement(Machine& m, Val iterable) {
  const MappingObject* mapping = AsMapping(iterable);
  if (mapping == nullptr) return AnyElement(m, iterable);
  Val rest = mapping->slots.Get(kRestSlot);
  if (rest == nullptr && mapping->slots.Get(kOtherSlot) == nullptr) return nullptr;
  return rest == nullptr ? m.values.unknown() : AnyElement(m, rest);
}

}  // namespace

Turns TurnsOf(Machine& m, Val iterable, NodeId node) {
  if (m.run.over) return {};
  Val value = WithoutAbsent(m.values, iterable);
  Turns turns;
  std::vector<Turn>& out = turns.all;
  // All elements are known: each round is certain.
  if (const auto known = KnownElements(m, value); known && known->size() <= kMaxTurns) {
    for (Val element : *known) out.push_back({RespellIfGone(m, element, node), true});
    return turns;
  }
  // Otherwise each alternative adds its rounds, none of which is certain.
  ForEachLeaf(value, [&](Val leaf) {
    EmitBulk(m, leaf, "", node);
    const SequenceObject* sequence = AsSequence(leaf);
    if (sequence != nullptr && ItemsOf(*sequence).size() <= kMaxTurns) {
      for (Val item : ItemsOf(*sequence)) out.push_back({item, false});
      // A round for each of a few; otherwise one that represents all.
      constexpr size_t kMaxOthers = 4;
      std::vector<Val> others;
      if (Val more = MoreOf(*sequence)) {
        ForEachLeaf(more, [&](Val one) { others.push_back(one); });
        if (others.size() > kMaxOthers) others = {more};
      }
      for (Val one : others) out.push_back({one, false});
      return;
    }
    if (const auto known = KnownElements(m, leaf); known && known->size() <= kMaxTurns) {
      for (Val element : *known) out.push_back({element, false});
      return;
    }
    const MappingObject* mapping = AsMapping(leaf);
    if (mapping != nullptr && mapping->keys.size() <= kMaxTurns) {
      // Key by key, so each keeps its own value.
      for (const auto& [key, held] : mapping->slots.entries()) {
        const auto spelled = mapping->keys.find(key);
        if (held != nullptr && spelled != mapping->keys.end()) {
          out.push_back({spelled->second, false});
        }
      }
    }
    turns.cut = turns.cut || (sequence != nullptr && ItemsOf(*sequence).size() > kMaxTurns) ||
                (mapping != nullptr && mapping->keys.size() > kMaxTurns);
    Val rest = RestElement(m, leaf);
    if (rest != nullptr) out.push_back({rest, false});
  });
  return turns;
}

void LeaveOutIfEmpty(Machine& m, NodeId body, Turns* turns) {
  if (m.run.over) return;
  // Code that no run reached is run with an unknown element.
  if (turns->all.empty() && HasReach(m, body, PythonUnit::kForced)) {
    turns->all.push_back({m.values.unknown(), false});
  }
  NoteReach(m, body, turns->all.empty() ? PythonUnit::kPruned : PythonUnit::kRan);
}

Flow RunFor(Machine& m, NodeId statement) {
  // Steps: the rounds; each round, certain or not; then `else`, and the exits.
  const Syntax& syntax = SyntaxHere(m);
  const NodeId target = syntax.child(statement, 0);
  const NodeId body = syntax.child(statement, 2);
  const size_t unnamed = m.found.unnamed;
  const NodeId iterable = syntax.child(statement, 1);
  Turns turns = TurnsOf(m, Evaluate(m, iterable), iterable);
  LeaveOutIfEmpty(m, body, &turns);
  LoopExits exits(m);
  bool broke = false;
  for (const Turn& turn : turns.all) {
    if (m.run.over) break;
    const auto round = [&] {
      BindTarget(m, target, turn.element);
      return RunRound(m, body);
    };
    if (!turn.certain) {
      RunUncertain(m, round);
      continue;
    }
    const size_t returns = m.run.frame->returns.size();
    const size_t ways = exits.size();
    const Flow flow = round();
    // A `return` in the first round ends the function only if nothing in the round may skip it.
    const bool whole = exits.size() == ways;  // no part of the round went on before
    if (flow == Flow::kReturn && whole && m.run.frame->returns.size() > returns &&
        KnownTruth(m.run.frame->returns.back().path) == true) {
      exits.Meet();
      return Flow::kReturn;
    }
    broke = flow == Flow::kBreak;
    if (broke || flow == Flow::kRaise) break;
  }
  NoteTurns(m, turns, unnamed, statement);
  // `else` runs if no `break` left the loop.
  Flow flow = Flow::kNext;
  if (!broke && syntax.count(statement) > 3) flow = RunBlock(m, syntax.child(statement, 3));
  const bool left = exits.any();
  exits.Meet(flow != Flow::kNext);
  return left ? Flow::kNext : flow;
}

Flow RunWhile(Machine& m, NodeId statement) {
  const Syntax& syntax = SyntaxHere(m);
  // The test is evaluated once.
  Val test = TruthOf(m, Evaluate(m, syntax.child(statement, 0)));
  LoopExits exits(m);
  const auto round = [&] { return RunRound(m, syntax.child(statement, 1)); };
  if (KnownTruth(test) == true) {
    // `while True`: the body runs, and only a `break` or a `return` ends the loop. One round: what
    // a second one would change is not seen.
    const Flow flow = round();
    exits.Meet(flow == Flow::kNext || flow == Flow::kContinue);
    return flow == Flow::kReturn || flow == Flow::kRaise ? flow : Flow::kNext;
  }
  RunUncertain(m, round);
  Flow flow = Flow::kNext;
  if (syntax.count(statement) > 2) flow = RunBlock(m, syntax.child(statement, 2));
  const bool left = exits.any();
  exits.Meet(flow != Flow::kNext);
  return left ? Flow::kNext : flow;
}

}  // namespace flagcensus
