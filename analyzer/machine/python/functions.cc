// Functions: defined, called with values, and run as roots with unknown arguments.
#include <algorithm>
#include <cmath>

#include "analyzer/machine/python/machine.h"

namespace flagcensus {
namespace {

const PythonUnit& UnitOf(const Machine& m, int unit) { return m.units[static_cast<size_t>(unit)]; }

NodeId ParametersOf(const Syntax& syntax, NodeId function) { return syntax.child(function, 0); }

FunctionObject* MakeFunction(Machine& m, NodeId node) {
  const PythonUnit& unit = UnitOf(m, m.frame->unit);
  const Syntax& syntax = unit.syntax();
  FunctionObject* function = m.heap.New<FunctionObject>();
  function->name = unit.SymbolOf(node);
  function->unit = m.frame->unit;
  function->node = node;
  function->scope = m.frame->scope;
  function->module = m.frame->scope->module;
  function->owner = m.frame->scope->owner;
  const NodeId parameters = ParametersOf(syntax, node);
  for (size_t i = 0; i < syntax.count(parameters); ++i) {
    const NodeId parameter = syntax.child(parameters, i);
    function->defaults.push_back(
        syntax.count(parameter) > 1 ? Evaluate(m, syntax.child(parameter, 1)) : nullptr);
  }
  return function;
}

bool IsProperty(std::string_view path) {
  static const std::unordered_set<std::string_view> kPaths = {
      "property", "functools.cached_property", "cached_property", "abc.abstractproperty",
      "django.utils.functional.cached_property", "werkzeug.utils.cached_property"};
  return kPaths.count(path) > 0;
}

std::string_view WithoutCalls(std::string_view path) {
  while (path.ends_with("()")) path.remove_suffix(2);
  return path;
}

// What the decorator makes of `value`, the function as it is so far.
Val Decorate(Machine& m, Val decorator, FunctionObject* function, Val value, NodeId node) {
  decorator = WithoutAbsent(m.values, decorator);
  if (const LibraryVal* library = AsLibrary(decorator)) {
    const std::string& whole = m.symbols.TextOf(library->path);
    const std::string_view path = WithoutCalls(whole);
    if (IsProperty(path)) function->role = FunctionObject::Role::kProperty;
    if (path == "staticmethod") function->role = FunctionObject::Role::kStatic;
    if (path == "classmethod") function->role = FunctionObject::Role::kClassMethod;
    if (path == "functools.wraps" && AsFunction(value) != nullptr &&
        !library->arguments.positional.empty()) {
      AsFunction(value)->wrapped = library->arguments.positional[0];
    }
    const bool called = whole.ends_with("()") && path.size() + 2 <= whole.size();
    if (called || path.ends_with(".fixture")) {
      function->options.push_back(decorator);
      Val group = library->arguments.Keyword(m.symbols.Intern("<group>"));
      if (FunctionObject* of = group == nullptr ? nullptr : AsFunction(group)) {
        AddCommand(m, of, function);
      }
    }
    return value;
  }
  const auto* method = As<MethodVal>(decorator, ValKind::kMethod);
  if (method != nullptr && AsFunction(method->receiver) != nullptr) {
    const std::string& name = m.symbols.TextOf(method->name);
    if (name == "setter") {
      const std::string slot = m.symbols.TextOf(function->name) + ".setter";
      m.heap.Put(m.frame->scope->store, TextKey(m.symbols.Intern(slot)), function->self);
      return nullptr;
    }
    return value;
  }
  const FunctionObject* own = AsFunction(decorator);
  if (const BoundVal* bound = AsBound(decorator)) {
    own = static_cast<const FunctionObject*>(bound->function);
  }
  const bool callable = own != nullptr ? HoldsSought(m, *own) : AsInstance(decorator) != nullptr;
  if (!callable) return value;
  CallArguments arguments;
  arguments.positional.push_back(value);
  Val made = Call(m, decorator, arguments, node);
  return AsFunction(made) != nullptr || AsInstance(made) != nullptr ? made : value;
}

// A text that the callee's own signature spells.
Val SpelledInCallee(Machine& m, Val value, uint32_t frame) {
  const ConstantVal* text = AsTextConstant(value);
  if (text == nullptr || text->mark.frame == 0) return value;
  return m.values.Text(text->text, {frame, text->mark.unit, text->mark.node});
}

// The environment as it is within a function that it is handed to.
Val HandedOver(Machine& m, Val value) {
  bool any = false;
  ForEachLeaf(value, [&](Val leaf) {
    const EnvironmentVal* environment = AsEnvironment(leaf);
    any = any || (environment != nullptr && environment->name != 0);
  });
  if (!any) return value;
  return Lift1(m.values, value, [&](Val leaf) {
    const EnvironmentVal* environment = AsEnvironment(leaf);
    return environment == nullptr ? leaf : m.values.Environment(environment->prefix);
  });
}

// One call's arguments, as its parameters take them.
class Binding {
 public:
  Binding(Machine& m, FunctionObject* function, const CallArguments& arguments, Activation* run)
      : m_(m), function_(function), arguments_(arguments), run_(run) {}

  void BindAll() {
    const PythonUnit& unit = UnitOf(m_, function_->unit);
    const Syntax& syntax = unit.syntax();
    const NodeId parameters = ParametersOf(syntax, function_->node);
    bool keyword_only = false;
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
    const std::pair<FunctionObject*, Symbol> handed{function_, name};
    auto& all = m_.handed_parameters;
    if (IsEnvironmentLike(value) && std::find(all.begin(), all.end(), handed) == all.end()) {
      all.push_back(handed);
    }
    run_->scope->slots.Set(TextKey(name), HandedOver(m_, value));
  }

  Val ValueOf(Symbol name, size_t parameter, bool keyword_only) {
    if (!keyword_only && next_ < arguments_.positional.size()) {
      return arguments_.positional[next_++];
    }
    if (Val given = arguments_.Keyword(name)) return given;
    Val held = parameter < function_->defaults.size() ? function_->defaults[parameter] : nullptr;
    if (held == nullptr) return m_.values.unknown();
    Val value = SpelledInCallee(m_, held, run_->id);
    return arguments_.open ? Join(m_.values, value, m_.values.unknown()) : value;
  }

  Val RestOfPositional() {
    std::vector<Val> rest;
    while (next_ < arguments_.positional.size()) rest.push_back(arguments_.positional[next_++]);
    return m_.heap.Sequence(SequenceKind::kTuple, std::move(rest),
                            arguments_.open ? m_.values.unknown() : nullptr);
  }

  Val RestOfKeywords() {
    MappingObject* mapping = m_.heap.Mapping();
    const Activation* caller = run_->caller;
    for (const auto& [name, value] : arguments_.keywords) {
      if (std::find(used_.begin(), used_.end(), name) != used_.end()) continue;
      const Mark mark =
          caller == nullptr ? Mark{} : Mark{caller->id, caller->unit, run_->call};
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
  ScopeObject* scope = m.heap.New<ScopeObject>();
  scope->store = scope;
  scope->up = function->scope;
  scope->module = function->module;
  Activation run;
  run.id = ++m.last_frame;
  run.unit = function->unit;
  run.scope = scope;
  run.function = function;
  run.tries = m.tries.size();
  return run;
}

// A body that is left to others, as a protocol's or a base's is: `...`, raise NotImplementedError().
bool IsLeftOut(const Syntax& syntax, NodeId body) {
  if (syntax.count(body) == 0 || syntax.count(body) > 2) return false;  // a docstring, and that
  const NodeId last = syntax.child(body, syntax.count(body) - 1);
  const NodeKind kind = syntax.kind(last);
  const bool gives = kind == NodeKind::kExpression || kind == NodeKind::kRaise || kind == NodeKind::kReturn;
  if (!gives || syntax.count(last) == 0) return false;
  NodeId value = syntax.child(last, 0);
  if (kind == NodeKind::kExpression) return syntax.kind(value) == NodeKind::kEllipsis;
  if (syntax.kind(value) == NodeKind::kCall) value = syntax.child(value, 0);
  return syntax.kind(value) == NodeKind::kName && syntax.text(value).starts_with("NotImplemented");
}

// What the body gives, of all its returns.
Val RunBody(Machine& m, FunctionObject* function) {
  const Syntax& syntax = UnitOf(m, function->unit).syntax();
  const NodeId body = syntax.child(function->node, 1);
  if (syntax.kind(function->node) == NodeKind::kLambda) return Evaluate(m, body);
  if (IsLeftOut(syntax, body)) return m.values.unknown();
  const Flow flow = RunBlock(m, body);
  Activation& run = *m.frame;
  if (m.over) return m.values.unknown();
  if (run.generator) return m.heap.Sequence(SequenceKind::kGenerator, run.yields);
  std::vector<Activation::Return> returns = std::move(run.returns);
  Val value = m.values.none();
  if (flow != Flow::kNext) {
    // The last one is what is left where no other test holds; one that raises gives nothing.
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

void AppendKey(Val value, std::string* out) {
  const auto number = [&](uint64_t n) { out->append(reinterpret_cast<const char*>(&n), sizeof n); };
  number(static_cast<uint64_t>(value->kind));
  if (const ConstantVal* constant = AsConstant(value)) {
    number(static_cast<uint64_t>(constant->type) * 2 + (constant->soft ? 1 : 0));
    number(static_cast<uint64_t>(constant->integer));
    number(constant->text);
    number(static_cast<uint64_t>(constant->real * 1024));
  } else if (const FacetVal* facet = AsFacet(value)) {
    number(facet->variable);
    AppendKey(facet->set, out);
    AppendKey(facet->unset, out);
  } else if (const AlternativesVal* several = AsAlternatives(value)) {
    number(several->items.size());
    for (Val item : several->items) AppendKey(item, out);
  } else if (const UnknownVal* unknown = AsUnknown(value)) {
    for (const uint32_t event : unknown->events) number(event);
  } else if (HeapObject* object = ObjectOf(value)) {
    number(reinterpret_cast<uintptr_t>(object));
  } else {
    number(reinterpret_cast<uintptr_t>(value));
  }
}

std::string MemoKey(const Machine& m, const FunctionObject* function,
                    const CallArguments& arguments, NodeId node, bool by_frame) {
  std::string key;
  const auto number = [&](uint64_t n) { key.append(reinterpret_cast<const char*>(&n), sizeof n); };
  number(reinterpret_cast<uintptr_t>(function));
  number((static_cast<uint64_t>(m.frame->unit) << 32) + node);
  for (Val value : arguments.positional) AppendKey(value, &key);
  for (const auto& [name, value] : arguments.keywords) {
    number(name);
    AppendKey(value, &key);
  }
  number(arguments.open ? 1 : 0);
  bool spelled = false;
  const auto look = [&](Val value) {
    ForEachLeaf(value, [&](Val leaf) {
      const ConstantVal* text = AsTextConstant(leaf);
      spelled = spelled || (text != nullptr && text->mark.frame != 0) || AsTextWithHoles(leaf);
    });
  };
  for (Val value : arguments.positional) look(value);
  for (const auto& one : arguments.keywords) look(one.second);
  number(by_frame && spelled ? m.frame->id : 0);
  return key;
}

// Whether what is passed is not known, whole or in part.
bool IsVague(const CallArguments& arguments) {
  const auto vague = [](Val value) {
    bool found = false;
    ForEachLeaf(value, [&](Val leaf) {
      const SequenceObject* sequence = AsSequence(leaf);
      found = found || leaf->kind == ValKind::kUnknown || AsTextWithHoles(leaf) != nullptr;
      if (sequence == nullptr) return;
      found = found || MoreOf(*sequence) != nullptr;
      for (Val item : ItemsOf(*sequence)) {
        found = found || item->kind == ValKind::kUnknown || AsTextWithHoles(item) != nullptr;
      }
    });
    return found;
  };
  return arguments.open ||
         std::any_of(arguments.positional.begin(), arguments.positional.end(), vague);
}

// A table that calls for itself with what is known ends by itself; what is not known never does.
bool RecursesTooOften(const Machine& m, const FunctionObject* function,
                      const CallArguments& arguments) {
  constexpr int kMost = 2;
  constexpr int kMostVague = 1;
  int times = 0;
  for (const Activation* frame = m.frame; frame != nullptr; frame = frame->caller) {
    if (frame->function == function) ++times;
  }
  return times > kMost || (times > kMostVague && IsVague(arguments));
}

// How many runs of a function may find nothing new before it has a small share.
constexpr uint32_t kPatience = 3;

// `hands`: its file may hand an environment on. `fruitless`: its runs before that found nothing new.
uint64_t ShareOf(const Activation& run, bool sought, bool hands, const Machine::Fruitless& fruitless) {
  constexpr uint64_t kCold = 1000;
  constexpr uint64_t kFirstCold = 2500;
  constexpr uint64_t kFruitless = 150;
  constexpr uint64_t kHopeless = 30;
  constexpr double kWhole = 50000;
  if (!sought && fruitless.spent >= kPatience && !hands) return kHopeless;
  if (fruitless.runs >= kPatience) return kFruitless;
  if (!sought) return run.cold == 1 ? kFirstCold : kCold;
  const double share = kWhole * std::pow(0.7, std::min(run.depth, 16));
  return std::max<uint64_t>(1500, static_cast<uint64_t>(share));
}

// A call that passes a name on counts by itself; of another it matters that some run goes through the
// function.
void NoteCallLimit(Machine& m, const CodePoint& call, const FunctionObject& function, const char* why) {
  const CodePoint callee{function.unit, function.node};
  NoteLimit(m, m.wrappers.count(&function) > 0 ? call : callee, callee, {call, why});
}

// A call that raises where a variable is unset ends the `try` around it there.
void NoteRaising(Machine& m, Val value) {
  if (m.over) return;
  for (const FacetVal* facet = AsFacet(value); facet != nullptr; facet = AsFacet(facet->unset)) {
    if (IsRaises(facet->unset) && !m.tries.empty()) m.tries.back().insert(facet->variable);
  }
}

}  // namespace

// A function within one that is run for what no run reached: nothing that ran called it.
void RunSwept(Machine& m, FunctionObject* function) {
  if (HoldsSought(m, *function)) RunRoot(m, function, nullptr);
}

bool HoldsSought(Machine& m, const FunctionObject& function) {
  return UnitOf(m, function.unit).HoldsSought(function.node);
}

void DefineFunction(Machine& m, NodeId statement) {
  const Syntax& syntax = UnitOf(m, m.frame->unit).syntax();
  FunctionObject* function = MakeFunction(m, statement);
  std::vector<std::pair<NodeId, Val>> decorators;
  for (size_t i = 2; i < syntax.count(statement); ++i) {
    const NodeId decorator = syntax.child(syntax.child(statement, i), 0);
    decorators.emplace_back(decorator, Evaluate(m, decorator));
  }
  Val value = function->self;
  if (m.over) return;
  for (size_t i = decorators.size(); i-- > 0;) {
    value = Decorate(m, decorators[i].second, function, value, decorators[i].first);
    if (value == nullptr) return;
  }
  if (m.over) return;
  if (!function->options.empty()) ReadOptions(m, function, "", 0);
  BindName(m, function->name, value);
  if (m.frame->function != nullptr && IsSwept(m, statement)) RunSwept(m, function);
}

Val MakeLambda(Machine& m, NodeId expression) {
  FunctionObject* function = MakeFunction(m, expression);
  if (IsSwept(m, UnitOf(m, m.frame->unit).syntax().child(expression, 1))) RunSwept(m, function);
  return function->self;
}

Val CallFunction(Machine& m, FunctionObject* function, const CallArguments& arguments, Val receiver,
                 NodeId node) {
  constexpr int kDeepestCall = 34;
  constexpr int kMostCold = 4;
  if (m.over) return m.values.unknown();
  const bool sought = HoldsSought(m, *function);
  const int cold = sought ? 0 : m.frame->cold + 1;
  const CodePoint call{m.frame->unit, node};
  const CodePoint callee{function->unit, function->node};
  const bool deep = m.frame->depth > kDeepestCall;
  if (deep || cold > kMostCold || RecursesTooOften(m, function, arguments)) {
    if (deep && sought) NoteCallLimit(m, call, *function, "the call is not followed: it is too deep in others");
    return Opaque(m, node);
  }
  const std::string key = MemoKey(m, function, arguments, node, sought);
  if (const auto known = m.memo.find(key); known != m.memo.end()) return known->second;
  Activation run = NewRun(m, function);
  run.caller = m.frame;
  run.call = node;
  run.receiver = receiver;
  run.depth = m.frame->depth + 1;
  run.cold = cold;
  Binding(m, function, arguments, &run).BindAll();
  Activation* const caller = m.frame;
  const uint64_t epoch = m.events.epoch();
  const uint64_t limit = m.limit;
  const int nesting = m.nesting;
  const size_t tries = m.tries.size();
  std::vector<std::vector<Machine::Exit>*> loops;
  loops.swap(m.loops);
  Machine::Fruitless& fruitless = m.fruitless[callee];
  // A name that is known is one more variable, whatever became of those before.
  const bool names = m.wrappers.count(function) > 0 && !IsVague(arguments);
  const bool worth = sought && (names || fruitless.runs < kPatience);
  const bool hands = UnitOf(m, run.unit).hands;
  m.limit = std::min(limit, m.steps + ShareOf(run, sought, hands, names ? Machine::Fruitless() : fruitless));
  m.frame = &run;
  const auto leave = [&] {
    m.frame = caller;
    m.limit = limit;
    m.loops.swap(loops);
    m.tries.resize(tries);
    m.nesting = nesting;
    if (run.found) fruitless = {};
    if (!run.found) ++fruitless.runs;
    fruitless.spent = m.over ? fruitless.spent + 1 : 0;
    caller->found = caller->found || run.found;
  };
  Val value = RunBody(m, function);
  leave();
  if (m.over) {
    ++m.spent;
    value = Opaque(m, node);
    if (m.steps > limit) return value;
    SetOver(m, false);
    const char* const why = "the call takes too many steps to follow to its end";
    if (worth || (names && run.found)) NoteCallLimit(m, call, *function, why);
  } else {
    NoteWhole(m, call, callee);
  }
  NoteBinding(m, value);
  NoteCall(m, value, epoch);
  NoteRaising(m, value);
  m.memo[key] = value;
  return value;
}

Val RunRoot(Machine& m, FunctionObject* function, Val receiver, const GivenParameter* given) {
  const PythonUnit& unit = UnitOf(m, function->unit);
  const Syntax& syntax = unit.syntax();
  Activation* const before = m.frame;
  Activation run = NewRun(m, function);
  run.receiver = receiver;
  run.depth = before == nullptr ? 1 : before->depth + 1;
  run.tries = m.tries.size();
  constexpr int kDeepestRoot = 40;
  if (run.depth > kDeepestRoot) return m.values.unknown();
  const auto hole = [&](Symbol name) {
    const Mark mark{run.id, run.unit, function->node};
    return m.values.Parts({{TextPart::Kind::kParameter, name, function, 0, {}}}, mark, m.symbols);
  };
  m.frame = &run;
  const NodeId parameters = ParametersOf(syntax, function->node);
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
    const bool is_method = function->owner != nullptr && receiver != nullptr &&
                           function->role != FunctionObject::Role::kStatic;
    if (i == 0 && is_method) {
      const InstanceObject* instance = AsInstance(receiver);
      const bool of_class = function->role == FunctionObject::Role::kClassMethod;
      run.scope->slots.Set(key, of_class && instance != nullptr ? instance->type->self : receiver);
      continue;
    }
    Val value = GivenByPytest(m, function, name);
    if (value == nullptr) {
      value = OfAnnotation(m, syntax.child(parameter, 0), function->module);
      if (AsInstance(value) == nullptr && AsLibrary(value) == nullptr) value = hole(name);
      Val held = function->defaults[i];
      const bool told = held != nullptr && KnownTruth(TruthOf(m, held)) != false;
      const bool environment = told && AsEnvironment(held) != nullptr;  // whoever gives another
      if (told) held = HandedOver(m, SpelledInCallee(m, held, run.id));
      if (told) value = environment ? held : Join(m.values, held, value);
    }
    run.scope->slots.Set(key, value);
  }
  Val value = RunBody(m, function);
  m.frame = before;
  const CodePoint root{function->unit, function->node};
  if (m.over) {
    const CodePoint at{run.unit, run.statement};
    NoteLimit(m, root, root, {at, "the function takes too many steps to run to its end"});
  } else {
    NoteWhole(m, root, root);
  }
  return value;
}

}  // namespace flagcensus
