// Statements that branch → the names that hold behind them, and the guard on what follows. Every
// way is taken; where they meet a name may be what any of them left (flow_state.h). A way that
// returns, raises or leaves the loop does not get there, and its condition guards what does.
#include <algorithm>
#include <utility>

#include "analyzer/link/python/evaluator.h"

namespace flagcensus {
namespace {

constexpr size_t kMaxWays = 100;  // out of one loop, or on to its next turn

bool Holds(const std::vector<uint32_t>& sites, const std::vector<uint32_t>& any) {
  return std::any_of(any.begin(), any.end(), [&](uint32_t id) {
    return std::find(sites.begin(), sites.end(), id) != sites.end();
  });
}

// `while True:`, `while 1:`: left by break alone.
bool IsEndless(const Syntax& syntax, NodeId test) {
  return syntax.kind(test) == NodeKind::kTrue ||
         (syntax.kind(test) == NodeKind::kInteger && syntax.text(test) == "1");
}

// Exceptions that a read without a default raises where the variable is unset.
bool CatchesMissing(const std::string& caught) {
  return caught.empty() || caught.find("KeyError") != std::string::npos ||
         caught.find("Exception") != std::string::npos ||
         caught.find("LookupError") != std::string::npos;
}

// How many ways out of a turn there were at some point.
struct WaysLeft {
  size_t left = 0;
  size_t on = 0;
};

WaysLeft CountWays(const LoopWays& ways) { return {ways.left.size(), ways.on.size()}; }

// Drops the ways between two such points: those of a branch that is never taken.
void Forget(const WaysLeft& first, const WaysLeft& last, LoopWays* ways) {
  const auto drop = [](std::vector<FlowState>& of, size_t from, size_t to) {
    of.erase(of.begin() + static_cast<std::ptrdiff_t>(from),
             of.begin() + static_cast<std::ptrdiff_t>(to));
  };
  drop(ways->left, first.left, last.left);
  drop(ways->on, first.on, last.on);
}

// Whether the test is about one item of a list that the caller hands over: it holds for some of
// them, so that it is no condition on the call.
bool AsksEach(const ValueRef& test) {
  if (test == nullptr || !test->symbolic) return false;
  if (test->kind == ValueKind::kTransform && test->text == "each") return true;
  return std::any_of(test->items.begin(), test->items.end(), AsksEach);
}

}  // namespace

ValueRef Both(const ValueRef& a, const ValueRef& b) {
  if (b == nullptr || !b->symbolic) {
    const std::optional<bool> truth = Truth(b);
    return truth && !*truth ? b : a;
  }
  if (a == nullptr) return b;
  return MakeAnd(a, b);
}

// Whether a test asks what an object's class began with: `_instance = None` is there to be set. And
// whether it asks if a list or the like has anything: it is there to be filled.
bool Evaluator::MayChange(NodeId test, Frame& frame) {
  const Syntax& syntax = *frame.syntax;
  const NodeKind kind = syntax.kind(test);
  if (kind == NodeKind::kNot || kind == NodeKind::kAnd || kind == NodeKind::kOr ||
      kind == NodeKind::kCompare) {
    for (size_t i = 0; i < syntax.count(test); ++i) {
      if (MayChange(syntax.child(test, i), frame)) return true;
    }
    return false;
  }
  if ((kind == NodeKind::kName || kind == NodeKind::kAttribute) && !IsTarget(test, frame)) {
    const ValueRef held = Quietly([&] { return Force(Evaluate(test, frame)); });
    if (held != nullptr && IsCollection(*held)) return true;
  }
  if (kind != NodeKind::kAttribute) return false;
  const ValueRef object = Quietly([&] { return Force(Evaluate(syntax.child(test, 0), frame)); });
  if (object == nullptr) return false;
  if (object->kind != ValueKind::kClass && object->kind != ValueKind::kInstance) return false;
  const ClassInfo& of = program_.classes[object->id];
  if (of.is_enum || of.is_record) return false;
  const ValueRef field = FieldOf(object->id, syntax.text(test));
  return field != nullptr && !field->symbolic;
}

bool Evaluator::RunIf(NodeId node, Frame& frame) {
  const Syntax& syntax = *frame.syntax;
  IfWays ways;
  ways.test_node = syntax.child(node, 0);
  ways.test = Force(Evaluate(ways.test_node, frame));
  NoteTruth(ways.test_node, frame);
  if (Truth(ways.test) && MayChange(ways.test_node, frame)) ways.test = nullptr;
  if (AsksEach(ways.test)) ways.test = nullptr;
  const ValueRef& test = ways.test;
  const std::optional<bool> truth = Truth(test);
  const bool decided = truth && Decided(ways.test_node, frame);
  // What others may set holds for the names here, and keeps nothing from being reached.
  const ValueRef condition = truth && !decided ? nullptr : test;
  const ValueRef guard = frame.guard;
  const NodeId branch = frame.branch;
  const auto left = [&] {
    return frame.loop == nullptr ? WaysLeft() : CountWays(frame.loop->ways);
  };
  const WaysLeft left_before = left();
  Fork fork(&frame.locals, frame.Level(), &frame.fork);
  frame.guard = Both(guard, condition);
  frame.branch = syntax.child(node, 1);
  ways.returns = frame.returns.size();
  const size_t first = sites_.size();
  ways.then_ended = Run(frame.branch, frame);
  const size_t last = sites_.size();
  ways.then = fork.Snapshot();
  fork.Restore();
  const WaysLeft left_then = left();

  frame.guard = Both(guard, MakeNot(condition));
  ways.else_returns = frame.returns.size();
  if (syntax.count(node) > 2) {
    frame.branch = syntax.child(node, 2);
    ways.else_ended = Run(frame.branch, frame);
  }
  ways.otherwise = fork.Snapshot();
  if (decided && frame.loop != nullptr) {
    *truth ? Forget(left_then, left(), &frame.loop->ways)
           : Forget(left_before, left_then, &frame.loop->ways);
  }
  // What follows a branch that ends is the other branch.
  frame.branch = ways.then_ended ? node : branch;
  NoteDefaults(ways, fork, frame);
  if (recording_ && last > first) NoteStored(node, first, last, frame);

  frame.guard = guard;
  if (decided) {
    // Only one of them is taken.
    if (*truth && !ways.then_ended) fork.Enter(ways.then);
    return *truth ? ways.then_ended : ways.else_ended;
  }
  if (ways.then_ended && ways.else_ended) return true;
  if (ways.then_ended) {
    frame.guard = Both(guard, MakeNot(condition));  // what follows is the other branch's
  } else if (ways.else_ended) {
    fork.Enter(ways.then);
    frame.guard = Both(guard, condition);
  } else if (truth) {
    if (*truth) fork.Enter(ways.then);
  } else {
    fork.Join({ways.then, ways.otherwise}, test);
  }
  return false;
}

// What the two ways of a test tell of the defaults of what it asks for.
void Evaluator::NoteDefaults(const IfWays& ways, const Fork& fork, Frame& frame) {
  const Syntax& syntax = *frame.syntax;
  const bool compares = syntax.kind(ways.test_node) == NodeKind::kCompare;
  const bool then_returned = ways.else_returns > ways.returns;
  std::vector<std::string> names;
  for (const auto& [name, value] : ways.then.bound) names.push_back(name);
  for (const auto& [name, value] : ways.otherwise.bound) {
    if (ways.then.bound.count(name) == 0) names.push_back(name);
  }
  // `if X in os.environ: v = os.environ[X] else: v = "d"` reads X with a default.
  if (compares && !ways.then_ended && !ways.else_ended) {
    for (const std::string& name : names) {
      const std::optional<ValueRef> value = fork.Held(ways.then, name);
      const std::optional<ValueRef> other = fork.Held(ways.otherwise, name);
      if (!value || !other || Equal(*value, *other)) continue;
      GiveDefault(*value, *other);
      GiveDefault(*other, *value);
    }
  } else if (compares && then_returned && frame.returns.size() > ways.else_returns) {
    GiveDefault(frame.returns[ways.returns], frame.returns.back());
    GiveDefault(frame.returns.back(), frame.returns[ways.returns]);
  }
  // `if not v: return "d"`: what is given back then.
  if (then_returned && !ways.else_ended && syntax.kind(ways.test_node) == NodeKind::kNot) {
    NoteUnset(ways.test, ways.test_node, frame.returns[ways.returns], nullptr, kNoNode, kNoNode,
              frame);
  }
  std::vector<uint32_t> tested;
  CollectSites(ways.test, &tested);
  if (tested.empty() || !recording_) return;
  for (const std::string& name : names) {
    const std::optional<ValueRef> value = fork.Held(ways.then, name);
    const std::optional<ValueRef> other = fork.Held(ways.otherwise, name);
    if (value && other && !Equal(*value, *other)) {
      NoteReplaced(ways, tested, *value, *other, frame);
    }
  }
  NoteNoneTest(ways.test_node, tested, frame);
}

// `v = get(name); if v is not None: default = int(v)`: unset, the wrapper has what default was.
void Evaluator::NoteReplaced(const IfWays& ways, const std::vector<uint32_t>& tested,
                             const ValueRef& then, const ValueRef& otherwise, Frame& frame) {
  const bool in_then = Holds(ReadsOf(then), tested);
  const bool in_else = Holds(ReadsOf(otherwise), tested);
  if (in_then != in_else) {
    NoteUnset(ways.test, ways.test_node, then, otherwise, kNoNode, kNoNode, frame);
  }
  // What the branch makes of the read may not be known: default = Enum(v).
  const bool opaque = !in_then && !in_else && (then == nullptr) != (otherwise == nullptr);
  if (in_then == in_else && !opaque) return;
  const ValueRef& unset = in_then || then == nullptr ? otherwise : then;
  if (opaque && unset->kind != ValueKind::kParameter) return;
  if (unset == nullptr || (!unset->symbolic && !TextOf(unset))) return;
  for (const uint32_t id : tested) {
    Site& site = sites_[id];
    const bool open =
        site.default_kind == DefaultKind::kNone || site.default_kind == DefaultKind::kRequired;
    if (site.op != AccessOp::kRead || !open || !IsSymbolic(site.name)) continue;
    site.derived = true;
    site.default_value = unset;
    site.default_kind = DefaultKind::kLiteral;
  }
}

// One turn of a loop. Behind it the names hold what its end, or a continue, left them; a turn that
// never gets to its end leaves them as they were.
void Evaluator::RunTurn(NodeId body, Loop& loop, Frame& frame) {
  const ValueRef guard = frame.guard;
  const FlowState before = loop.fork->Snapshot();
  loop.ways.on.clear();
  const bool ended = Run(body, frame);
  frame.guard = guard;
  if (!ended && loop.ways.on.empty()) return;
  if (!ended) loop.ways.on.push_back(loop.fork->Snapshot());
  if (loop.ways.on.empty()) loop.ways.on.push_back(before);
  loop.fork->Join(loop.ways.on);
}

// Behind a loop: its end and the else there, or a break. `ends`: it may end without one. True where
// no way gets here.
bool Evaluator::LeaveLoop(Loop& loop, bool ends, NodeId otherwise, Frame& frame) {
  frame.loop = loop.outer;
  const bool ended = otherwise != kNoNode && Run(otherwise, frame);
  if (frame.returns.size() == loop.returns) frame.branch = loop.branch;
  std::vector<FlowState>& ways = loop.ways.left;
  if (ways.empty()) return ended;
  if (ends && !ended) ways.push_back(loop.fork->Snapshot());
  loop.fork->Join(ways);
  return false;
}

// break and continue.
bool Evaluator::RunLeave(NodeId node, Frame& frame) {
  if (frame.loop == nullptr) return false;
  LoopWays& ways = frame.loop->ways;
  const bool leaves = frame.syntax->kind(node) == NodeKind::kBreak;
  std::vector<FlowState>& to = leaves ? ways.left : ways.on;
  if (to.size() < kMaxWays) {
    to.push_back(frame.loop->fork->Snapshot());
  } else {
    TellLimit(node, frame,
              "more than " + std::to_string(kMaxWays) +
                  " ways out of a turn of this loop: what names hold behind this one is left out");
  }
  return true;
}

Evaluator::Loop* Evaluator::OutermostUnrolled(const Frame& frame) const {
  Loop* out = nullptr;
  for (Loop* loop = frame.loop; loop != nullptr; loop = loop->outer) {
    if (loop->target != kNoNode) out = loop;
  }
  return out;
}

// What no turn got to, for the items that there are: others may get there.
void Evaluator::RunSkipped(Loop& loop, Frame& frame) {
  const Syntax& syntax = *frame.syntax;
  const FlowState before = loop.fork->Snapshot();
  const LoopWays ways = loop.ways;
  const ValueRef guard = frame.guard;
  const size_t returns = frame.returns.size();
  for (size_t i = 0; i < loop.skipped.size(); ++i) {
    const auto [block, first] = loop.skipped[i];
    if (!loop.ran.insert(syntax.child(block, first)).second) continue;
    BindTarget(loop.target, nullptr, kNoNode, frame);
    bool ended = false;
    for (size_t k = first; k < syntax.count(block) && !ended; ++k) {
      ended = RunStatement(syntax.child(block, k), frame);
    }
    loop.fork->Enter(before);
    frame.guard = guard;
  }
  frame.returns.resize(returns);
  loop.ways = ways;
}

bool Evaluator::RunFor(NodeId node, Frame& frame) {
  const Syntax& syntax = *frame.syntax;
  const NodeId target = syntax.child(node, 0);
  const NodeId iterable_node = syntax.child(node, 1);
  const NodeId body = syntax.child(node, 2);
  const ValueRef iterable = Evaluate(iterable_node, frame);
  std::vector<ValueRef> conditions;
  const std::optional<std::vector<ValueRef>> items = ItemsOf(iterable, &conditions);
  if (recording_ && IsEnvironment(iterable)) {
    Bulk(iterable, EnvironmentName(iterable), iterable_node, frame);
  }
  Fork fork(&frame.locals, frame.Level(), &frame.fork);
  Loop loop = {&fork, frame.loop, frame.branch, kNoNode, frame.returns.size(), {}, {}, {}};
  frame.loop = &loop;
  if (Unrolls(items)) {
    loop.target = target;
    const size_t turns = std::exchange(turns_, turns_ * items->size());
    for (size_t i = 0; i < items->size(); ++i) {
      const ValueRef guard = frame.guard;
      if (i < conditions.size() && IsSymbolic(conditions[i])) {
        frame.guard = Both(guard, conditions[i]);
      }
      BindTarget(target, (*items)[i], kNoNode, frame);
      RunTurn(body, loop, frame);
      frame.guard = guard;
    }
    turns_ = turns;
    const NodeKind kind = syntax.kind(iterable_node);
    const bool literal = kind == NodeKind::kTuple || kind == NodeKind::kList;
    if (OutermostUnrolled(frame) == &loop && !literal) RunSkipped(loop, frame);
  } else {
    BindTarget(target, nullptr, kNoNode, frame);
    if (syntax.kind(target) == NodeKind::kName) {
      frame.made_by.insert_or_assign(syntax.text(target), iterable_node);
    }
    ValueRef key;
    const NodeId holder = BindKeyOf(iterable, target, node, &key, frame);
    if (holder != kNoNode) BindTarget(holder, key, kNoNode, frame);
    const ValueRef keys = KeysOf(iterable);
    if (keys != nullptr) {
      // for name, value in kwargs.items()
      const bool pairs = iterable->kind == ValueKind::kTransform;
      if (pairs && syntax.kind(target) == NodeKind::kTuple && syntax.count(target) == 2) {
        BindTarget(syntax.child(target, 0), keys, kNoNode, frame);
        BindTarget(syntax.child(target, 1), MakeTransform("values", keys->items[0]), kNoNode,
                   frame);
      } else if (syntax.kind(target) == NodeKind::kName) {
        BindTarget(target, keys, kNoNode, frame);
      }
    }
    const size_t first = sites_.size();
    RunTurn(body, loop, frame);
    TellLoop(items, first, node, frame);
    fork.Join({FlowState(), fork.Snapshot()});
  }
  return LeaveLoop(loop, true, syntax.count(node) > 3 ? syntax.child(node, 3) : kNoNode, frame);
}

bool Evaluator::RunWhile(NodeId node, Frame& frame) {
  const Syntax& syntax = *frame.syntax;
  const NodeId test = syntax.child(node, 0);
  Evaluate(test, frame);
  NoteTruth(test, frame);
  Fork fork(&frame.locals, frame.Level(), &frame.fork);
  Loop loop = {&fork, frame.loop, frame.branch, kNoNode, frame.returns.size(), {}, {}, {}};
  frame.loop = &loop;
  RunTurn(syntax.child(node, 1), loop, frame);
  fork.Join({FlowState(), fork.Snapshot()});
  return LeaveLoop(loop, !IsEndless(syntax, test),
                   syntax.count(node) > 2 ? syntax.child(node, 2) : kNoNode, frame);
}

bool Evaluator::RunMatch(NodeId node, Frame& frame) {
  const Syntax& syntax = *frame.syntax;
  Evaluate(syntax.child(node, 0), frame);
  Fork fork(&frame.locals, frame.Level(), &frame.fork);
  std::vector<FlowState> ways;
  const ValueRef guard = frame.guard;
  const NodeId branch = frame.branch;
  for (size_t i = 1; i < syntax.count(node); ++i) {
    frame.branch = syntax.child(node, i);
    const bool ended = Run(frame.branch, frame);
    if (!ended) ways.push_back(fork.Snapshot());
    fork.Restore();
    frame.guard = guard;
    frame.branch = branch;
  }
  const bool every = (syntax[node].flag & 1) != 0;
  if (!every) ways.emplace_back();
  fork.Join(ways);
  return ways.empty();
}

bool Evaluator::RunTry(NodeId node, Frame& frame) {
  const Syntax& syntax = *frame.syntax;
  const ValueRef guard = frame.guard;
  const size_t returns = frame.returns.size();
  Fork fork(&frame.locals, frame.Level(), &frame.fork);
  bool ended = Run(syntax.child(node, 0), frame);
  frame.guard = guard;
  const bool returned = frame.returns.size() > returns;
  const FlowState body = fork.Snapshot();
  // What was bound to a constant may hold in a handler; what was computed may be what failed.
  FlowState entered;
  for (const auto& [name, value] : body.bound) {
    if (TextOf(value)) entered.bound.emplace(name, value);
  }
  std::vector<FlowState> ways;
  bool handlers_end = true;
  size_t i = 1;
  for (; i < syntax.count(node) && syntax.kind(syntax.child(node, i)) == NodeKind::kExcept; ++i) {
    const NodeId handler = syntax.child(node, i);
    fork.Join({FlowState(), entered});
    Evaluate(syntax.child(handler, 0), frame);
    if (!syntax.text(handler).empty()) Bind(syntax.text(handler), nullptr, frame);
    const size_t handler_returns = frame.returns.size();
    const bool handler_ended = Run(syntax.child(handler, 1), frame);
    frame.guard = guard;
    const FlowState way = fork.Snapshot();
    // `try: v = os.environ[X] except KeyError: v = "d"` reads X with a default.
    if (CatchesMissing(Unparse(syntax, syntax.child(handler, 0)))) {
      for (const auto& [name, value] : body.bound) {
        const std::optional<ValueRef> other = fork.Held(way, name);
        if (other && !Equal(value, *other)) GiveDefault(value, *other);
      }
      if (returned && frame.returns.size() > handler_returns) {
        GiveDefault(frame.returns[returns], frame.returns.back());
      }
    }
    handlers_end = handlers_end && handler_ended;
    if (!handler_ended) ways.push_back(way);
  }
  const bool handled = i > 1;
  fork.Enter(body);
  if ((syntax[node].flag & 1) != 0 && i < syntax.count(node)) {
    ended = Run(syntax.child(node, i++), frame) || ended;
  }
  if (!ended) ways.insert(ways.begin(), fork.Snapshot());
  fork.Join(ways);
  for (; i < syntax.count(node); ++i) {
    if (Run(syntax.child(node, i), frame)) return true;
  }
  return ended && (!handled || handlers_end);
}

}  // namespace flagcensus
