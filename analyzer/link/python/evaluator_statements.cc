// Statements: both branches of a test are taken, and names that differ after them become
// conditional values; a branch that does not return leaves its condition as a guard on what
// follows.
#include <algorithm>
#include <utility>

#include "analyzer/link/python/evaluator.h"

namespace flagcensus {
namespace {

constexpr size_t kMaxPrefix = 200;  // longer than any name that is taken

using Locals = std::map<std::string, ValueRef, std::less<>>;

// The condition under which both hold; what is not known restricts nothing.
ValueRef Both(const ValueRef& a, const ValueRef& b) {
  if (b == nullptr || !b->symbolic) {
    const std::optional<bool> truth = Truth(b);
    return truth && !*truth ? b : a;
  }
  if (a == nullptr) return b;
  Value both;
  both.kind = ValueKind::kAnd;
  both.items = {a, b};
  return MakeValue(std::move(both));
}

// Gives names their former values, and the map those that they had.
void TakeBack(Locals& former, Locals& names) {
  for (auto& [name, value] : former) {
    if (const auto at = names.find(name); at != names.end()) std::swap(at->second, value);
  }
}

bool Holds(const std::vector<uint32_t>& sites, const std::vector<uint32_t>& any) {
  return std::any_of(any.begin(), any.end(), [&](uint32_t id) {
    return std::find(sites.begin(), sites.end(), id) != sites.end();
  });
}

// How a test asks whether a variable has a value.
enum class Asking { kNot, kTruth, kTaken, kNone };

// kTaken: `(v := get()) and …`, kNone: `v is not None`, kTruth: `v` or a part of it alone.
Asking AskingOf(const Syntax& syntax, NodeId test, int depth = 0) {
  constexpr int kDeep = 8;
  const NodeKind kind = syntax.kind(test);
  if (kind == NodeKind::kName) return Asking::kTruth;
  if (kind == NodeKind::kWalrus) return Asking::kTaken;
  if (kind == NodeKind::kNot && depth < kDeep)
    return AskingOf(syntax, syntax.child(test, 0), depth + 1);
  if (kind == NodeKind::kAnd && depth < kDeep) {
    return AskingOf(syntax, syntax.child(test, 0), depth + 1);
  }
  const bool none = kind == NodeKind::kCompare && syntax.text(test).starts_with("is") &&
                    syntax.kind(syntax.child(test, 1)) == NodeKind::kNone;
  return none ? Asking::kNone : Asking::kNot;
}

// The site read in `value` where the value is just that (perhaps converted).
const Value* AsRead(const ValueRef& value) {
  return value != nullptr && value->kind == ValueKind::kRead ? value.get() : nullptr;
}

// Whether a read gives None when the variable is unset, or "", which is as good where only truth is
// asked.
bool GivesNothing(const Site& site, Asking asking) {
  if (site.default_kind == DefaultKind::kNone) return true;
  if (site.default_kind != DefaultKind::kLiteral) return false;
  if (asking != Asking::kTruth && asking != Asking::kTaken) return false;
  const std::optional<std::string> text = TextOf(site.default_value);
  return text && text->empty();
}

}  // namespace

bool Evaluator::Run(NodeId block, Frame& frame) {
  const Syntax& syntax = *frame.syntax;
  const ValueRef guard = frame.guard;
  bool ended = false;
  for (size_t i = 0; i < syntax.count(block) && !ended; ++i) {
    ended = RunStatement(syntax.child(block, i), frame);
  }
  // A guard that an early return left holds to the end of the function, not of this block, only
  // where the block itself does not end; the caller restores it.
  if (syntax.kind(block) == NodeKind::kModule) frame.guard = guard;
  return ended;
}

bool Evaluator::RunStatement(NodeId node, Frame& frame) {
  if (!MayStep(node, frame)) return true;
  const Syntax& syntax = *frame.syntax;
  switch (syntax.kind(node)) {
    case NodeKind::kExpression:
      Evaluate(syntax.child(node, 0), frame);
      return false;
    case NodeKind::kAssign: {
      std::vector<NodeId> targets;
      for (size_t i = 1; i < syntax.count(node); ++i) targets.push_back(syntax.child(node, i));
      RunAssign(syntax.child(node, 0), targets, frame);
      return false;
    }
    case NodeKind::kAnnotated: {
      const NodeId target = syntax.child(node, 0);
      if (frame.class_id >= 0 && syntax.kind(target) == NodeKind::kName) {
        auto& annotated = program_.classes[frame.class_id].annotated;
        const std::string& name = syntax.text(target);
        if (std::find(annotated.begin(), annotated.end(), name) == annotated.end()) {
          annotated.push_back(name);
        }
      }
      if (syntax.count(node) > 2) RunAssign(syntax.child(node, 2), {target}, frame);
      return false;
    }
    case NodeKind::kAugmented:
      RunAugmented(node, frame);
      return false;
    case NodeKind::kReturn: {
      const size_t first = sites_.size();
      frame.returns.push_back(syntax.count(node) > 0 ? Evaluate(syntax.child(node, 0), frame)
                                                     : MakeNone());
      if (recording_ && frame.function >= 0) {
        for (const uint32_t id : ReadsOf(frame.returns.back())) {
          const FunctionInfo& function = program_.functions[frame.function];
          if (sites_[id].module == frame.module) {
            BindSite(id, function.name + "()", BoundKind::kReturn);
            const bool decorated = frame.syntax->count(function.node) > 2;
            if (function.owner_class < 0 && function.outer_function < 0 && !decorated &&
                sites_[id].returned_by.empty()) {
              sites_[id].returned_by = function.name;
            }
          }
        }
        if (syntax.count(node) > 0) {
          BindInside(syntax.child(node, 0), first, sites_.size(),
                     program_.functions[frame.function].name + "()", frame);
        }
      }
      return true;
    }
    case NodeKind::kRaise:
      for (size_t i = 0; i < syntax.count(node); ++i) Evaluate(syntax.child(node, i), frame);
      return true;
    case NodeKind::kAssert:
      for (size_t i = 0; i < syntax.count(node); ++i) Evaluate(syntax.child(node, i), frame);
      return false;
    case NodeKind::kIf:
      return RunIf(node, frame);
    case NodeKind::kFor:
      return RunFor(node, frame);
    case NodeKind::kWhile: {
      Evaluate(syntax.child(node, 0), frame);
      NoteTruth(syntax.child(node, 0), frame);
      const Locals before = frame.locals;
      const ValueRef guard = frame.guard;
      Run(syntax.child(node, 1), frame);
      frame.guard = guard;
      Merge(before, nullptr, frame.locals, frame);
      if (syntax.count(node) > 2) Run(syntax.child(node, 2), frame);
      return false;
    }
    case NodeKind::kTry:
      return RunTry(node, frame);
    case NodeKind::kWith: {
      const std::map<std::string, std::string> outer = prefixes_;
      for (size_t i = 0; i + 1 < syntax.count(node); ++i) {
        const NodeId part = syntax.child(node, i);
        const ValueRef value = Evaluate(syntax.child(part, 0), frame);
        if (syntax.count(part) > 1) BindTarget(syntax.child(part, 1), value, kNoNode, frame);
        std::string object;
        const std::string prefix = PrefixOpened(syntax.child(part, 0), &object, frame);
        if (!prefix.empty() && prefixes_[object].size() < kMaxPrefix) prefixes_[object] += prefix;
      }
      const bool ends = Run(syntax.child(node, syntax.count(node) - 1), frame);
      prefixes_ = outer;
      return ends;
    }
    case NodeKind::kFunction: {
      const int owner = frame.class_id;
      const int function = DefineFunction(node, frame, owner);
      Bind(syntax.text(node), MakeEntity(ValueKind::kFunction, function), frame);
      if (frame.function >= 0) frame.nested.push_back(function);
      return false;
    }
    case NodeKind::kClass: {
      const int defined = DefineClass(node, frame);
      Bind(syntax.text(node), MakeEntity(ValueKind::kClass, defined), frame);
      return false;
    }
    case NodeKind::kImport:
    case NodeKind::kImportFrom:
      RunImport(node, frame);
      return false;
    case NodeKind::kDelete:
      for (size_t i = 0; i < syntax.count(node); ++i) {
        const NodeId target = syntax.child(node, i);
        if (syntax.kind(target) != NodeKind::kSubscript) continue;
        const NodeId object_node = syntax.child(target, 0);
        const ValueRef object = Through(Evaluate(object_node, frame), object_node, frame);
        if (!IsMapping(object)) continue;
        const NodeId key = syntax.child(target, 1);
        const ValueRef name = Evaluate(key, frame);
        AddSiteOn(object, AccessOp::kDelete, name, key, "[]", target, frame);
      }
      return false;
    case NodeKind::kGlobal:
      for (size_t i = 0; i < syntax.count(node); ++i)
        frame.globals.push_back(syntax.child(node, i));
      return false;
    case NodeKind::kMatch: {
      Evaluate(syntax.child(node, 0), frame);
      const Locals before = frame.locals;
      for (size_t i = 1; i < syntax.count(node); ++i) {
        const ValueRef guard = frame.guard;
        const NodeId branch = frame.branch;
        frame.branch = syntax.child(node, i);
        Run(frame.branch, frame);
        frame.guard = guard;
        frame.branch = branch;
        Merge(before, nullptr, frame.locals, frame);
      }
      return false;
    }
    case NodeKind::kBlock:
      return Run(node, frame);
    default:
      return false;
  }
}

// After a branch: a name that the branches leave different becomes a conditional value. `then`
// holds the names after the branch taken where `test` is true, frame.locals those after the other
// one.
void Evaluator::Merge(const Locals& before, const ValueRef& test, const Locals& then,
                      Frame& frame) {
  (void)before;
  if (frame.IsModule()) return;
  Locals merged = frame.locals;
  for (const auto& [name, value] : then) {
    const auto at = merged.find(name);
    if (at == merged.end()) {
      merged.emplace(name, value);
    } else if (!Equal(at->second, value)) {
      at->second = MakeConditional(test, value, at->second);
    }
  }
  frame.locals = std::move(merged);
}

// Whether a test asks what an object's class began with: `_instance = None` is there to be set.
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
  if (kind != NodeKind::kAttribute) return false;
  const bool recording = std::exchange(recording_, false);
  const ValueRef object = Force(Evaluate(syntax.child(test, 0), frame));
  recording_ = recording;
  if (object == nullptr) return false;
  if (object->kind != ValueKind::kClass && object->kind != ValueKind::kInstance) return false;
  const ClassInfo& of = program_.classes[object->id];
  if (of.is_enum || of.is_record) return false;
  const ValueRef field = FieldOf(object->id, syntax.text(test));
  return field != nullptr && !field->symbolic;
}

bool Evaluator::RunIf(NodeId node, Frame& frame) {
  const Syntax& syntax = *frame.syntax;
  const NodeId test_node = syntax.child(node, 0);
  ValueRef test = Force(Evaluate(test_node, frame));
  NoteTruth(test_node, frame);
  if (Truth(test) && MayChange(test_node, frame)) test = nullptr;
  const std::optional<bool> truth = Truth(test);
  const ValueRef guard = frame.guard;
  const Locals before = frame.locals;

  frame.guard = Both(guard, test);
  const NodeId branch = frame.branch;
  frame.branch = syntax.child(node, 1);
  const size_t returns = frame.returns.size();
  // What a branch binds at a module's level does not hold in the other one.
  Rebound rebound, rebound_else;
  Rebound* const outer_rebound = frame.rebound;
  if (frame.IsModule() && recording_ && syntax.count(node) > 2) frame.rebound = &rebound;
  const bool then_ended = Run(frame.branch, frame);
  Locals then = std::move(frame.locals);
  // A module's names are its globals; they are compared where the test is of a read.
  const bool compared =
      frame.IsModule() && recording_ && syntax.kind(test_node) == NodeKind::kCompare;
  const Locals then_globals = compared ? program_.modules[frame.module].globals : Locals();
  const bool then_returned = frame.returns.size() > returns;
  TakeBack(rebound, program_.modules[frame.module].globals);

  frame.locals = before;
  frame.guard = Both(guard, MakeNot(test));
  bool else_ended = false;
  const size_t else_returns = frame.returns.size();
  if (syntax.count(node) > 2) {
    frame.branch = syntax.child(node, 2);
    if (frame.rebound != outer_rebound) frame.rebound = &rebound_else;
    else_ended = Run(frame.branch, frame);
    frame.rebound = outer_rebound;
    for (const auto& [name, before_else] : rebound_else) rebound.erase(name);
    TakeBack(rebound, program_.modules[frame.module].globals);
    rebound.merge(rebound_else);
    if (outer_rebound != nullptr) outer_rebound->insert(rebound.begin(), rebound.end());
  }
  // What follows a branch that ends is the other branch.
  frame.branch = then_ended ? node : branch;

  // `if X in os.environ: v = os.environ[X] else: v = "d"` reads X with a default.
  if (syntax.kind(test_node) == NodeKind::kCompare) {
    if (!then_ended && !else_ended) {
      const Locals& others = compared ? program_.modules[frame.module].globals : frame.locals;
      for (const auto& [name, value] : compared ? then_globals : then) {
        const auto other = others.find(name);
        if (other != others.end() && !Equal(value, other->second)) {
          GiveDefault(value, other->second, test_node, frame);
          GiveDefault(other->second, value, test_node, frame);
        }
      }
    } else if (then_returned && frame.returns.size() > else_returns) {
      GiveDefault(frame.returns[returns], frame.returns.back(), test_node, frame);
      GiveDefault(frame.returns.back(), frame.returns[returns], test_node, frame);
    }
  }
  // `if not v: return "d"`: what is given back then.
  if (then_returned && !else_ended && syntax.kind(test_node) == NodeKind::kNot) {
    NoteUnset(test, test_node, frame.returns[returns], nullptr, kNoNode, kNoNode, frame);
  }
  // `v = get(name); if v is not None: default = int(v)`: unset, the wrapper has what default was.
  std::vector<uint32_t> tested;
  CollectSites(test, &tested);
  if (!tested.empty() && recording_) {
    for (const auto& [name, value] : then) {
      const auto other = frame.locals.find(name);
      if (other == frame.locals.end() || Equal(value, other->second)) continue;
      const bool in_then = Holds(ReadsOf(value), tested);
      const bool in_else = Holds(ReadsOf(other->second), tested);
      if (in_then != in_else)
        NoteUnset(test, test_node, value, other->second, kNoNode, kNoNode, frame);
      // What the branch makes of the read may not be known: default = Enum(v).
      const bool opaque = !in_then && !in_else && (value == nullptr) != (other->second == nullptr);
      if (in_then == in_else && !opaque) continue;
      const ValueRef& unset = in_then || value == nullptr ? other->second : value;
      if (opaque && unset->kind != ValueKind::kParameter) continue;
      if (unset == nullptr || (!unset->symbolic && !TextOf(unset))) continue;
      for (const uint32_t id : tested) {
        Site& site = sites_[id];
        const bool open =
            site.default_kind == DefaultKind::kNone || site.default_kind == DefaultKind::kRequired;
        if (site.op != AccessOp::kRead || !open || !IsSymbolic(site.name)) continue;
        site.default_value = unset;
        site.default_kind = DefaultKind::kLiteral;
      }
    }
    NoteNoneTest(test_node, tested, frame);
  }
  if (truth) {
    // Only one of them is taken: `if TYPE_CHECKING:`-like constants.
    if (*truth) {
      if (!then_ended) frame.locals = std::move(then);
      frame.guard = guard;
      return then_ended;
    }
    frame.guard = guard;
    return else_ended;
  }
  if (then_ended && else_ended) return true;
  if (then_ended) {
    frame.guard = Both(guard, MakeNot(test));  // what follows is the other branch's
    return false;
  }
  if (else_ended) {
    frame.locals = std::move(then);
    frame.guard = Both(guard, test);
    return false;
  }
  frame.guard = guard;
  Merge(before, test, then, frame);
  return false;
}

bool Evaluator::RunFor(NodeId node, Frame& frame) {
  const Syntax& syntax = *frame.syntax;
  const NodeId target = syntax.child(node, 0);
  const NodeId iterable_node = syntax.child(node, 1);
  const NodeId body = syntax.child(node, 2);
  const ValueRef iterable = Evaluate(iterable_node, frame);
  const std::optional<std::vector<ValueRef>> items = ItemsOf(iterable);
  if (recording_ && IsEnvironment(iterable)) {
    Bulk(iterable, EnvironmentName(iterable), iterable_node, frame);
  }
  const ValueRef guard = frame.guard;
  const Locals before = frame.locals;
  if (Unrolls(items)) {
    const size_t turns = std::exchange(turns_, turns_ * items->size());
    for (const ValueRef& item : *items) {
      BindTarget(target, item, kNoNode, frame);
      Run(body, frame);
      frame.guard = guard;
    }
    turns_ = turns;
  } else {
    BindTarget(target, nullptr, kNoNode, frame);
    const ValueRef keys = KeysOf(iterable);
    if (keys != nullptr) {
      // for name, value in kwargs.items()
      if (syntax.kind(target) == NodeKind::kTuple && syntax.count(target) == 2) {
        BindTarget(syntax.child(target, 0), keys, kNoNode, frame);
        BindTarget(syntax.child(target, 1), MakeTransform("values", keys->items[0]), kNoNode,
                   frame);
      } else {
        BindTarget(target, keys, kNoNode, frame);
      }
    }
    const size_t first = sites_.size();
    Run(body, frame);
    TellLoop(items, first, node, frame);
    frame.guard = guard;
    Merge(before, nullptr, before, frame);
  }
  if (syntax.count(node) > 3) Run(syntax.child(node, 3), frame);
  return false;
}

bool Evaluator::RunTry(NodeId node, Frame& frame) {
  const Syntax& syntax = *frame.syntax;
  const Locals before = frame.locals;
  const ValueRef guard = frame.guard;
  const size_t returns = frame.returns.size();
  bool ended = Run(syntax.child(node, 0), frame);
  frame.guard = guard;
  const bool returned = frame.returns.size() > returns;
  const bool global = frame.IsModule() && recording_;
  const Locals after = global ? program_.modules[frame.module].globals : frame.locals;
  Locals merged = after;
  bool handlers_end = true;
  size_t i = 1;
  bool handled = false;
  for (; i < syntax.count(node) && syntax.kind(syntax.child(node, i)) == NodeKind::kExcept; ++i) {
    const NodeId handler = syntax.child(node, i);
    handled = true;
    frame.locals = before;
    if (!syntax.text(handler).empty()) Bind(syntax.text(handler), nullptr, frame);
    const std::string caught = Unparse(syntax, syntax.child(handler, 0));
    const size_t handler_returns = frame.returns.size();
    const bool handler_ended = Run(syntax.child(handler, 1), frame);
    frame.guard = guard;
    // `try: v = os.environ[X] except KeyError: v = "d"` reads X with a default.
    if (caught.find("KeyError") != std::string::npos ||
        caught.find("Exception") != std::string::npos ||
        caught.find("LookupError") != std::string::npos || caught.empty()) {
      const Locals& others = global ? program_.modules[frame.module].globals : frame.locals;
      for (const auto& [name, value] : after) {
        const auto other = others.find(name);
        if (other != others.end() && !Equal(value, other->second)) {
          GiveDefault(value, other->second, handler, frame);
        }
      }
      if (returned && frame.returns.size() > handler_returns) {
        GiveDefault(frame.returns[returns], frame.returns.back(), handler, frame);
      }
    }
    handlers_end = handlers_end && handler_ended;
    if (handler_ended || global) continue;
    for (const auto& [name, value] : frame.locals) {
      const auto [at, added] = merged.try_emplace(name, value);
      if (!added && !Equal(at->second, value)) at->second = MakeOneOf({at->second, value});
    }
  }
  if (!global) frame.locals = std::move(merged);
  for (; i < syntax.count(node); ++i) ended = Run(syntax.child(node, i), frame) || ended;
  return ended && (!handled || handlers_end);
}

// `then if v is not None else otherwise`: what stands in for a read that gave nothing. Only told of
// reads; a value that is not known is told to be dynamic, so that nobody takes it for None.
void Evaluator::NoteUnset(const ValueRef& test, NodeId test_node, const ValueRef& then,
                          const ValueRef& otherwise, NodeId then_node, NodeId else_node,
                          Frame& frame) {
  if (!recording_) return;
  std::vector<uint32_t> tested;
  CollectSites(test, &tested);
  if (tested.empty()) return;
  const Syntax& syntax = *frame.syntax;
  const bool negated = syntax.kind(test_node) == NodeKind::kNot ||
                       (syntax.kind(test_node) == NodeKind::kCompare &&
                        (syntax.text(test_node) == "is" || syntax.text(test_node) == "==") &&
                        syntax.kind(syntax.child(test_node, 1)) == NodeKind::kNone);
  const ValueRef value = Force(negated ? then : otherwise);
  const NodeId source = negated ? then_node : else_node;
  if (value != nullptr && value->kind == ValueKind::kNone) return;
  const std::optional<std::string> text = TextOf(value);
  for (const uint32_t id : tested) {
    Site& site = sites_[id];
    if (site.op != AccessOp::kRead || !GivesNothing(site, AskingOf(syntax, test_node))) continue;
    if (site.unset_kind != DefaultKind::kNone) continue;
    site.unset_kind = text ? DefaultKind::kLiteral : DefaultKind::kDynamic;
    site.unset_text = text ? *text : source == kNoNode ? "" : Unparse(syntax, source);
  }
}

// `if v is not None: …`, `if v: … float(v)`: what the code does without it is decided there, though
// not seen here. Truth alone decides nothing for a switch, of which unset is a value.
void Evaluator::NoteNoneTest(NodeId test_node, const std::vector<uint32_t>& tested, Frame& frame) {
  const Asking asking = AskingOf(*frame.syntax, test_node);
  if (asking == Asking::kNot) return;
  for (const uint32_t id : tested) {
    Site& site = sites_[id];
    if (site.op != AccessOp::kRead || !GivesNothing(site, asking)) continue;
    if (site.unset_kind != DefaultKind::kNone) continue;
    const bool converted = site.type == ValueType::kInt || site.type == ValueType::kFloat ||
                           site.type == ValueType::kEnum || site.type == ValueType::kList;
    const bool decided = asking == Asking::kNone || converted ||
                         (asking == Asking::kTaken && site.type != ValueType::kBool);
    if (decided) site.unset_kind = DefaultKind::kDynamic;
  }
}

// Where `read` is a read without a default and `value` a constant: that is the default.
void Evaluator::GiveDefault(const ValueRef& read, const ValueRef& value, NodeId, Frame&) {
  const Value* of = AsRead(read);
  if (of == nullptr || !recording_ || value == nullptr) return;
  const std::optional<std::string> text = TextOf(value);
  if (!text && !value->symbolic) return;
  for (const uint32_t id : of->sites) {
    Site& site = sites_[id];
    if (site.op != AccessOp::kRead || site.default_kind != DefaultKind::kRequired) continue;
    site.default_value = value;
    site.default_kind =
        value->kind == ValueKind::kNone ? DefaultKind::kNone : DefaultKind::kLiteral;
  }
}

// Sites whose value goes into an expression that is assigned or returned, though not as it is: a
// sum, a test, an element, an argument of a function (an object made of it is another thing than
// its value). The name is told; whether the value is used is not looked for (BoundKind::kNone).
void Evaluator::BindInside(NodeId expression, size_t first, size_t last, const std::string& name,
                           Frame& frame) {
  const Syntax& syntax = *frame.syntax;
  if (syntax.kind(expression) == NodeKind::kLambda) return;
  if (syntax.kind(expression) == NodeKind::kCall) {
    const std::string& callee = syntax.text(syntax.child(expression, 0));
    if (!callee.empty() && callee[0] >= 'A' && callee[0] <= 'Z') return;
  }
  for (size_t id = first; id < last; ++id) {
    Site& site = sites_[id];
    const bool reads = site.op == AccessOp::kRead || site.op == AccessOp::kTest;
    if (site.module != frame.module || !reads || !site.bound_to.empty()) continue;
    const uint32_t line = syntax[site.node].line;
    if (line < syntax[expression].line || line > syntax[expression].end_line) continue;
    site.bound_to = name;
  }
}

void Evaluator::RunAssign(NodeId value_node, const std::vector<NodeId>& targets, Frame& frame) {
  const Syntax& syntax = *frame.syntax;
  const size_t first = sites_.size();
  const ValueRef value = Evaluate(value_node, frame);
  for (const NodeId target : targets) {
    const size_t written = sites_.size();
    BindTarget(target, value, value_node, frame);
    if (!recording_) continue;
    // os.environ[X] = os.environ.get(X, "") + " more"
    for (size_t i = written; i < sites_.size(); ++i) {
      Site& write = sites_[i];
      if (write.op != AccessOp::kWrite || write.node != target) continue;
      for (size_t r = first; r < written; ++r) {
        const Site& read = sites_[r];
        if (read.op == AccessOp::kRead && read.name != nullptr && Equal(read.name, write.name)) {
          write.op = AccessOp::kAppend;
        }
      }
    }
    // The name that receives what was read.
    std::string bound;
    BoundKind kind = BoundKind::kLocal;
    if (syntax.kind(target) == NodeKind::kName) {
      bound = syntax.text(target);
      if (frame.IsModule()) kind = BoundKind::kModule;
      if (frame.class_id >= 0) {
        bound = program_.classes[frame.class_id].name + "." + bound;
        kind = BoundKind::kClass;
      }
    } else if (syntax.kind(target) == NodeKind::kAttribute &&
               syntax.kind(syntax.child(target, 0)) == NodeKind::kName) {
      bound = syntax.text(syntax.child(target, 0)) + "." + syntax.text(target);
      kind = BoundKind::kAttribute;
    }
    if (bound.empty()) continue;
    for (const uint32_t id : ReadsOf(value)) {
      if (id >= first) BindSite(id, bound, kind);
    }
    BindInside(value_node, first, written, bound, frame);
  }
}

void Evaluator::RunAugmented(NodeId node, Frame& frame) {
  const Syntax& syntax = *frame.syntax;
  const NodeId target = syntax.child(node, 0);
  const ValueRef value = Evaluate(syntax.child(node, 1), frame);
  if (syntax.kind(target) == NodeKind::kSubscript) {
    const NodeId object_node = syntax.child(target, 0);
    const ValueRef object = Through(Evaluate(object_node, frame), object_node, frame);
    if (IsMapping(object)) {
      const NodeId key = syntax.child(target, 1);
      const ValueRef name = Evaluate(key, frame);
      const std::optional<uint32_t> site =
          AddSiteOn(object, AccessOp::kAppend, name, key, "[]", target, frame);
      if (!site) return;
      sites_[*site].value = Force(value);
      sites_[*site].value_source = Unparse(syntax, syntax.child(node, 1));
      return;
    }
  }
  // os.environ |= {...}
  const ValueRef old = Evaluate(target, frame);
  if (IsMapping(old) && syntax.text(node) == "|" && recording_) {
    const bool itself = old->kind == ValueKind::kExternal;
    WriteAll({{"", syntax.child(node, 1), value, 0}}, {0, {}},
             itself ? EnvironmentName(old) + "|=" : "env-dict", node, frame,
             itself ? nullptr : old);
    if (old->kind == ValueKind::kDict && old->id >= 0 && syntax.kind(target) == NodeKind::kName) {
      Bind(syntax.text(target), FlowValue(old->id), frame);
    }
    return;
  }

  if (syntax.kind(target) == NodeKind::kName) {
    Bind(syntax.text(target), MakeBinary(syntax.text(node), old, value), frame);
  }
}

void Evaluator::RunImport(NodeId node, Frame& frame) {
  const Syntax& syntax = *frame.syntax;
  const bool from = syntax.kind(node) == NodeKind::kImportFrom;
  const std::string& module = syntax.text(node);
  for (size_t i = 0; i < syntax.count(node); ++i) {
    const NodeId alias = syntax.child(node, i);
    const std::string& name = syntax.text(alias);
    const bool renamed = syntax.count(alias) > 0;
    const std::string bound = renamed ? syntax.text(syntax.child(alias, 0)) : name;
    if (!from) {
      // `import a.b` binds a; `import a.b as c` binds a.b.
      const std::string root = name.substr(0, name.find('.'));
      Bind(renamed ? bound : root, ImportValue(frame.module, renamed ? name : root, ""), frame);
    } else if (name == "*") {
      ModuleInfo& info = program_.modules[frame.module];
      const bool known = std::any_of(info.star_imports.begin(), info.star_imports.end(),
                                     [&](int s) { return program_.imports[s].module == module; });
      if (known) continue;
      program_.imports.push_back({frame.module, module, ""});
      info.star_imports.push_back(static_cast<int>(program_.imports.size()) - 1);
    } else {
      Bind(bound, ImportValue(frame.module, module, name), frame);
    }
  }
}

}  // namespace flagcensus
