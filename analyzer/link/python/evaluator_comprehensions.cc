// Comprehensions and generators → their items, where what they go through is known; else the
// mapping that they make of another one.
#include <utility>

#include "analyzer/link/python/evaluator.h"

namespace flagcensus {

// One comprehension while it is evaluated.
struct Evaluator::Comprehension {
  NodeId node;
  Frame* frame;               // around it
  Frame inner;                // its own names
  std::vector<ValueRef> out;  // items; of a dict, keys and values in turn
  bool known = true;          // `out` is all of them
  bool filtered = false;      // or some of them only
  std::vector<ValueRef> fed;  // mappings whose items are gone through
  ValueRef keywords;          // {k: v for k, v in kwargs.items() if ...}: some of kwargs
};

ValueRef Evaluator::EvaluateComprehension(NodeId node, Frame& frame) {
  Fork fork(&frame.locals, frame.Level(), &frame.fork);
  // Names of a comprehension are its own: they are bound in a scope below this one.
  Comprehension all;
  all.node = node;
  all.frame = &frame;
  Frame& inner = all.inner;
  inner.module = frame.module;
  inner.function = frame.function;
  inner.self_class = frame.self_class;
  inner.syntax = frame.syntax;
  inner.outer = &frame;
  inner.comprehension = true;
  inner.guard = frame.guard;
  inner.branch = frame.branch;
  inner.class_id = frame.IsModule() ? -1 : frame.class_id;
  EvaluateClause(1, &all);
  fork.Join({FlowState(), fork.Snapshot()});  // there may have been nothing to go through
  frame.own_sites.insert(frame.own_sites.end(), inner.own_sites.begin(), inner.own_sites.end());
  frame.nested.insert(frame.nested.end(), inner.nested.begin(), inner.nested.end());
  return ResultOf(std::move(all));
}

ValueRef Evaluator::ResultOf(Comprehension all) {
  const bool dict = all.frame->syntax->text(all.node) == "dict";
  if (!all.known) {
    if (dict && all.keywords != nullptr && all.keywords->text.starts_with("**")) {
      return all.keywords;
    }
    if (!dict || all.fed.empty()) return nullptr;
    const int flow = NewFlow();
    for (const ValueRef& from : all.fed) Feed(from, flow);
    return FlowValue(flow);
  }
  const auto some = [&](const ValueRef& of) { return all.filtered ? MakeFiltered(of) : of; };
  if (!dict) return some(MakeSequence(std::move(all.out)));
  if (!recording_) return some(MakeDict(std::move(all.out)));
  Value made;
  made.integer = all.filtered ? kFiltered : 0;
  made.kind = ValueKind::kDict;
  made.id = NewFlow();
  made.items = std::move(all.out);
  for (const ValueRef& from : all.fed) Feed(from, made.id);
  return MakeValue(std::move(made));
}

// The clause at that position, with those behind it; behind the last one, the element.
void Evaluator::EvaluateClause(size_t position, Comprehension* all) {
  Frame& inner = all->inner;
  const Syntax& syntax = *inner.syntax;
  if (position >= syntax.count(all->node)) {
    const NodeId element = syntax.child(all->node, 0);
    if (syntax.kind(element) == NodeKind::kPair) {
      all->out.push_back(Evaluate(syntax.child(element, 0), inner));
      all->out.push_back(Evaluate(syntax.child(element, 1), inner));
    } else {
      all->out.push_back(Evaluate(element, inner));
    }
    return;
  }
  const NodeId part = syntax.child(all->node, position);
  const NodeId target = syntax.child(part, 0);
  const ValueRef iterable = Evaluate(syntax.child(part, 1), inner);
  if (IsEnvironment(iterable)) {
    Bulk(iterable, EnvironmentName(iterable), syntax.child(part, 1), inner);
  }
  if (recording_ && iterable != nullptr && !FlowsOf(iterable).empty()) {
    all->fed.push_back(iterable);
  }
  const std::optional<std::vector<ValueRef>> items = ItemsOf(iterable);
  // An empty list in a name is there to be filled.
  const NodeKind through = syntax.kind(syntax.child(part, 1));
  const bool nothing = items && items->empty() &&
                       (through == NodeKind::kTuple || through == NodeKind::kList);
  if (nothing || Unrolls(items)) {
    const size_t turns = std::exchange(turns_, turns_ * std::max<size_t>(items->size(), 1));
    for (const ValueRef& item : *items) {
      BindOwn(target, item, inner);
      EvaluateFilters(position, all);
    }
    turns_ = turns;
    return;
  }
  all->known = false;
  BindOwn(target, nullptr, inner);
  ValueRef key;
  const NodeId holder = BindKeyOf(iterable, target, all->node, &key, *all->frame);
  if (holder != kNoNode) BindOwn(holder, key, inner);
  const ValueRef keys = KeysOf(iterable);
  if (keys != nullptr) {
    const bool pairs = iterable->kind == ValueKind::kTransform;  // kwargs.items()
    if (pairs && syntax.kind(target) == NodeKind::kTuple && syntax.count(target) == 2) {
      BindOwn(syntax.child(target, 0), keys, inner);
      BindOwn(syntax.child(target, 1), MakeTransform("values", keys->items[0]), inner);
    } else if (syntax.kind(target) == NodeKind::kName) {
      BindOwn(target, keys, inner);
    }
  }
  const size_t first = sites_.size();
  EvaluateFilters(position, all);
  TellLoop(items, first, part, *all->frame);
  const bool same = keys != nullptr && all->out.size() == 2 && Equal(all->out[0], keys);
  if (same) all->keywords = keys->items[0];
}

// The conditions of a clause, and what follows where none of them is decided to fail.
void Evaluator::EvaluateFilters(size_t position, Comprehension* all) {
  Frame& inner = all->inner;
  const Syntax& syntax = *inner.syntax;
  const NodeId part = syntax.child(all->node, position);
  const ValueRef guard = inner.guard;
  bool taken = true;
  for (size_t k = 2; k < syntax.count(part) && taken; ++k) {
    const ValueRef condition = Evaluate(syntax.child(part, k), inner);
    const std::optional<bool> truth = Truth(condition);
    const bool decided = truth && Decided(syntax.child(part, k), inner);
    taken = !decided || *truth;
    if (!decided) all->filtered = true;
    if (!truth || decided) inner.guard = Both(inner.guard, condition);
  }
  if (taken) EvaluateClause(position + 1, all);
  inner.guard = guard;
}

// Binds a clause's target in the comprehension: in a module's, it must not become a global.
void Evaluator::BindOwn(NodeId target, const ValueRef& value, Frame& inner) {
  const Syntax& syntax = *inner.syntax;
  if (syntax.kind(target) == NodeKind::kName) {
    inner.locals.insert_or_assign(syntax.text(target), value);
    return;
  }
  if (syntax.kind(target) != NodeKind::kTuple) return;
  const std::optional<std::vector<ValueRef>> parts = ItemsOf(value);
  const bool fits = parts && parts->size() == syntax.count(target);
  for (size_t k = 0; k < syntax.count(target); ++k) {
    const NodeId each = syntax.child(target, k);
    if (syntax.kind(each) != NodeKind::kName) continue;
    inner.locals.insert_or_assign(syntax.text(each), fits ? (*parts)[k] : nullptr);
  }
}

}  // namespace flagcensus
