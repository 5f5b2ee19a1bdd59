// Calls: accessors of the table, functions and classes of the tree by their summaries, and the few
// built-in functions and string methods by which names and defaults are made.
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "analyzer/base/text.h"
#include "analyzer/link/python/evaluator.h"

namespace flagcensus {
namespace {

// The last part of a dotted name.
std::string_view Last(std::string_view dotted) { return dotted.substr(dotted.rfind('.') + 1); }

// Of several things that one call does to one variable, the heaviest names the row.
int Weight(AccessOp op) {
  switch (op) {
    case AccessOp::kTest:
      return 1;
    case AccessOp::kRead:
      return 2;
    case AccessOp::kDelete:
      return 3;
    case AccessOp::kAppend:
      return 4;
    case AccessOp::kSetDefault:
      return 5;
    case AccessOp::kWrite:
      return 6;
    case AccessOp::kBulk:
      return 0;
  }
  return 0;
}

bool IsWriting(AccessOp op) { return Weight(op) >= 3; }

}  // namespace

ValueRef Evaluator::EvaluateCall(NodeId node, Frame& frame) {
  const Syntax& syntax = *frame.syntax;
  const NodeId callee_node = syntax.child(node, 0);
  // The receiver of a method is evaluated once, here.
  ValueRef receiver;
  std::string method;
  ValueRef callee;
  if (syntax.kind(callee_node) == NodeKind::kAttribute) {
    method = syntax.text(callee_node);
    receiver = Evaluate(syntax.child(callee_node, 0), frame);
    callee = AttributeOf(receiver, method, callee_node, frame);
  } else {
    callee = Evaluate(callee_node, frame);
  }
  // A name from another module is looked up only where it may be a wrapper.
  if (callee != nullptr && callee->kind == ValueKind::kImported) {
    const Import& import = program_.imports[callee->id];
    const std::string path = callee->text.empty() ? import.name : callee->text;
    bool wanted = wrappers_.count(std::string(Last(path))) > 0 || wrappers_.count(import.name) > 0;
    for (const std::string_view part : Split(path, '.')) {
      wanted = wanted || wrappers_.count(std::string(part)) > 0;
    }
    // An environment handed over makes a wrapper of whatever takes it.
    for (size_t i = 1; i < syntax.count(node) && !wanted && recording_; ++i) {
      wanted = syntax.kind(syntax.child(node, i)) == NodeKind::kName &&
               IsEnvironment(LookUp(syntax.text(syntax.child(node, i)), frame));
    }
    callee = wanted ? ForceImport(*callee, 0) : nullptr;
  }

  std::vector<Argument> arguments;
  for (size_t i = 1; i < syntax.count(node); ++i) {
    const NodeId part = syntax.child(node, i);
    Argument argument;
    argument.node = part;
    const NodeKind kind = syntax.kind(part);
    if (kind == NodeKind::kKeyword) {
      argument.keyword = syntax.text(part);
      argument.node = syntax.count(part) > 0 ? syntax.child(part, 0) : part;
    } else if (kind == NodeKind::kSplat || kind == NodeKind::kDoubleSplat) {
      argument.splat = kind == NodeKind::kSplat ? 1 : 2;
      argument.node = syntax.count(part) > 0 ? syntax.child(part, 0) : part;
    }
    argument.value = Evaluate(argument.node, frame);
    arguments.push_back(std::move(argument));
  }

  for (const Argument& argument : arguments) {
    if (!recording_) break;
    if (table_.sink_keywords.count(argument.keyword) > 0) SetSink(argument.value);
    if (!argument.keyword.empty()) {
      NoteFamily(argument.keyword, argument.value, argument.node, frame);
    }
  }
  // settings.setdefault("auto_envvar_prefix", "APP")
  if (recording_ && arguments.size() == 2 && !method.empty() && arguments[0].value != nullptr &&
      arguments[0].value->kind == ValueKind::kString && arguments[1].keyword.empty()) {
    NoteFamily(arguments[0].value->text, arguments[1].value, arguments[1].node, frame);
  }
  std::string written;  // how an object that is the environment is called here
  if (!method.empty() && table_.methods.count(method) > 0) {
    const ValueRef through = Through(receiver, syntax.child(callee_node, 0), frame);
    if (through != receiver && Answers(mapped_[through->id].object, method)) {
      written = through->text + "." + method;
    } else if (through != receiver) {
      receiver = through;
    }
  }
  if (!method.empty() && IsMapping(receiver)) {
    const auto row = table_.methods.find(method);
    const bool certain = IsEnvironment(receiver);
    // A literal answers for itself; only what changes it is a site of the mapping it may become.
    const bool answers = receiver->kind == ValueKind::kDict ||
                         receiver->kind == ValueKind::kParameter ||
                         receiver->kind == ValueKind::kField;
    const bool bulk = row != table_.methods.end() && row->second.op == AccessOp::kBulk;
    const bool changes = row != table_.methods.end() &&
                         (row->second.update || row->second.op == AccessOp::kSetDefault ||
                          row->second.op == AccessOp::kDelete);
    const bool waits =
        receiver->kind == ValueKind::kParameter || receiver->kind == ValueKind::kField;
    const bool parameter = waits && !bulk;
    const bool copies = method == "copy" && recording_;
    if (row != table_.methods.end() && (!answers || changes || parameter || copies)) {
      const bool itself = receiver->kind == ValueKind::kExternal;
      const ValueRef value = CallAccessor(row->second, EnvironmentName(receiver) + "." + method,
                                          arguments, node, frame, receiver);
      if (receiver->kind == ValueKind::kDict && receiver->id >= 0 && recording_ && changes &&
          syntax.kind(syntax.child(callee_node, 0)) == NodeKind::kName) {
        Bind(syntax.text(syntax.child(callee_node, 0)), FlowValue(receiver->id), frame);
      }
      if (itself || certain || !parameter || value != nullptr) return value;
    }
    if (certain) return nullptr;
  }
  if (!method.empty() && recording_ && receiver != nullptr) {
    ReadListMethod(receiver, method, callee_node, arguments, frame);
  }
  if (callee == nullptr) return nullptr;
  switch (callee->kind) {
    case ValueKind::kExternal: {
      const auto row = table_.calls.find(callee->text);
      if (row != table_.calls.end()) {
        return CallAccessor(row->second, callee->text, arguments, node, frame);
      }
      if (const auto sink = table_.sink_calls.find(callee->text);
          sink != table_.sink_calls.end() && recording_) {
        if (const Argument* given = Find(arguments, {sink->second, {}})) SetSink(given->value);
      }
      if (!arguments.empty() && arguments[0].keyword.empty() && arguments[0].splat == 0) {
        const bool command = table_.shells.count(callee->text) > 0;
        if (command || table_.runs.count(callee->text) > 0) {
          NoteCode(arguments[0].node, command, frame);
        }
      }
      if (table_.schemes.count(callee->text) > 0) NoteScheme(callee->text, arguments, syntax);
      bool handled = false;
      const ValueRef value = CallBuiltin(callee->text, arguments, node, frame, &handled);
      if (handled) return value;
      // The environment handed to code that is not known.
      for (const Argument& argument : arguments) {
        if (IsEnvironment(argument.value)) {
          Bulk(argument.value, EnvironmentName(argument.value), argument.node, frame);
        }
      }
      return MakeExternal(callee->text + "()");
    }
    case ValueKind::kFunction: {
      const FunctionInfo& function = program_.functions[callee->id];
      std::string via = function.name;
      if (via == "<lambda>" && syntax.kind(callee_node) == NodeKind::kName) {
        via = syntax.text(callee_node);
      }
      return CallFunction(callee->id, arguments, nullptr, node, via, frame);
    }
    case ValueKind::kClass:
      return CallClass(callee->id, arguments, node, frame);
    case ValueKind::kPartial: {
      std::vector<Argument> all;
      for (size_t i = 1; i < callee->items.size(); ++i) {
        const ValueRef& bound = callee->items[i];
        Argument argument;
        argument.node = node;
        argument.value = bound;
        if (bound != nullptr && bound->kind == ValueKind::kKeywordArgument) {
          argument.keyword = bound->text;
          argument.value = bound->items[0];
        }
        all.push_back(std::move(argument));
      }
      all.insert(all.end(), arguments.begin(), arguments.end());
      const ValueRef target = Force(callee->items[0]);
      if (target == nullptr) return nullptr;
      if (target->kind == ValueKind::kFunction) {
        const std::string via = syntax.kind(callee_node) == NodeKind::kName
                                    ? syntax.text(callee_node)
                                    : program_.functions[target->id].name;
        return CallFunction(target->id, all, nullptr, node, via, frame);
      }
      if (target->kind == ValueKind::kExternal) {
        const auto row = table_.calls.find(target->text);
        if (row != table_.calls.end())
          return CallAccessor(row->second, target->text, all, node, frame);
      }
      return nullptr;
    }
    case ValueKind::kInstance: {  // an object that can be called
      const int function = FindMethod(callee->id, "__call__");
      if (function < 0) return nullptr;
      return CallFunction(function, arguments, callee, node, program_.classes[callee->id].name,
                          frame);
    }
    case ValueKind::kMethod: {
      const ValueRef& of = callee->items[0];
      if (of == nullptr) return nullptr;
      if (of->kind == ValueKind::kInstance || of->kind == ValueKind::kClass) {
        const int function = FindMethod(of->id, callee->text);
        if (function < 0) return nullptr;
        return CallFunction(function, arguments, of, node, written.empty() ? callee->text : written,
                            frame);
      }
      return CallStringMethod(of, callee->text, arguments, node, frame);
    }
    default:
      return nullptr;
  }
}

// cmd.extend(["-e", ...]) was read when the list was evaluated; what is put into a list of mappings
// is told here.
void Evaluator::ReadListMethod(const ValueRef& receiver, const std::string& method,
                               NodeId callee_node, const std::vector<Argument>& arguments,
                               Frame& frame) {
  if (method != "append" && method != "extend" && method != "insert") return;
  const NodeId object = frame.syntax->child(callee_node, 0);
  const bool list = receiver->kind == ValueKind::kSequence ||
                    (receiver->kind == ValueKind::kEnvironment && flows_[receiver->id].container);
  if (!list || arguments.empty()) return;
  const ValueRef& put = arguments.back().value;
  if (FlowsOf(Force(put)).empty()) return;
  int box = receiver->id;
  if (receiver->kind == ValueKind::kSequence) {
    box = NewFlow();
    flows_[box].container = true;
    if (frame.syntax->kind(object) == NodeKind::kName) {
      Bind(frame.syntax->text(object), FlowValue(box), frame);
    }
  }
  Feed(put, box);
}

std::map<std::string, ValueRef> Evaluator::BindArguments(const FunctionInfo& function,
                                                         const std::vector<Argument>& arguments,
                                                         bool skip_first) {
  std::map<std::string, ValueRef> bound;
  std::vector<ValueRef> rest;  // keyword arguments that no parameter takes
  bool open = false;           // after *x or **x what is not given may be given all the same
  size_t position = skip_first ? 1 : 0;
  const Parameter* keywords = nullptr;
  for (const Parameter& parameter : function.parameters) {
    if (parameter.flag == 2) keywords = &parameter;
  }
  for (const Argument& argument : arguments) {
    if (argument.splat == 1) {
      const std::optional<std::vector<ValueRef>> items = ItemsOf(argument.value);
      if (!items) open = true;
      for (const ValueRef& item : items.value_or(std::vector<ValueRef>())) {
        if (position < function.parameters.size()) bound[function.parameters[position].name] = item;
        ++position;
      }
      continue;
    }
    if (argument.splat == 2) {
      const ValueRef dict = Force(argument.value);
      if (dict == nullptr || dict->kind != ValueKind::kDict) {
        open = true;
        if (dict != nullptr && dict->symbolic && keywords != nullptr) {
          bound["**" + keywords->name] = dict;
        }
        continue;
      }
      for (size_t i = 0; i + 1 < dict->items.size(); i += 2) {
        const std::optional<std::string> key = TextOf(dict->items[i]);
        const bool named =
            key && std::any_of(function.parameters.begin(), function.parameters.end(),
                               [&](const Parameter& p) { return p.name == *key; });
        if (named) {
          bound[*key] = dict->items[i + 1];
        } else {
          rest.push_back(dict->items[i]);
          rest.push_back(dict->items[i + 1]);
        }
      }
      continue;
    }
    if (!argument.keyword.empty()) {
      const bool named = std::any_of(
          function.parameters.begin(), function.parameters.end(),
          [&](const Parameter& p) { return p.flag == 0 && p.name == argument.keyword; });
      if (named) {
        bound[argument.keyword] = argument.value;
      } else {
        rest.push_back(MakeString(argument.keyword));
        rest.push_back(argument.value);
      }
      continue;
    }
    if (position < function.parameters.size() && function.parameters[position].flag == 0) {
      bound[function.parameters[position].name] = argument.value;
    }
    ++position;
  }
  if (keywords != nullptr && bound.count("**" + keywords->name) == 0) {
    bound["**" + keywords->name] = MakeDict(rest);
  }
  for (size_t i = 0; i < function.parameters.size(); ++i) {
    const Parameter& parameter = function.parameters[i];
    if (bound.count(parameter.name) > 0 || open) continue;
    if (i < function.defaults.size() && parameter.default_node != kNoNode) {
      bound[parameter.name] = function.defaults[i];
    }
  }
  return bound;
}

// One replacement for each keyword of the call where `name` stands for the caller's keywords, each
// with that keyword alone; else the one given.
std::vector<Replace> Evaluator::PerKeyword(const ValueRef& name, const Replace& replace) {
  if (name == nullptr || name->kind != ValueKind::kTransform || name->text != "keys") {
    return {replace};
  }
  const ValueRef keywords = name->items[0];
  const ValueRef given = Force(
      Substitute(keywords, replace, [](uint32_t site) { return std::optional<uint32_t>(site); }));
  if (given == nullptr || given->kind != ValueKind::kDict) return {replace};
  std::vector<Replace> out;
  for (size_t i = 0; i + 1 < given->items.size(); i += 2) {
    const ValueRef alone = MakeDict({given->items[i], given->items[i + 1]});
    out.push_back([keywords, alone, replace](const ValueRef& symbol) {
      return Equal(symbol, keywords) ? alone : replace(symbol);
    });
  }
  return out;
}

// Whether a keyword argument of the call is a function that is told the value: a hook or callback,
// and not one that only checks or converts it.
bool Evaluator::HandsOverHook(NodeId call, Frame& frame) {
  const Syntax& syntax = *frame.syntax;
  for (size_t i = 1; i < syntax.count(call); ++i) {
    const NodeId part = syntax.child(call, i);
    if (syntax.kind(part) != NodeKind::kKeyword || syntax.count(part) == 0) continue;
    const std::string& keyword = syntax.text(part);
    const bool hook = keyword.find("hook") != std::string::npos ||
                      keyword.find("callback") != std::string::npos || keyword.starts_with("on_");
    if (hook && syntax.kind(syntax.child(part, 0)) != NodeKind::kNone) return true;
  }
  return false;
}

// One effect at a call. What it became is told in `made`; a new site is added to `added` unless one
// of them already stands for the name.
void Evaluator::InstantiateEffect(uint32_t id, const Replace& replace, NodeId node,
                                  const std::string& via, Frame& frame,
                                  std::vector<uint32_t>* added,
                                  std::map<uint32_t, uint32_t>* made) {
  const Renumber keep = [&](uint32_t site) -> std::optional<uint32_t> {
    const auto at = made->find(site);
    if (at != made->end()) return at->second;
    // What was read inside under a name of its own stays that read; an effect that did not happen
    // at this call is nothing.
    if (sites_[site].effect) return std::nullopt;
    return site;
  };
  const Site effect = sites_[id];  // a copy: sites_ grows
  const ValueRef guard = Substitute(effect.guard, replace, keep);
  const std::optional<bool> truth = Truth(guard);
  if (truth && !*truth) return;
  const ValueRef name = Force(Substitute(effect.name, replace, keep));
  if (effect.name->kind == ValueKind::kTransform && effect.name->text == "keys" &&
      name == nullptr) {
    return;  // no keyword was given
  }
  if (name != nullptr && name->kind == ValueKind::kNone) return;  // no variable was named
  if (effect.environment != nullptr) {
    const ValueRef on = Substitute(effect.environment, replace, keep);
    const bool waits =
        on != nullptr && (on->kind == ValueKind::kParameter || on->kind == ValueKind::kField);
    if (!waits && !IsEnvironment(on)) return;
  }
  const ValueRef written = Force(Substitute(effect.value, replace, keep));
  if (effect.op == AccessOp::kWrite && written != nullptr && written->kind == ValueKind::kNone) {
    return;  // None cannot be written: such a call deletes, by another effect
  }
  // One row a call and name: what says most of the call stands for all.
  std::optional<uint32_t> same;
  for (const uint32_t other : *added) {
    if (Equal(sites_[other].name, name)) same = other;
  }
  Site site = effect;
  site.module = frame.module;
  site.node = node;
  site.name = name;
  site.effect = false;
  site.hooked = frame.syntax->kind(node) == NodeKind::kCall && HandsOverHook(node, frame);
  site.pending = false;
  if (effect.environment != nullptr) {
    const ValueRef on = Substitute(effect.environment, replace, keep);
    const bool waits =
        on != nullptr && (on->kind == ValueKind::kParameter || on->kind == ValueKind::kField);
    site.environment = waits ? on : nullptr;
    site.pending = waits;
  }
  site.fallback_of = -1;
  site.via = via;
  site.guard = frame.guard;
  site.function = frame.function;
  site.branch = frame.branch;
  if (guard != nullptr && guard->symbolic) {
    if (site.guard == nullptr) {
      site.guard = guard;
    } else {
      Value both;
      both.kind = ValueKind::kAnd;
      both.items = {site.guard, guard};
      site.guard = MakeValue(std::move(both));
    }
  }
  site.declarator = effect.declarator ||
                    (effect.name->kind == ValueKind::kTransform && effect.name->text == "upper");
  const ModuleInfo& inner = program_.modules[effect.module];
  const Node& at = program_.SyntaxOf(effect.module)[effect.node];
  site.chain.insert(site.chain.begin(),
                    PlaceIn(*inner.parsed, program_.PathOf(effect.module),
                            at.line + inner.line_offset, at.column + inner.column_offset));
  if (site.chain.size() > 8) site.chain.resize(8);
  site.bound_to.clear();
  site.bound_kind = BoundKind::kNone;
  site.returned_by.clear();
  site.default_value = Force(Substitute(effect.default_value, replace, keep));
  if (site.default_source.empty() && effect.default_value != nullptr) {
    site.default_source = effect.default_value->text;  // a parameter's name
  }
  if (effect.default_kind == DefaultKind::kLiteral) {
    const ValueRef& value = site.default_value;
    if (value == nullptr) {
      site.default_kind = DefaultKind::kDynamic;
    } else if (value->kind == ValueKind::kNone) {
      site.default_kind = DefaultKind::kNone;
    } else if (IsReading(value) && value->longer) {
      site.default_kind = DefaultKind::kDynamic;
    } else if (IsReading(value)) {
      for (const uint32_t fallback : value->sites) {
        if (sites_[fallback].fallback_of < 0) {
          sites_[fallback].fallback_of = static_cast<int>(sites_.size());
        }
      }
    }
  }
  site.value = written;
  if (same) {
    Site& kept = sites_[*same];
    (*made)[id] = *same;
    if (Weight(site.op) > Weight(kept.op)) {
      kept.op = site.op;
      kept.value = site.value;
      if (IsWriting(site.op)) kept.default_kind = DefaultKind::kNone;
    }
    const bool better =
        kept.op == AccessOp::kRead && site.op == AccessOp::kRead &&
        kept.default_kind != DefaultKind::kLiteral &&
        (site.default_kind == DefaultKind::kLiteral || kept.type == ValueType::kUnknown);
    if (better) {
      kept.default_kind = site.default_kind;
      kept.default_value = site.default_value;
      kept.default_source = site.default_source;
    }
    if (kept.type == ValueType::kUnknown) kept.type = site.type;
    kept.any_true = kept.any_true && site.any_true;
    return;
  }
  site.name_source = Unparse(*frame.syntax, node);
  sites_.push_back(std::move(site));
  const auto fresh = static_cast<uint32_t>(sites_.size() - 1);
  (*made)[id] = fresh;
  added->push_back(fresh);
  frame.own_sites.push_back(fresh);
}

// The effects of a summary at a call: each with a name that is known now (or is a symbol of the
// caller, and so an effect of it) becomes a site of the call.
ValueRef Evaluator::Instantiate(const Summary& summary, const Replace& replace, NodeId node,
                                const std::string& via, Frame& frame) {
  std::map<uint32_t, uint32_t> made;
  const Renumber keep = [&](uint32_t site) -> std::optional<uint32_t> {
    const auto at = made.find(site);
    if (at != made.end()) return at->second;
    // What was read inside under a name of its own stays that read; an effect that did not happen
    // at this call is nothing.
    if (sites_[site].effect) return std::nullopt;
    return site;
  };
  std::vector<uint32_t> added;
  for (const uint32_t id : summary.effects) {
    if (!recording_ || !MayInstantiate(added.size(), node, frame)) break;
    // An effect on each of the caller's keywords happens once for each, with the value it has
    // there.
    for (const Replace& one : PerKeyword(sites_[id].name, replace)) {
      InstantiateEffect(id, one, node, via, frame, &added, &made);
    }
  }
  std::vector<ValueRef> returns;
  for (const ValueRef& value : summary.returns) {
    returns.push_back(Force(Substitute(value, replace, keep)));
  }
  // A wrapper's result is what it read, whatever else it may return.
  for (const ValueRef& value : returns) {
    if (IsReading(value)) return value;
  }
  std::vector<uint32_t> reads;
  for (const ValueRef& value : returns) {
    const std::vector<uint32_t> more = ReadsOf(value);
    reads.insert(reads.end(), more.begin(), more.end());
  }
  if (!reads.empty() || (added.size() == 1 && sites_[added[0]].op == AccessOp::kRead)) {
    Value read;
    read.kind = ValueKind::kRead;
    read.sites = reads.empty() ? added : reads;
    return MakeValue(std::move(read));
  }
  return MakeOneOf(returns);
}

ValueRef Evaluator::CallFunction(int function, const std::vector<Argument>& arguments,
                                 const ValueRef& self, NodeId node, const std::string& via,
                                 Frame& frame) {
  const FunctionInfo& info = program_.functions[function];
  if (!recording_) return nullptr;
  EvaluateModule(info.module);
  // A function within the one that calls it is known by what holds there now.
  for (Frame* at = &frame; at != nullptr && info.outer_function >= 0; at = at->outer) {
    if (at->function != info.outer_function || at->class_id >= 0) continue;
    RunNested(function, *at);
    break;
  }
  const Summary& summary = Summarize(function);
  if (!summary.done && !summary.running && info.has_body) {
    unfollowed_.emplace_back(function, PlaceOf(node, frame));
  }
  const bool bound = self != nullptr && !info.is_static &&
                     !(self->kind == ValueKind::kClass && !info.is_class_method);
  const std::map<std::string, ValueRef> given = BindArguments(info, arguments, bound);
  const Replace replace = [&](const ValueRef& symbol) -> ValueRef {
    if (symbol->kind == ValueKind::kParameter) {
      if (symbol->id != function) return symbol;
      const auto at = given.find(symbol->text);
      return at == given.end() ? nullptr : at->second;
    }
    if (symbol->kind == ValueKind::kField && self != nullptr &&
        self->kind == ValueKind::kInstance) {
      if (self->integer == 1) {
        // The method of another object of the hierarchy on self: a subclass may know the field.
        const ValueRef field = FieldOf(self->id, symbol->text);
        return field != nullptr && !field->symbolic && !IsPlaceholder(field)
                   ? field
                   : MakeSymbol(ValueKind::kField, self->id, symbol->text);
      }
      for (size_t i = 0; i + 1 < self->items.size(); i += 2) {
        if (self->items[i]->text == symbol->text) return self->items[i + 1];
      }
      const ValueRef field = FieldOf(self->id, symbol->text);
      return field != nullptr && !field->symbolic ? field : nullptr;
    }
    return symbol;
  };
  // A mapping that is handed over: its contents go where the parameter's go.
  for (const auto& [name, value] : given) {
    const auto flow = flow_of_parameter_.find({function, name});
    if (flow != flow_of_parameter_.end() && value != nullptr) Feed(value, flow->second);
  }
  return Instantiate(summary, replace, node, via, frame);
}

ValueRef Evaluator::CallClass(int class_id, const std::vector<Argument>& arguments, NodeId node,
                              Frame& frame) {
  ClassInfo& made = program_.classes[class_id];
  EvaluateModule(made.module);
  Value instance;
  instance.kind = ValueKind::kInstance;
  instance.id = class_id;
  if (made.is_enum) return arguments.size() == 1 ? arguments[0].value : nullptr;
  const int constructor = FindMethod(class_id, "__init__");
  std::map<std::string, ValueRef> given;
  int owner = -2 - class_id;  // of the parameters that records are made with
  if (constructor >= 0) {
    Summarize(constructor);
    given = BindArguments(program_.functions[constructor], arguments, true);
    owner = constructor;
  } else if (made.is_record) {
    FunctionInfo record;
    for (const std::string& name : made.annotated) {
      record.parameters.push_back({name, kNoNode, 0});
      record.defaults.push_back(nullptr);
      const auto at = made.attributes.find(name);
      if (at != made.attributes.end()) {
        record.parameters.back().default_node = made.node;
        record.defaults.back() = at->second;
      }
    }
    given = BindArguments(record, arguments, false);
  }
  const Replace constructed = [&](const ValueRef& symbol) -> ValueRef {
    if (symbol->kind != ValueKind::kParameter || symbol->id != owner) return symbol;
    const auto at = given.find(symbol->text);
    return at == given.end() ? nullptr : at->second;
  };
  const Renumber same = [](uint32_t site) { return std::optional<uint32_t>(site); };
  // Fields, those of base classes first.
  std::vector<int> lineage;
  const std::function<void(int, int)> climb = [&](int id, int depth) {
    if (depth > 8) return;
    for (const ValueRef& base : program_.classes[id].bases) {
      const ValueRef of = Force(base);
      if (of != nullptr && of->kind == ValueKind::kClass) climb(of->id, depth + 1);
    }
    lineage.push_back(id);
  };
  climb(class_id, 0);
  std::map<std::string, ValueRef> fields;
  for (const int id : lineage) {
    for (const auto& [name, value] : program_.classes[id].attributes) fields[name] = value;
    for (const auto& [name, value] : program_.classes[id].fields) {
      fields[name] = Substitute(value, constructed, same);
    }
  }
  for (const auto& [name, value] : fields) {
    instance.items.push_back(MakeString(name));
    instance.items.push_back(value);
  }
  if (recording_) {
    const Replace replace = [&](const ValueRef& symbol) -> ValueRef {
      if (symbol->kind == ValueKind::kField) {
        const auto at = fields.find(symbol->text);
        if (at != fields.end()) return at->second;
        const ValueRef field = FieldOf(class_id, symbol->text);
        return field != nullptr && !field->symbolic ? field : nullptr;
      }
      return constructed(symbol);
    };
    // The constructor's effects, and those of methods that wait for nothing but a field.
    Summary all;
    if (constructor >= 0) all.effects = summaries_[constructor].effects;
    for (const int id : lineage) {
      for (const auto& [name, method] : program_.classes[id].methods) {
        if (method == constructor) continue;
        for (const uint32_t effect : Summarize(method).effects) {
          const std::function<bool(const ValueRef&)> fields_only =
              [&](const ValueRef& value) -> bool {
            if (value == nullptr || !value->symbolic) return true;
            if (value->kind == ValueKind::kParameter) return false;
            return std::all_of(value->items.begin(), value->items.end(), fields_only);
          };
          if (fields_only(sites_[effect].name)) all.effects.push_back(effect);
        }
      }
    }
    if (!all.effects.empty()) {
      Instantiate(all, replace, node, made.name, frame);
    }
  }
  // A dict of the tree's own that is made from the environment is it.
  if (constructor < 0 && !arguments.empty() && IsEnvironment(arguments[0].value)) {
    instance.items.push_back(MakeString("data"));
    instance.items.push_back(arguments[0].value);
  }
  return MakeValue(std::move(instance));
}

int Evaluator::FindMethod(int class_id, std::string_view name, int depth) const {
  const ClassInfo& of = program_.classes[class_id];
  const auto at = of.methods.find(std::string(name));
  if (at != of.methods.end()) return at->second;
  if (depth > 8) return -1;
  for (const ValueRef& base : of.bases) {
    if (base == nullptr) continue;
    const ValueRef known =
        base->kind == ValueKind::kImported ? const_cast<Evaluator*>(this)->Force(base) : base;
    if (known == nullptr || known->kind != ValueKind::kClass || known->id == class_id) continue;
    const int found = FindMethod(known->id, name, depth + 1);
    if (found >= 0) return found;
  }
  return -1;
}

ValueRef Evaluator::FieldOf(int class_id, std::string_view name, int depth) const {
  const ClassInfo& of = program_.classes[class_id];
  const auto field = of.fields.find(std::string(name));
  if (field != of.fields.end()) return field->second;
  const auto attribute = of.attributes.find(std::string(name));
  if (attribute != of.attributes.end()) return attribute->second;
  if (depth > 8) return nullptr;
  for (const ValueRef& base : of.bases) {
    if (base == nullptr) continue;
    const ValueRef known =
        base->kind == ValueKind::kImported ? const_cast<Evaluator*>(this)->Force(base) : base;
    if (known == nullptr || known->kind != ValueKind::kClass || known->id == class_id) continue;
    const ValueRef found = FieldOf(known->id, name, depth + 1);
    if (found != nullptr) return found;
  }
  return nullptr;
}

// What the methods of that name return, where all that return anything return a literal.
ValueRef Evaluator::LiteralMethod(const std::string& name) {
  // Methods of Python's own types are no project's: every file has them.
  static const std::set<std::string_view> kBuiltIn = {
      "encode",   "decode",  "format",   "strip", "lstrip",    "rstrip",   "upper",
      "lower",    "title",   "join",     "split", "replace",   "get",      "pop",
      "keys",     "values",  "items",    "copy",  "read",      "readline", "group",
      "as_posix", "resolve", "absolute", "hex",   "isoformat", "__str__"};
  if (kBuiltIn.count(name) > 0) return nullptr;
  wanted_methods_.insert(name);
  const auto methods = methods_by_name_.find(name);
  if (methods == methods_by_name_.end()) return nullptr;
  std::vector<ValueRef> names;
  for (const int function : std::vector<int>(methods->second)) {
    if (program_.modules[program_.functions[function].module].replaced_by >= 0) continue;
    const Summary& summary = Summarize(function);
    for (const ValueRef& value : summary.returns) {
      const ValueRef known = Force(value);
      if (known != nullptr && known->kind == ValueKind::kNone) continue;
      // `return NotImplementedError` declares that a subclass tells.
      if (known != nullptr && known->kind == ValueKind::kExternal &&
          known->text.starts_with("NotImplemented")) {
        continue;
      }
      if (known == nullptr || known->kind != ValueKind::kString) return nullptr;
      names.push_back(known);
    }
  }
  return names.empty() ? nullptr : MakeOneOf(names);
}

ValueRef Evaluator::CallStringMethod(const ValueRef& of, const std::string& name,
                                     const std::vector<Argument>& arguments, NodeId, Frame&) {
  if (of == nullptr) return nullptr;
  if (IsReading(of)) {
    const auto conversion = table_.conversions.find("." + name);
    if (conversion != table_.conversions.end()) SetType(of, conversion->second);
    static const std::set<std::string_view> kSame = {
        "strip",      "lower",   "upper",      "lstrip",  "rstrip",  "casefold",     "split",
        "splitlines", "replace", "encode",     "decode",  "title",   "removeprefix", "removesuffix",
        "rsplit",     "format",  "expanduser", "resolve", "absolute"};
    return kSame.count(name) > 0 ? of : nullptr;
  }
  static const std::set<std::string_view> kTransforms = {"upper",  "lower",  "strip",
                                                         "lstrip", "rstrip", "casefold"};
  if (kTransforms.count(name) > 0 && arguments.empty()) return MakeTransform(name, of);
  if (name == "replace" && arguments.size() == 2) {
    const std::optional<std::string> from = TextOf(arguments[0].value);
    const std::optional<std::string> to = TextOf(arguments[1].value);
    if (from && to) {
      return MakeTransform(std::string("replace") + '\0' + *from + '\0' + *to, of);
    }
    return nullptr;
  }
  if (name == "removeprefix" && arguments.size() == 1) {
    const std::optional<std::string> prefix = TextOf(arguments[0].value);
    return prefix ? MakeTransform(std::string("removeprefix") + '\0' + *prefix, of) : nullptr;
  }
  if (name == "format" && of->kind == ValueKind::kString) {
    // {} and {name}; a conversion or an index makes its part unknown.
    std::vector<ValueRef> parts;
    std::string text;
    size_t position = 0;
    for (size_t i = 0; i < of->text.size(); ++i) {
      const char c = of->text[i];
      if ((c == '{' || c == '}') && i + 1 < of->text.size() && of->text[i + 1] == c) {
        text += c;
        ++i;
        continue;
      }
      if (c != '{') {
        text += c;
        continue;
      }
      const size_t end = of->text.find('}', i);
      if (end == std::string::npos) return nullptr;
      const std::string field = of->text.substr(i + 1, end - i - 1);
      i = end;
      parts.push_back(MakeString(std::exchange(text, {})));
      ValueRef value;
      size_t at = 0;
      for (const Argument& argument : arguments) {
        const bool positional = argument.keyword.empty() && argument.splat == 0;
        if (positional && ((field.empty() && at == position) || field == std::to_string(at))) {
          value = argument.value;
        }
        if (!field.empty() && argument.keyword == field) value = argument.value;
        if (positional) ++at;
      }
      if (field.empty()) ++position;
      parts.push_back(Force(value));
    }
    parts.push_back(MakeString(text));
    return MakeConcat(std::move(parts));
  }
  if (name == "join" && of->kind == ValueKind::kString && arguments.size() == 1) {
    const std::optional<std::vector<ValueRef>> items = ItemsOf(arguments[0].value);
    if (!items) return nullptr;
    std::vector<ValueRef> parts;
    for (const ValueRef& item : *items) {
      if (!parts.empty()) parts.push_back(of);
      parts.push_back(item);
    }
    return MakeConcat(std::move(parts));
  }
  const ValueRef known = Force(of);
  if (known != nullptr && known->kind == ValueKind::kDict) {
    std::vector<ValueRef> out;
    for (size_t i = 0; i + 1 < known->items.size(); i += 2) {
      if (name == "items") out.push_back(MakeSequence({known->items[i], known->items[i + 1]}));
      if (name == "keys") out.push_back(known->items[i]);
      if (name == "values") out.push_back(known->items[i + 1]);
      if (name == "get" && !arguments.empty() && Equal(known->items[i], arguments[0].value)) {
        return known->items[i + 1];
      }
    }
    if (name == "items" || name == "keys" || name == "values") return MakeSequence(std::move(out));
    if (name == "copy") return known;
    if (name == "get") return arguments.size() > 1 ? arguments[1].value : nullptr;
  }
  // Keywords of a wrapper: for name, value in kwargs.items()
  if (of->kind == ValueKind::kParameter && (name == "items" || name == "keys") &&
      arguments.empty()) {
    return MakeTransform("keys", of);
  }
  return nullptr;
}

ValueRef Evaluator::CallBuiltin(const std::string& dotted, const std::vector<Argument>& arguments,
                                NodeId node, Frame& frame, bool* handled) {
  *handled = true;
  const auto value = [&](size_t i) -> ValueRef {
    return i < arguments.size() && arguments[i].splat == 0 ? arguments[i].value : nullptr;
  };
  const ValueRef first = value(0);
  const auto conversion = table_.conversions.find(dotted);
  if (conversion != table_.conversions.end() && !arguments.empty()) {
    const bool joined = dotted == "os.path.join";
    if (!joined || IsReading(first)) SetType(first, conversion->second);
    if (dotted == "bool") NoteTruth(arguments[0].node, frame);
    if (conversion->second == ValueType::kUnknown) return IsReading(first) ? first : nullptr;
    if (conversion->second == ValueType::kPath && dotted.find("exists") == std::string::npos &&
        dotted.find(".is") == std::string::npos) {
      std::vector<ValueRef> parts;
      for (size_t i = 0; i < arguments.size(); ++i) {
        if (i > 0) parts.push_back(MakeString("/"));
        parts.push_back(Force(value(i)));
      }
      if (IsReading(first) && arguments.size() > 1) {
        Value path = *first;
        path.longer = true;
        return MakeValue(std::move(path));
      }
      if (IsReading(first)) return first;
      return arguments.size() == 1 ? Force(first) : MakeConcat(std::move(parts));
    }
    if (dotted == "int" || dotted == "float" || dotted == "bool") {
      return MakeTransform(dotted, Force(first));
    }
    return IsReading(first) ? first : nullptr;
  }
  if (dotted == "str" || dotted == "os.fspath" || dotted == "os.fsencode" ||
      dotted == "os.fsdecode") {
    return MakeTransform("str", Force(first));
  }
  if ((dotted == "copy.copy" || dotted == "copy.deepcopy") && IsMapping(first) && recording_) {
    if (IsEnvironment(first)) Bulk(first, EnvironmentName(first), node, frame);
    const int flow = NewFlow();
    Feed(first, flow);
    return FlowValue(flow);
  }
  if (dotted == "dict") {
    const int flow = recording_ ? NewFlow() : -1;
    if (IsEnvironment(first))
      Bulk(first, fmt::format("dict({})", EnvironmentName(first)), node, frame);
    std::vector<ValueRef> items;
    bool known = true;
    for (const Argument& argument : arguments) {
      if (!argument.keyword.empty()) {
        items.push_back(MakeString(argument.keyword));
        items.push_back(argument.value);
        if (flow < 0) continue;
        if (table_.sink_keys.count(argument.keyword) > 0) SetSink(argument.value);
        const std::optional<uint32_t> site =
            AddSiteOn(FlowValue(flow), AccessOp::kWrite, MakeString(argument.keyword), kNoNode, "",
                      argument.node, frame);
        if (site) SetValue(*site, argument.value);
        continue;
      }
      const ValueRef of = Force(argument.value);
      if (flow >= 0) Feed(of, flow);
      if (of != nullptr && of->kind == ValueKind::kDict) {
        items.insert(items.end(), of->items.begin(), of->items.end());
      } else {
        known = false;
      }
    }
    if (!known || (flow >= 0 && flows_[flow].environment))
      return flow < 0 ? nullptr : FlowValue(flow);
    Value dict;
    dict.kind = ValueKind::kDict;
    dict.id = flow;
    dict.items = std::move(items);
    return MakeValue(std::move(dict));
  }
  if (dotted == "list" || dotted == "tuple" || dotted == "set" || dotted == "frozenset" ||
      dotted == "sorted" || dotted == "reversed" || dotted == "iter") {
    if (IsEnvironment(first)) {
      Bulk(first, EnvironmentName(first), node, frame);
      return nullptr;
    }
    if (arguments.empty()) return MakeSequence({});
    const std::optional<std::vector<ValueRef>> items = ItemsOf(first);
    return items ? MakeSequence(*items) : nullptr;
  }
  if (dotted == "enumerate" || dotted == "zip") {
    std::vector<std::vector<ValueRef>> columns;
    for (size_t i = 0; i < arguments.size(); ++i) {
      const std::optional<std::vector<ValueRef>> items = ItemsOf(value(i));
      if (!items) return nullptr;
      columns.push_back(*items);
    }
    if (columns.empty()) return nullptr;
    std::vector<ValueRef> rows;
    for (size_t r = 0; r < columns[0].size(); ++r) {
      std::vector<ValueRef> row;
      if (dotted == "enumerate") row.push_back(MakeInteger(static_cast<int64_t>(r)));
      for (const std::vector<ValueRef>& column : columns) {
        if (r >= column.size()) return MakeSequence(std::move(rows));
        row.push_back(column[r]);
      }
      rows.push_back(MakeSequence(std::move(row)));
    }
    return MakeSequence(std::move(rows));
  }
  if (dotted == "functools.partial" && !arguments.empty()) {
    Value partial;
    partial.kind = ValueKind::kPartial;
    for (const Argument& argument : arguments) {
      if (argument.keyword.empty()) {
        partial.items.push_back(argument.value);
        continue;
      }
      Value keyword;
      keyword.kind = ValueKind::kKeywordArgument;
      keyword.text = argument.keyword;
      keyword.items = {argument.value};
      partial.items.push_back(MakeValue(std::move(keyword)));
    }
    return MakeValue(std::move(partial));
  }
  if (dotted == "isinstance" && arguments.size() == 2) {
    const ValueRef type = value(1);
    if (first == nullptr || type == nullptr || type->kind != ValueKind::kExternal) return nullptr;
    switch (first->kind) {
      case ValueKind::kString:
        return MakeBool(type->text == "str");
      case ValueKind::kInteger:
        return MakeBool(type->text == "int");
      case ValueKind::kBool:
        return MakeBool(type->text == "bool" || type->text == "int");
      case ValueKind::kFloat:
        return MakeBool(type->text == "float");
      case ValueKind::kNone:
        return MakeBool(false);
      default:
        return nullptr;
    }
  }
  if (dotted == "super" && arguments.empty() && frame.function >= 0) {
    // The same object, with the methods of the first base class that is known.
    const int owner = program_.functions[frame.function].owner_class;
    if (owner < 0) return nullptr;
    for (const ValueRef& one : program_.classes[owner].bases) {
      const ValueRef base = Force(one);
      if (base == nullptr || base->kind != ValueKind::kClass || base->id == owner) continue;
      Value object;
      object.kind = ValueKind::kInstance;
      object.id = base->id;
      object.integer = 1;
      return MakeValue(std::move(object));
    }
    return nullptr;
  }
  if (dotted == "super" || dotted == "next" || dotted == "any" || dotted == "all") {
    if (dotted == "next") {
      const std::optional<std::vector<ValueRef>> items = ItemsOf(first);
      if (items && !items->empty()) {
        Value read;
        read.kind = ValueKind::kRead;
        for (const ValueRef& item : *items) CollectSites(item, &read.sites);
        if (!read.sites.empty()) return MakeValue(std::move(read));
      }
    }
    return nullptr;
  }
  if (dotted == "pathlib.Path.home") return MakeString("~");
  *handled = false;
  return nullptr;
}

}  // namespace flagcensus
