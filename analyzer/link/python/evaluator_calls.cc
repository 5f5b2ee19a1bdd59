// A call, in three steps: what is called and with what is evaluated; what the call hands to an
// environment is noted; what it gives is asked of what is called, by its kind: a row of the
// accessor table, a function or class of the tree by its summary, a function of Python's own.
#include <algorithm>
#include <utility>

#include "analyzer/base/text.h"
#include "analyzer/link/python/evaluator.h"

namespace flagcensus {
namespace {

// What functools.partial() bound, before the arguments of the call.
std::vector<Argument> BoundBefore(const Value& partial, NodeId node) {
  std::vector<Argument> all;
  for (size_t i = 1; i < partial.items.size(); ++i) {
    const ValueRef& bound = partial.items[i];
    Argument argument;
    argument.node = node;
    argument.value = bound;
    if (bound != nullptr && bound->kind == ValueKind::kKeywordArgument) {
      argument.keyword = bound->text;
      argument.value = bound->items[0];
    }
    all.push_back(std::move(argument));
  }
  return all;
}

// The list, or each that it may be, with one string more at its end. Null where it is none, or
// long.
ValueRef Appended(const ValueRef& list, const ValueRef& item) {
  constexpr size_t kMaxGrown = 64;
  if (list->kind == ValueKind::kSequence && list->items.size() < kMaxGrown) {
    std::vector<ValueRef> items = list->items;
    items.push_back(item);
    return MakeSequence(std::move(items));
  }
  // `names or []` of a parameter: what the caller gives, and this one.
  if (list->kind == ValueKind::kConditional && list->items.size() == 3) {
    const ValueRef otherwise = list->items[2];
    if (otherwise == nullptr || otherwise->kind != ValueKind::kSequence) return nullptr;
    return MakeConditional(list->items[0], list->items[1], Appended(otherwise, item));
  }
  return nullptr;
}

}  // namespace

ValueRef Evaluator::EvaluateCall(NodeId node, Frame& frame) {
  Call call;
  call.node = node;
  ResolveCallee(&call, frame);
  EvaluateArguments(&call, frame);
  NoteArguments(call, frame);
  if (recording_) NoteHandedOver(call);
  if (const std::optional<ValueRef> value = CallOnMapping(&call, frame)) return *value;
  if (!call.method.empty() && recording_ && call.receiver != nullptr) {
    ReadListMethod(call.receiver, call.method, call.callee_node, call.arguments, frame);
  }
  if (const std::optional<ValueRef> value = CallOnMember(call, frame)) return *value;
  const size_t first = sites_.size();
  const ValueRef value = call.callee == nullptr ? nullptr : Dispatch(call, frame);
  if (recording_) NoteNamed(call, value, first, frame);
  return value;
}

void Evaluator::ResolveCallee(Call* call, Frame& frame) {
  const Syntax& syntax = *frame.syntax;
  call->callee_node = syntax.child(call->node, 0);
  // The receiver of a method is evaluated once, here.
  if (syntax.kind(call->callee_node) == NodeKind::kAttribute) {
    call->method = syntax.text(call->callee_node);
    call->receiver = Evaluate(syntax.child(call->callee_node, 0), frame);
    if (const ValueRef held = HeldObject(call->receiver)) call->receiver = held;
    // A view of another module's table.
    const bool view = call->method == "items" || call->method == "keys" || call->method == "values";
    const bool imported = call->receiver != nullptr && call->receiver->kind == ValueKind::kImported;
    if (view && imported && syntax.count(call->node) == 1) {
      const ValueRef table = ForceImport(*call->receiver, 0);
      if (table != nullptr && table->kind == ValueKind::kDict) call->receiver = table;
    }
    call->callee = AttributeOf(call->receiver, call->method, call->callee_node, frame);
  } else {
    call->callee = Evaluate(call->callee_node, frame);
  }
  const ValueRef callee = call->callee;
  if (callee == nullptr || callee->kind != ValueKind::kImported) return;
  // A name from another module is looked up only where it may be a wrapper.
  const Import& import = program_.imports[callee->id];
  const std::string path = callee->text.empty() ? import.name : callee->text;
  bool wanted =
      wrappers_.count(std::string(LastPart(path))) > 0 || wrappers_.count(import.name) > 0;
  for (const std::string_view part : Split(path, '.')) {
    wanted = wanted || wrappers_.count(std::string(part)) > 0;
  }
  // An environment handed over makes a wrapper of whatever takes it.
  bool handed = false;
  for (size_t i = 1; i < syntax.count(call->node) && recording_; ++i) {
    const NodeId part = syntax.child(call->node, i);
    handed = handed || (syntax.kind(part) == NodeKind::kName &&
                        IsEnvironment(LookUp(syntax.text(part), frame)));
  }
  wanted = wanted || handed;
  call->callee = wanted ? ForceImport(*callee, 0) : nullptr;
  if (handed && call->callee != nullptr) NoteMaker(call->callee);
}

// An environment handed to a method of an object of which nothing is known: what the methods of
// that name put into it, whichever is meant, goes into an environment.
void Evaluator::NoteHandedOver(const Call& call) {
  constexpr size_t kMaxMethods = 64;
  const bool known = call.callee != nullptr && call.callee->kind == ValueKind::kMethod &&
                     call.callee->items[0] != nullptr &&
                     (call.callee->items[0]->kind == ValueKind::kInstance ||
                      call.callee->items[0]->kind == ValueKind::kClass);
  const bool library = call.receiver != nullptr && call.receiver->kind == ValueKind::kExternal &&
                       !call.receiver->text.ends_with("()");
  if (call.method.empty() || known || library || IsMapping(call.receiver)) return;
  const bool handed =
      std::any_of(call.arguments.begin(), call.arguments.end(), [&](const Argument& argument) {
        return argument.value != nullptr && argument.value->kind == ValueKind::kEnvironment &&
               IsEnvironment(argument.value);
      });
  if (!handed) return;
  // Only where the name says so are other files looked through for it.
  if (table_.IsEnvironmentWord(call.method)) wanted_methods_.insert(call.method);
  const auto methods = methods_by_name_.find(call.method);
  if (methods == methods_by_name_.end() || methods->second.size() > kMaxMethods) return;
  for (const int function : std::vector<int>(methods->second)) {
    const FunctionInfo& info = program_.functions[function];
    if (program_.modules[info.module].replaced_by >= 0) continue;
    EvaluateModule(info.module);
    Summarize(function);
    FeedParameters(function, BindArguments(info, call.arguments, !info.is_static));
  }
}

void Evaluator::EvaluateArguments(Call* call, Frame& frame) {
  const Syntax& syntax = *frame.syntax;
  for (size_t i = 1; i < syntax.count(call->node); ++i) {
    const NodeId part = syntax.child(call->node, i);
    Argument argument;
    argument.node = part;
    const NodeKind kind = syntax.kind(part);
    if (kind == NodeKind::kKeyword) argument.keyword = syntax.text(part);
    if (kind == NodeKind::kSplat) argument.splat = Argument::Splat::kSequence;
    if (kind == NodeKind::kDoubleSplat) argument.splat = Argument::Splat::kMapping;
    const bool wraps = kind == NodeKind::kKeyword || argument.splat != Argument::Splat::kNone;
    if (wraps && syntax.count(part) > 0) argument.node = syntax.child(part, 0);
    argument.value = Evaluate(argument.node, frame);
    call->arguments.push_back(std::move(argument));
  }
}

// Arguments that become an environment, or name a family of variables, whatever is called.
void Evaluator::NoteArguments(const Call& call, Frame& frame) {
  if (!recording_) return;
  const std::vector<Argument>& arguments = call.arguments;
  for (const Argument& argument : arguments) {
    if (table_.sink_keywords.count(argument.keyword) > 0) SetSink(argument.value);
    if (!argument.keyword.empty()) {
      NoteFamily(argument.keyword, argument.value, argument.node, frame);
    }
  }
  // settings.setdefault("auto_envvar_prefix", "APP")
  if (arguments.size() == 2 && !call.method.empty() && arguments[0].value != nullptr &&
      arguments[0].value->kind == ValueKind::kString && arguments[1].keyword.empty()) {
    NoteFamily(arguments[0].value->text, arguments[1].value, arguments[1].node, frame);
  }
}

// A method of what is, or may become, an environment. Nothing where the call is another one.
std::optional<ValueRef> Evaluator::CallOnMapping(Call* call, Frame& frame) {
  const Syntax& syntax = *frame.syntax;
  const std::string& method = call->method;
  if (method.empty()) return std::nullopt;
  const NodeId object_node = syntax.child(call->callee_node, 0);
  const auto row = table_.methods.find(method);
  const bool known = row != table_.methods.end();
  if (known) {
    const ValueRef through = Through(call->receiver, object_node, frame);
    const bool object = through != nullptr && through->integer == kObject;
    if (through != call->receiver && object && Answers(mapped_[through->id].object, method)) {
      call->written = through->text + "." + method;
    } else if (through != call->receiver) {
      call->receiver = through;
    }
  }
  const ValueRef& receiver = call->receiver;
  if (!IsMapping(receiver)) return std::nullopt;
  const bool certain = IsEnvironment(receiver);
  // A literal answers for itself; only what changes it is a site of the mapping it may become.
  const bool waits = receiver->kind == ValueKind::kParameter || receiver->kind == ValueKind::kField;
  const bool answers = receiver->kind == ValueKind::kDict || waits;
  const bool bulk = known && row->second.op == AccessOp::kBulk;
  const bool changes = known && (row->second.update || row->second.op == AccessOp::kSetDefault ||
                                 row->second.op == AccessOp::kDelete);
  const bool parameter = waits && !bulk;
  const bool copies = method == "copy" && recording_;
  if (known && (!answers || changes || parameter || copies)) {
    const bool itself = receiver->kind == ValueKind::kExternal;
    const ValueRef value = CallAccessor(row->second, EnvironmentName(receiver) + "." + method,
                                        call->arguments, call->node, frame, receiver);
    if (receiver->kind == ValueKind::kDict && receiver->id >= 0 && recording_ && changes &&
        syntax.kind(object_node) == NodeKind::kName) {
      Bind(syntax.text(object_node), FlowValue(receiver->id), frame);
    }
    if (itself || certain || !parameter || value != nullptr) return value;
  }
  if (certain) return nullptr;
  return std::nullopt;
}

ValueRef Evaluator::Dispatch(const Call& call, Frame& frame) {
  const Syntax& syntax = *frame.syntax;
  const ValueRef& callee = call.callee;
  const std::string as_name = syntax.kind(call.callee_node) == NodeKind::kName
                                  ? syntax.text(call.callee_node)
                                  : std::string();
  switch (callee->kind) {
    case ValueKind::kExternal:
      return CallExternal(call, frame);
    case ValueKind::kFunction: {
      const std::string& name = program_.functions[callee->id].name;
      const bool lambda = name == "<lambda>" && !as_name.empty();
      return CallFunction(callee->id, call.arguments, nullptr, call.node, lambda ? as_name : name,
                          frame);
    }
    case ValueKind::kClass:
      return CallClass(callee->id, call.arguments, call.node, frame);
    case ValueKind::kPartial:
      return CallPartial(call, as_name, frame);
    case ValueKind::kInstance: {  // an object that can be called
      const int function = FindMethod(callee->id, "__call__");
      if (function < 0) return nullptr;
      return CallFunction(function, call.arguments, callee, call.node,
                          program_.classes[callee->id].name, frame);
    }
    case ValueKind::kMethod: {
      const ValueRef& of = callee->items[0];
      if (of == nullptr) return nullptr;
      if (of->kind == ValueKind::kInstance || of->kind == ValueKind::kClass) {
        const int function = FindMethod(of->id, callee->text);
        if (function < 0) return nullptr;
        return CallFunction(function, call.arguments, of, call.node,
                            call.written.empty() ? callee->text : call.written, frame);
      }
      if (of->kind == ValueKind::kEnvironmentKey) return NotePrefix(call, frame);
      if (of->kind == ValueKind::kOneOf) {
        if (const std::optional<ValueRef> layered = CallLayers(call, frame)) return *layered;
      }
      if (!IsReading(of)) {
        const bool gets = callee->text == "get" && !call.arguments.empty();
        const ValueRef table = gets ? Force(of) : nullptr;
        if (table != nullptr && table->kind == ValueKind::kDict) {
          TakeFallback(*table, call.arguments[0].value,
                       call.arguments.size() > 1 ? call.arguments[1].value : nullptr);
          const ValueRef held =
              TableAt(table, call.arguments[0].value,
                      call.arguments.size() > 1 ? call.arguments[1].value : nullptr);
          if (held != nullptr) return held;
        }
        return CallMethodOf(of, callee->text, call.arguments, LookUps());
      }
      const auto conversion = table_.conversions.find("." + callee->text);
      if (conversion != table_.conversions.end()) SetType(of, conversion->second);
      return KeepsRead(callee->text) ? of : nullptr;
    }
    default:
      return nullptr;
  }
}

// A function of a library, or of Python's own.
ValueRef Evaluator::CallExternal(const Call& call, Frame& frame) {
  const std::string& dotted = call.callee->text;
  const std::vector<Argument>& arguments = call.arguments;
  if (recording_) {
    NotePrefixed(call);
    NoteOption(call, frame);
  }
  const auto row = table_.calls.find(dotted);
  if (row != table_.calls.end()) {
    return CallAccessor(row->second, dotted, arguments, call.node, frame);
  }
  if (const AccessorRow* method = BoundMethod(dotted); method != nullptr && recording_) {
    return CallAccessor(*method, dotted, arguments, call.node, frame, EnvironmentOf(dotted));
  }
  if (const auto sink = table_.sink_calls.find(dotted);
      sink != table_.sink_calls.end() && recording_) {
    if (const Argument* given = Find(arguments, {sink->second, {}})) SetSink(given->value);
  }
  if (!arguments.empty() && arguments[0].keyword.empty() &&
      arguments[0].splat == Argument::Splat::kNone) {
    const bool command = table_.shells.count(dotted) > 0;
    if (command || table_.runs.count(dotted) > 0) NoteCode(arguments[0].node, command, frame);
  }
  if (table_.schemes.count(dotted) > 0) NoteScheme(dotted, arguments, *frame.syntax);
  if (const std::optional<ValueRef> value = CallOnEnvironment(call, frame)) return *value;
  if (const std::optional<ValueRef> value = CallOnFields(call, frame)) return *value;
  if (const std::optional<ValueRef> value = CallOnEach(call, frame)) return *value;
  if (const std::optional<ValueRef> value = CallBuiltin(dotted, arguments, LookUps())) {
    return *value;
  }
  // The environment handed to code that is not known.
  for (const Argument& argument : arguments) {
    if (IsEnvironment(argument.value)) {
      Bulk(argument.value, EnvironmentName(argument.value), argument.node, frame);
    }
  }
  return MakeExternal(dotted + "()");
}

ValueRef Evaluator::CallPartial(const Call& call, const std::string& as_name, Frame& frame) {
  std::vector<Argument> all = BoundBefore(*call.callee, call.node);
  all.insert(all.end(), call.arguments.begin(), call.arguments.end());
  const ValueRef target = Force(call.callee->items[0]);
  if (target == nullptr) return nullptr;
  if (target->kind == ValueKind::kFunction) {
    return CallFunction(target->id, all, nullptr, call.node,
                        as_name.empty() ? program_.functions[target->id].name : as_name, frame);
  }
  if (target->kind != ValueKind::kExternal) return nullptr;
  const auto row = table_.calls.find(target->text);
  if (row != table_.calls.end()) {
    return CallAccessor(row->second, target->text, all, call.node, frame);
  }
  const AccessorRow* method = BoundMethod(target->text);
  if (method == nullptr) return nullptr;
  return CallAccessor(*method, target->text, all, call.node, frame, EnvironmentOf(target->text));
}

ValueLookUp Evaluator::LookUps() {
  return {[this](const ValueRef& value) { return Force(value); },
          [this](const ValueRef& value) { return ItemsOf(value); }};
}

// cmd.extend(["-e", ...]) was read when the list was evaluated; what is put into a list of mappings
// is told here, and a list of names that grows by one.
void Evaluator::ReadListMethod(const ValueRef& receiver, const std::string& method,
                               NodeId callee_node, const std::vector<Argument>& arguments,
                               Frame& frame) {
  if (method != "append" && method != "extend" && method != "insert") return;
  const NodeId object = frame.syntax->child(callee_node, 0);
  if (arguments.empty()) return;
  const ValueRef& put = arguments.back().value;
  const bool named = frame.syntax->kind(object) == NodeKind::kName;
  if (method == "append" && named && put != nullptr && put->kind == ValueKind::kString) {
    if (const ValueRef grown = Appended(receiver, put)) {
      return Bind(frame.syntax->text(object), grown, frame);
    }
  }
  const bool list = receiver->kind == ValueKind::kSequence ||
                    (receiver->kind == ValueKind::kEnvironment && flows_[receiver->id].container);
  if (!list || FlowsOf(Force(put)).empty()) return;
  int box = receiver->id;
  if (receiver->kind == ValueKind::kSequence) {
    box = NewFlow();
    flows_[box].container = true;
    if (named) Bind(frame.syntax->text(object), FlowValue(box), frame);
  }
  Feed(put, box);
}

}  // namespace flagcensus
