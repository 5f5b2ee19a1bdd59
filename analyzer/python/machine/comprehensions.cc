// Comprehensions: loops that create a collection, in their own scope.
//
//   {k: v for k, v in os.environ.items() if k.startswith("APP_")}
//       ─→ a mapping with the variables APP_* as its rest
//   [os.environ[n] for n in ("A", "B")]
//       ─→ a list of two reads, each name spelled in its row
#include "analyzer/python/machine/machine.h"

namespace flagcensus {
namespace {

// The clauses of one comprehension, from the outermost on.
class Comprehension {
 public:
  Comprehension(Machine& m, NodeId node) : m_(m), syntax_(SyntaxHere(m)), node_(node) {}

  // The element's value in each round; of a dict comprehension, its key and value.
  std::vector<std::pair<Val, Val>> Run() {
    ScopeObject* const around = m_.run.frame->scope;
    ScopeObject* own = m_.heap.NewScope();
    own->store = own;
    own->comprehension = true;
    own->up = around;
    own->module = around->module;
    own->globals = around->globals;
    // In a class's body, the names of the class are visible in the first iterable only. They are
    // visible everywhere here, which changes nothing in a program that runs.
    if (around->level == ScopeObject::Level::kClass) {
      for (const auto& [key, value] : around->store->slots.entries()) own->slots.Set(key, value);
    }
    m_.run.frame->scope = own;
    Clause(1);
    m_.run.frame->scope = around;
    m_.heap.EndScope(own);
    return std::move(out_);
  }
  // Whether a round may be skipped, or there may be more rounds.
  bool uncertain() const { return uncertain_; }

 private:
  // The clauses are nested loops; after the last one, the element is evaluated.
  void Clause(size_t at) {
    if (at >= syntax_.count(node_)) {
      Element();
      return;
    }
    const NodeId clause = syntax_.child(node_, at);
    const NodeId iterable = syntax_.child(clause, 1);
    const size_t unnamed = m_.found.unnamed;
    const Turns turns = TurnsOver(iterable);
    // Each round binds the targets anew.
    for (const Turn& turn : turns.all) {
      if (m_.run.over) return;
      BindTarget(m_, syntax_.child(clause, 0), turn.element);
      const Holding holding(m_, m_.values.unknown());
      if (!turn.certain) uncertain_ = true;
      bool kept = true;
      for (size_t i = 2; kept && i < syntax_.count(clause); ++i) {
        const NodeId condition = syntax_.child(clause, i);
        Val test = TruthOf(m_, Evaluate(m_, condition));
        NoteHolding(m_.run, test);
        const std::optional<bool> known = KnownTruth(UnsetOrKnown(test));
        // A condition that is false ends the round, except in code that is run because no run
        // reached it.
        if (known == false && !IsSwept(m_, syntax_.child(node_, 0))) kept = false;
        if (known) continue;
        uncertain_ = true;
        // In the element, the names are those for which the condition is true.
        for (const Narrowed& one : NarrowBy(m_, condition)) BindName(m_, one.name, one.if_true);
      }
      if (kept) Clause(at + 1);
    }
    NoteTurns(m_, turns, unnamed, iterable);
  }

  // A collection that is only known to be empty excludes the element, as in a `for` statement. At
  // the top level of a module the collection is what the source says.
  Turns TurnsOver(NodeId iterable) {
    Turns turns = TurnsOf(m_, Evaluate(m_, iterable), iterable);
    if (m_.run.frame->function != nullptr) LeaveOutIfEmpty(m_, syntax_.child(node_, 0), &turns);
    return turns;
  }

  // A condition that depends on a variable has no known result.
  Val UnsetOrKnown(Val truth) const {
    return truth->kind == ValKind::kConstant ? truth : m_.values.unknown();
  }

  void Element() {
    // Two thousand rounds of all clauses together; beyond, the collection may have more elements.
    constexpr size_t kMaxRounds = 2000;
    if (out_.size() >= kMaxRounds) {
      uncertain_ = true;
      return;
    }
    const NodeId element = syntax_.child(node_, 0);
    // The element of a dict comprehension is a pair.
    if (syntax_.kind(element) == NodeKind::kPair && syntax_.count(element) > 1) {
      Val key = Evaluate(m_, syntax_.child(element, 0));
      out_.emplace_back(key, Evaluate(m_, syntax_.child(element, 1)));
    } else {
      out_.emplace_back(Evaluate(m_, element), nullptr);
    }
  }

  Machine& m_;
  const Syntax& syntax_;
  const NodeId node_;
  std::vector<std::pair<Val, Val>> out_;
  bool uncertain_ = false;
};

}  // namespace

Val EvaluateComprehension(Machine& m, NodeId expression) {
  const Syntax& syntax = SyntaxHere(m);
  const std::string& kind = syntax.text(expression);
  Comprehension comprehension(m, expression);
  const std::vector<std::pair<Val, Val>> rounds = comprehension.Run();
  if (m.run.over) return m.values.unknown();
  // The kind is in the node's text.
  if (kind == "dict") {
    MappingObject* mapping = m.heap.Mapping();
    for (const auto& [key, value] : rounds) {
      if (value != nullptr) SetItem(m, mapping->self, key, value, expression);
    }
    return mapping->self;
  }
  const SequenceKind sequence = kind == "list"  ? SequenceKind::kList
                                : kind == "set" ? SequenceKind::kSet
                                                : SequenceKind::kGenerator;
  std::vector<Val> items;
  for (const auto& round : rounds) items.push_back(round.first);
  // Without certainty about the rounds, each element may be any of the values.
  if (!comprehension.uncertain() || items.empty()) {
    Val more = comprehension.uncertain() ? m.values.unknown() : nullptr;
    return m.heap.Sequence(sequence, std::move(items), more);
  }
  return m.heap.Sequence(sequence, {}, m.values.Alternatives([&] {
    std::vector<Val> leaves;
    for (Val item : items) ForEachLeaf(item, [&](Val leaf) { leaves.push_back(leaf); });
    return leaves;
  }()));
}

}  // namespace flagcensus
