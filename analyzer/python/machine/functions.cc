// Functions: called with values, and run as roots with unknown arguments.
//
//   def env(name, default=None): ...
//   env("APP_PORT")        the body runs with name = "APP_PORT", spelled by the caller
//   env, as a root         the body runs with holes for name and default: it is a wrapper if a
//                          hole reaches the environment as a name
#include <algorithm>
#include <cmath>

#include "analyzer/python/machine/machine.h"

namespace flagcensus {
namespace {

// A text in the callee's own signature is spelled in the callee: def port(name="APP_PORT").
Val SpelledInCallee(ValuePool& values, Val value, uint32_t frame) {
  const ConstantVal* text = AsTextConstant(value);
  if (text == nullptr || text->mark.frame == 0) return value;
  return values.Text(text->text, {frame, text->mark.unit, text->mark.node});
}

// The environment inside a function that received it as an argument: without a name, so its
// accessor is not that of the caller's import.
Val PassedOver(ValuePool& values, Val value) {
  bool any = false;
  ForEachLeaf(value, [&](Val leaf) {
    const EnvironmentVal* environment = AsEnvironment(leaf);
    any = any || (environment != nullptr && environment->name != 0);
  });
  if (!any) return value;
  return Lift1(values, value, [&](Val leaf) {
    const EnvironmentVal* environment = AsEnvironment(leaf);
    return environment == nullptr ? leaf : values.Environment(environment->prefix);
  });
}

// One call's arguments, bound to the function's parameters.
class Binding {
 public:
  Binding(Machine& m, FunctionObject* function, const CallArguments& arguments, Activation* run)
      : m_(m), function_(function), arguments_(arguments), run_(run) {}

  void BindAll() {
    const PythonUnit& unit = UnitAt(m_, function_->unit);
    const Syntax& syntax = unit.syntax();
    const NodeId parameters = syntax.child(function_->node, 0);
    bool keyword_only = false;
    // Parameters in their order: each consumes the next positional argument, or its keyword.
    for (size_t i = 0; i < syntax.count(parameters); ++i) {
      const NodeId parameter = syntax.child(parameters, i);
      const Symbol name = unit.SymbolOf(parameter);
      const int flag = syntax[parameter].flag;
      if (flag == 0) {
        Set(name, ValueOf(name, i, keyword_only));
      } else if (flag == 1) {
        keyword_only = true;
        if (name != 0) Set(name, RestOfPositional());
      } else {
        Set(name, RestOfKeywords());
      }
    }
  }

 private:
  void Set(Symbol name, Val value) {
    used_.push_back(name);
    // An environment in a parameter: the function is run with it, even if no other call does.
    const std::pair<FunctionObject*, Symbol> passed{function_, name};
    auto& all = m_.pending.passed_parameters;
    if (IsEnvironmentLike(value) && std::find(all.begin(), all.end(), passed) == all.end()) {
      all.push_back(passed);
    }
    run_->scope->slots.Set(TextKey(name), PassedOver(m_.values, value));
  }

  Val ValueOf(Symbol name, size_t parameter, bool keyword_only) {
    // A positional argument, a keyword, the default, or nothing.
    if (!keyword_only && next_ < arguments_.positional.size()) {
      return arguments_.positional[next_++];
    }
    if (Val given = arguments_.Keyword(name)) return given;
    Val held = parameter < function_->defaults.size() ? function_->defaults[parameter] : nullptr;
    if (held == nullptr) return m_.values.unknown();
    // *args or **kwargs of unknown length may replace the default.
    Val value = SpelledInCallee(m_.values, held, run_->id);
    return arguments_.open ? Join(m_.values, value, m_.values.unknown()) : value;
  }

  Val RestOfPositional() {
    std::vector<Val> rest;
    while (next_ < arguments_.positional.size()) rest.push_back(arguments_.positional[next_++]);
    return m_.heap.Sequence(SequenceKind::kTuple, std::move(rest),
                            arguments_.open ? m_.values.unknown() : nullptr);
  }

  Val RestOfKeywords() {
    // Keywords that no parameter has consumed.
    MappingObject* mapping = m_.heap.Mapping();
    const Activation* caller = run_->caller;
    for (const auto& [name, value] : arguments_.keywords) {
      if (std::find(used_.begin(), used_.end(), name) != used_.end()) continue;
      // A keyword in **options is spelled in the call.
      const Mark mark = caller == nullptr ? Mark{} : Mark{caller->id, caller->unit, run_->call};
      mapping->keys.try_emplace(TextKey(name), m_.values.Text(name, mark));
      mapping->slots.Set(TextKey(name), value);
    }
    if (arguments_.open) mapping->slots.Set(kRestSlot, m_.values.unknown());
    return mapping->self;
  }

  Machine& m_;
  FunctionObject* const function_;
  const CallArguments& arguments_;
  Activation* const run_;
  size_t next_ = 0;
  std::vector<Symbol> used_;
};

Activation NewRun(Machine& m, FunctionObject* function) {
  ScopeObject* scope = m.heap.NewScope();
  scope->store = scope;
  scope->up = function->scope;
  scope->module = function->module;
  Activation run;
  run.id = ++m.run.last_frame;
  run.unit = function->unit;
  NoteSeen(m, *function);
  run.scope = scope;
  run.function = function;
  run.tries = m.run.tries.size();
  return run;
}

// Whether the body only declares the function, as in a protocol or an abstract class: `...`, raise
// NotImplementedError(). Its result is unknown, since an override replaces it.
bool IsOmitted(const Syntax& syntax, NodeId body) {
  if (syntax.count(body) == 0 || syntax.count(body) > 2) return false;  // a docstring and that
  const NodeId last = syntax.child(body, syntax.count(body) - 1);
  const NodeKind kind = syntax.kind(last);
  const bool gives =
      kind == NodeKind::kExpression || kind == NodeKind::kRaise || kind == NodeKind::kReturn;
  if (!gives || syntax.count(last) == 0) return false;
  NodeId value = syntax.child(last, 0);
  if (kind == NodeKind::kExpression) return syntax.kind(value) == NodeKind::kEllipsis;
  if (syntax.kind(value) == NodeKind::kCall) value = syntax.child(value, 0);
  return syntax.kind(value) == NodeKind::kName && syntax.text(value).starts_with("NotImplemented");
}

// The result of the body: all returns, merged by the tests under which they are reached.
Val RunBody(Machine& m, FunctionObject* function) {
  const Syntax& syntax = UnitAt(m, function->unit).syntax();
  const NodeId body = syntax.child(function->node, 1);
  if (syntax.kind(function->node) == NodeKind::kLambda) return Evaluate(m, body);
  if (IsOmitted(syntax, body)) return m.values.unknown();
  const Flow flow = RunBlock(m, body);
  // The frame's returns were collected while the body ran.
  Activation& run = *m.run.frame;
  if (m.run.over) return m.values.unknown();
  if (run.generator) return m.heap.Sequence(SequenceKind::kGenerator, run.yields);
  std::vector<Activation::Return> returns = std::move(run.returns);
  Val value = m.values.none();
  if (flow != Flow::kNext) {
    // The last return is the one for which no earlier test is true; without any, the body raises in
    // every case.
    value = m.values.unknown();
    if (!returns.empty()) {
      value = returns.back().value;
      returns.pop_back();
    }
  }
  for (size_t i = returns.size(); i-- > 0;) {
    value = MergeByTest(m.values, returns[i].path, returns[i].value, value);
  }
  NoteBinding(m, value);
  for (const Activation::Return& one : returns) NoteReplaced(m, one.path, value);
  return value;
}

// A call of a wrapper is reported on its own: each loses a name. For other functions it suffices
// that some run completes.
void NoteCallLimit(FoundState& found, const CodePoint& call, const FunctionObject& function,
                   const char* why) {
  const CodePoint callee{function.unit, function.node};
  NoteLimit(found, found.wrappers.count(&function) > 0 ? call : callee, callee, {call, why});
}

// The call's arguments, and the defaults of the function's parameters.
std::vector<Val> ArgumentsOf(const FunctionObject& function, const CallArguments& arguments) {
  std::vector<Val> out = arguments.positional;
  for (const auto& keyword : arguments.keywords) out.push_back(keyword.second);
  out.insert(out.end(), function.defaults.begin(), function.defaults.end());
  return out;
}

// A method of an object that was created with a variable's name raises if the variable is unset.
void NoteRequiredOf(Machine& m, Val value) {
  const Val receiver = m.run.frame->receiver;
  const InstanceObject* object = receiver == nullptr ? nullptr : AsInstance(receiver);
  if (m.run.over || object == nullptr) return;
  for (const FacetVal* facet = AsFacet(value); facet != nullptr; facet = AsFacet(facet->unset)) {
    if (!IsRaises(facet->unset)) continue;
    for (const uint32_t number : m.events.OfVariable(facet->variable)) {
      EventSite& site = m.events.Numbered(number);
      const bool made =
          site.last.frames.count(0) > 0 && !site.call.is_accessor && IsComplete(m.symbols, site);
      if (!made || !IsMadeWith(m, *object, site.at)) continue;
      if (!IsKnownSet(m, site.variable, m.run.frame->id)) site.raises.required = true;
    }
  }
}

}  // namespace

void NoteRaising(RunState& run, Val value) {
  if (run.over) return;
  for (const FacetVal* facet = AsFacet(value); facet != nullptr; facet = AsFacet(facet->unset)) {
    if (IsRaises(facet->unset) && !run.tries.empty()) run.tries.back().insert(facet->variable);
  }
}

namespace {

// Whether an argument may be a mapping with variables under its keys.
bool PassesVariables(const CallArguments& arguments) {
  return std::any_of(arguments.positional.begin(), arguments.positional.end(), ContainsVariables) ||
         std::any_of(arguments.keywords.begin(), arguments.keywords.end(),
                     [](const auto& one) { return ContainsVariables(one.second); });
}

}  // namespace

bool ContainsSought(Machine& m, const FunctionObject& function) {
  return UnitAt(m, function.unit).ContainsSought(function.node);
}

Val CallFunction(Machine& m, FunctionObject* function, const CallArguments& arguments, Val receiver,
                 NodeId node) {
  // 34 calls and 4 functions in a row without a sought word: programs are layered less deeply
  // between a setting and its use. A deeper chain is reported if it contains a sought word.
  constexpr int kDeepestCall = 34;
  constexpr int kMaxCold = 4;
  if (m.run.over) return m.values.unknown();
  // A function is followed if it contains a sought word, or receives variables; below one that does
  // not, only a few levels.
  const bool sought = ContainsSought(m, *function) || PassesVariables(arguments);
  const int cold = sought ? 0 : m.run.frame->cold + 1;
  const CodePoint call{m.run.frame->unit, node};
  const CodePoint callee{function->unit, function->node};
  const bool deep = m.run.frame->depth > kDeepestCall;
  if (deep || cold > kMaxCold || RecursesTooOften(m.run, function, arguments)) {
    if (deep && sought)
      NoteCallLimit(m.found, call, *function,
                    "the call is not followed: calls are nested too deeply");
    return Opaque(m, node);
  }
  // Equal calls are run once. The key contains the arguments' identity, so a mapping that changed
  // in between counts as unchanged.
  const CallKey key = MemoKey(m.run, function, arguments, node, sought);
  if (const auto known = m.run.memo.find(key); known != m.run.memo.end()) return known->second;
  Activation run = NewRun(m, function);
  run.caller = m.run.frame;
  run.call = node;
  run.receiver = receiver;
  run.depth = m.run.frame->depth + 1;
  run.cold = cold;
  Binding(m, function, arguments, &run).BindAll();
  Activation* const caller = m.run.frame;
  const uint64_t epoch = m.events.epoch();
  const uint64_t limit = m.run.limit;
  const int nesting = m.run.nesting;
  const size_t tries = m.run.tries.size();
  std::vector<std::vector<RunState::Exit>*> loops;
  loops.swap(m.run.loops);
  RunState::Fruitless& fruitless = m.run.fruitless[callee];
  // A known name is one more variable, even if earlier runs of the wrapper found nothing.
  const bool names = m.found.wrappers.count(function) > 0 && !IsVague(arguments);
  const bool worth = sought && (names || fruitless.runs < kPatience);
  const bool hands = UnitAt(m, run.unit).hands;
  m.run.limit = std::min(
      limit, m.run.steps + ShareOf(run, sought, hands, names ? RunState::Fruitless() : fruitless));
  m.run.frame = &run;
  // Restores the caller's state, and counts whether the run was worth its steps.
  const auto leave = [&] {
    m.run.frame = caller;
    m.heap.EndScope(run.scope);
    m.run.limit = limit;
    m.run.loops.swap(loops);
    m.run.tries.resize(tries);
    m.run.nesting = nesting;
    if (run.found) fruitless = {};
    if (!run.found) ++fruitless.runs;
    fruitless.spent = m.run.over ? fruitless.spent + 1 : 0;
    caller->found = caller->found || run.found;
  };
  Val value = RunBody(m, function);
  leave();
  if (m.run.over) {
    value = Opaque(m, node);
    // The caller's own share is used up, too: it reports itself.
    if (m.run.steps > limit) return value;
    SetOver(m, false);
    const char* const why = "the call takes too many steps to follow to its end";
    if (worth || (names && run.found)) NoteCallLimit(m.found, call, *function, why);
  } else {
    NoteWhole(m.found, call, callee);
  }
  NoteBinding(m, value);
  NoteCall(m, value, epoch);
  if (AsFacet(value) != nullptr) NoteConverted(m, ArgumentsOf(*function, arguments), value);
  NoteRaising(m.run, value);
  m.run.memo[key] = value;
  return value;
}

// The parameters of a root are holes: texts of one unknown part that knows its function and name.
Val RunRoot(Machine& m, FunctionObject* function, Val receiver, const GivenParameter* given) {
  const PythonUnit& unit = UnitAt(m, function->unit);
  const Syntax& syntax = unit.syntax();
  Activation* const before = m.run.frame;
  Activation run = NewRun(m, function);
  run.receiver = receiver;
  run.depth = before == nullptr ? 1 : before->depth + 1;
  run.tries = m.run.tries.size();
  // Roots that run roots (descriptors, generic objects) are nested.
  constexpr int kDeepestRoot = 40;
  if (run.depth > kDeepestRoot) return m.values.unknown();
  const auto hole = [&](Symbol name) {
    const Mark mark{run.id, run.unit, function->node};
    return m.values.Parts({{TextPart::Kind::kParameter, name, function, 0, {}}}, mark, m.symbols);
  };
  m.run.frame = &run;
  const NodeId parameters = syntax.child(function->node, 0);
  // Each parameter, by its kind: *args and **kwargs are a list and a mapping of holes.
  for (size_t i = 0; i < syntax.count(parameters); ++i) {
    const NodeId parameter = syntax.child(parameters, i);
    const Symbol name = unit.SymbolOf(parameter);
    const SlotKey key = TextKey(name);
    if (given != nullptr && given->name == name) {
      run.scope->slots.Set(key, given->value);
      continue;
    }
    if (syntax[parameter].flag == 1) {
      if (name == 0) continue;
      run.scope->slots.Set(key, m.heap.Sequence(SequenceKind::kTuple, {}, hole(name)));
      continue;
    }
    if (syntax[parameter].flag == 2) {
      MappingObject* mapping = m.heap.Mapping();
      mapping->slots.Set(kRestSlot, hole(name));
      run.scope->slots.Set(key, mapping->self);
      continue;
    }
    // The receiver is the object that the caller of RunRoot chose.
    const bool is_method = function->owner != nullptr && receiver != nullptr &&
                           function->role != FunctionObject::Role::kStatic;
    if (i == 0 && is_method) {
      const InstanceObject* instance = AsInstance(receiver);
      const bool of_class = function->role == FunctionObject::Role::kClassMethod;
      run.scope->slots.Set(key, of_class && instance != nullptr ? instance->type->self : receiver);
      continue;
    }
    // In order of preference: what pytest passes, an object of the annotated class, a hole. A
    // default that is true or a text is one of two values.
    Val value = GivenByPytest(m, function, name);
    if (value == nullptr) {
      value = OfAnnotation(m, syntax.child(parameter, 0), function->module);
      if (AsInstance(value) == nullptr && AsLibrary(value) == nullptr) value = hole(name);
      Val held = function->defaults[i];
      const bool stated = held != nullptr && KnownTruth(TruthOf(m, held)) != false;
      const bool environment = stated && AsEnvironment(held) != nullptr;  // or one that is passed
      if (stated) held = PassedOver(m.values, SpelledInCallee(m.values, held, run.id));
      if (stated) value = environment ? held : Join(m.values, held, value);
    }
    run.scope->slots.Set(key, value);
  }
  Val value = RunBody(m, function);
  NoteRequiredOf(m, value);
  m.run.frame = before;
  m.heap.EndScope(run.scope);
  // A root that was cut off is reported at the statement that it had reached.
  const CodePoint root{function->unit, function->node};
  if (m.run.over) {
    const CodePoint at{run.unit, run.statement};
    NoteLimit(m.found, root, root, {at, "the function takes too many steps to run to its end"});
  } else {
    NoteWhole(m.found, root, root);
  }
  return value;
}

}  // namespace flagcensus
