// The environment itself: its objects, the rows of the accessor table, and the sites they make.
#include <algorithm>
#include <utility>

#include "analyzer/link/python/evaluator.h"

namespace flagcensus {

bool Evaluator::IsEnvironment(const ValueRef& value) const {
  if (value == nullptr) return false;
  return (value->kind == ValueKind::kEnvironment && flows_[value->id].environment) ||
         (value->kind == ValueKind::kExternal &&
          (value->integer == kObject || table_.IsEnvironment(value->text)));
}

// `env or os.environ`: the environment, where nothing else is known to be meant. Else null.
// Where a parameter is the other, what is done to the one is done to both.
ValueRef Evaluator::EnvironmentAmong(const ValueRef& a, const ValueRef& b) {
  const bool first = a != nullptr && a->kind == ValueKind::kExternal && IsEnvironment(a);
  const bool second = b != nullptr && b->kind == ValueKind::kExternal && IsEnvironment(b);
  if (!first && !second) return nullptr;
  const ValueRef& other = first ? b : a;
  const bool open = other == nullptr || other->kind == ValueKind::kNone ||
                    other->kind == ValueKind::kParameter || other->kind == ValueKind::kField ||
                    (first && second);
  if (!open) return nullptr;
  const ValueRef& environment = first ? a : b;
  if (!recording_ || FlowsOf(other).empty()) return environment;
  const int both = NewFlow();
  flows_[both].parameter = true;
  Feed(environment, both);
  Feed(other, both);
  return FlowValue(both);
}

// What a name holds where two ways meet: `if env is None: env = os.environ`.
ValueRef Evaluator::EnvironmentIn(const ValueRef& value) {
  const bool either =
      value != nullptr && value->kind == ValueKind::kConditional && value->items.size() == 3;
  const ValueRef environment =
      either ? EnvironmentAmong(value->items[1], value->items[2]) : nullptr;
  return environment != nullptr ? environment : value;
}

std::string Evaluator::EnvironmentName(const ValueRef& value) const {
  return value->kind == ValueKind::kExternal ? value->text : "env-dict";
}

Place Evaluator::PlaceOf(NodeId node, const Frame& frame) const {
  const ModuleInfo& module = program_.modules[frame.module];
  return PlaceOfNode(module, program_.PathOf(frame.module), (*frame.syntax)[node]);
}

const Argument* Evaluator::Find(const std::vector<Argument>& arguments,
                                const ArgumentPlace& place) const {
  int position = 0;
  for (const Argument& argument : arguments) {
    if (argument.splat != Argument::Splat::kNone) {
      if (argument.splat == Argument::Splat::kSequence)
        return nullptr;  // positions after *x are not known
      continue;
    }
    if (argument.keyword.empty()) {
      if (place.position == position) return &argument;
      ++position;
    } else if (std::find(place.keywords.begin(), place.keywords.end(), argument.keyword) !=
               place.keywords.end()) {
      return &argument;
    }
  }
  return nullptr;
}

// Functions that make a variable's name and whose bodies were not looked at so far, because nothing
// in them touches the environment: `os.environ.get(name_of(key))`. They are looked up next.
void Evaluator::NoteMakers(NodeId name, Frame& frame) {
  constexpr size_t kMaxNodes = 64;
  const Syntax& syntax = *frame.syntax;
  std::vector<NodeId> nodes = {name};
  for (size_t next = 0; next < nodes.size() && nodes.size() < kMaxNodes; ++next) {
    const NodeId node = nodes[next];
    const NodeKind kind = syntax.kind(node);
    if (kind == NodeKind::kName) {
      const auto made = frame.made_by.find(syntax.text(node));
      if (made != frame.made_by.end()) nodes.push_back(made->second);
      continue;
    }
    for (size_t i = 0; i < syntax.count(node); ++i) nodes.push_back(syntax.child(node, i));
    if (kind != NodeKind::kCall) continue;
    const ValueRef callee = Quietly([&] { return Evaluate(syntax.child(node, 0), frame); });
    if (callee == nullptr) continue;
    if (callee->kind == ValueKind::kImported) {
      const Import& import = program_.imports[callee->id];
      const int file = program_.FindModuleFile(import.module, program_.modules[frame.module].file);
      if (file >= 0 && callee->text.empty() && !import.name.empty()) {
        makers_[import.name].insert(program_.tree().files[file].path);
      }
    }
    NoteMaker(callee);
  }
}

// A function or class that was not looked at so far: where it is defined, behind all imports.
void Evaluator::NoteMaker(const ValueRef& callee) {
  ValueRef made = callee->kind == ValueKind::kImported ? ForceImport(*callee, 0) : callee;
  const ValueRef of =
      made != nullptr && made->kind == ValueKind::kMethod ? made->items[0] : nullptr;
  if (of != nullptr && (of->kind == ValueKind::kInstance || of->kind == ValueKind::kClass)) {
    const int method = FindMethod(of->id, made->text);
    if (method >= 0) made = MakeEntity(ValueKind::kFunction, method);
  }
  if (made == nullptr) return;
  if (made->kind == ValueKind::kFunction) {
    const FunctionInfo& info = program_.functions[made->id];
    if (!info.has_body) makers_[info.name].insert(program_.PathOf(info.module));
  } else if (made->kind == ValueKind::kClass) {
    const ClassInfo& info = program_.classes[made->id];
    if (program_.modules[info.module].names_only) {
      makers_[info.name].insert(program_.PathOf(info.module));
    }
  }
}

uint32_t Evaluator::AddSite(AccessOp op, const ValueRef& name, NodeId name_node,
                            const std::string& via, NodeId node, Frame& frame, const ValueRef& on) {
  Site site;
  site.module = frame.module;
  site.node = node;
  site.op = op;
  site.name = Force(on == nullptr ? name : NameThrough(on, name));
  site.via = via;
  site.guard = frame.guard;
  site.function = frame.function;
  site.branch = frame.branch;
  if (name_node != kNoNode) {
    site.name_source = Unparse(*frame.syntax, name_node);
    // An overridden method that returns a literal: the name is what one of them returns.
    if (site.name == nullptr && frame.syntax->kind(name_node) == NodeKind::kCall &&
        frame.syntax->count(name_node) == 1) {
      const NodeId callee = frame.syntax->child(name_node, 0);
      if (frame.syntax->kind(callee) == NodeKind::kAttribute) {
        site.name = LiteralMethod(frame.syntax->text(callee));
      }
    }
    if (site.name == nullptr || site.name->kind == ValueKind::kConcat) {
      NoteMakers(name_node, frame);
    }
  }
  sites_.push_back(std::move(site));
  const auto id = static_cast<uint32_t>(sites_.size() - 1);
  frame.own_sites.push_back(id);
  // A name that the environment itself gave: the loop over it is the row.
  if (sites_[id].name != nullptr && sites_[id].name->kind == ValueKind::kEnvironmentKey) {
    sites_[id].effect = true;
  }
  if (on != nullptr) NoteThrough(on, id);
  return id;
}

void Evaluator::SetDefault(uint32_t id, const ValueRef& given, NodeId node, Frame& frame) {
  const ValueRef value = Force(given);
  Site& site = sites_[id];
  site.default_source = node == kNoNode ? "" : Unparse(*frame.syntax, node);
  site.default_value = value;
  if (value == nullptr || (value->kind == ValueKind::kRead && value->longer)) {
    site.default_kind = DefaultKind::kDynamic;
  } else if (value->kind == ValueKind::kNone) {
    site.default_kind = DefaultKind::kNone;
  } else if (value->kind == ValueKind::kRead) {
    // The default is what another read gives; its own default is told when accesses are made.
    site.default_kind = DefaultKind::kLiteral;
    for (const uint32_t inner : value->sites) {
      if (sites_[inner].fallback_of < 0 && inner != id)
        sites_[inner].fallback_of = static_cast<int>(id);
    }
  } else {
    site.default_kind = DefaultKind::kLiteral;
  }
}

void Evaluator::Bulk(const ValueRef& environment, const std::string& via, NodeId node,
                     Frame& frame) {
  if (!recording_ || environment == nullptr || environment->kind != ValueKind::kExternal) return;
  AddSite(AccessOp::kBulk, nullptr, kNoNode, via, node, frame);
}

// A write for each key of a dict argument and each keyword. `on`: the mapping, where it is not the
// environment itself.
void Evaluator::WriteAll(const std::vector<Argument>& arguments, const ArgumentPlace& place,
                         const std::string& via, NodeId node, Frame& frame, const ValueRef& given) {
  if (!recording_) return;
  const bool itself = given != nullptr && given->kind == ValueKind::kExternal;
  const ValueRef object = itself ? given : nullptr;  // maybe an object that is the environment
  const ValueRef on = itself ? nullptr : given;
  const Syntax& syntax = *frame.syntax;
  const auto write = [&](const ValueRef& name, NodeId name_node, const ValueRef& value,
                         NodeId value_node, NodeId at) {
    const std::optional<uint32_t> site =
        on != nullptr ? AddSiteOn(on, AccessOp::kWrite, name, name_node, "", at, frame)
                      : AddSite(AccessOp::kWrite, name, name_node, via, at, frame, object);
    if (!site) return;
    SetValue(*site, value);
    if (value_node != kNoNode) sites_[*site].value_source = Unparse(syntax, value_node);
  };
  // What the mapping takes over from others; the environment takes over all of them.
  const auto feed = [&](const ValueRef& from) {
    if (on == nullptr) {
      SetSink(from);
    } else {
      for (const int into : FlowsOf(on)) Feed(from, into);
    }
  };
  bool known = false;
  if (const Argument* taken = Find(arguments, place)) {
    const NodeKind kind = syntax.kind(taken->node);
    const ValueRef dict = Force(taken->value);
    if (kind != NodeKind::kDict) feed(dict);
    if (kind == NodeKind::kDict && on == nullptr) {
      // The literal's own pending sites are these writes: it becomes the environment's contents.
      for (const int flow : FlowsOf(dict)) {
        for (const int source : flows_[flow].sources) SetSink(source);
      }
    }
    if (kind == NodeKind::kDict) {
      known = true;
      for (size_t i = 0; i < syntax.count(taken->node); ++i) {
        const NodeId pair = syntax.child(taken->node, i);
        if (syntax.kind(pair) != NodeKind::kPair) continue;
        const NodeId key = syntax.child(pair, 0);
        const NodeId value = syntax.child(pair, 1);
        // Both were evaluated with the dict; a second look must add no sites of its own.
        const ValueRef name = Quietly([&] { return Evaluate(key, frame); });
        const ValueRef what = Quietly([&] { return Evaluate(value, frame); });
        write(name, key, what, value, pair);
      }
    } else if (dict != nullptr && dict->kind == ValueKind::kDict) {
      known = true;
      for (size_t i = 0; i + 1 < dict->items.size() && dict->id < 0; i += 2) {
        write(dict->items[i], kNoNode, dict->items[i + 1], kNoNode, node);
      }
    } else if (dict != nullptr && (dict->kind == ValueKind::kEnvironment || on != nullptr)) {
      known = true;
    } else if (dict != nullptr && dict->symbolic) {
      known = true;
      write(MakeTransform("keys", dict), taken->node, MakeTransform("values", dict), kNoNode, node);
    }
  }
  for (const Argument& argument : arguments) {
    if (argument.splat == Argument::Splat::kMapping) {
      const ValueRef dict = Force(argument.value);
      feed(dict);
      if (dict != nullptr && dict->kind == ValueKind::kDict) {
        known = true;
        for (size_t i = 0; i + 1 < dict->items.size(); i += 2) {
          write(dict->items[i], kNoNode, dict->items[i + 1], kNoNode, node);
        }
      } else if (dict != nullptr && dict->symbolic) {
        known = true;
        write(MakeTransform("keys", dict), argument.node, MakeTransform("values", dict), kNoNode,
              node);
      }
      continue;
    }
    if (argument.keyword.empty() || argument.keyword == "clear" ||
        std::find(place.keywords.begin(), place.keywords.end(), argument.keyword) !=
            place.keywords.end()) {
      continue;
    }
    known = true;
    write(MakeString(argument.keyword), kNoNode, argument.value, argument.node, argument.node);
  }
  if (!known && on == nullptr) AddSite(AccessOp::kBulk, nullptr, kNoNode, via, node, frame);
}

ValueRef Evaluator::CallAccessor(const AccessorRow& row, const std::string& via,
                                 const std::vector<Argument>& arguments, NodeId node, Frame& frame,
                                 const ValueRef& on) {
  if (!recording_) return nullptr;
  const bool mapping = on != nullptr && on->kind != ValueKind::kExternal;
  if (row.environment.given()) {
    const Argument* environment = Find(arguments, row.environment);
    if (environment == nullptr) return nullptr;
    const ValueRef of = Force(environment->value);
    const bool by_name =
        of != nullptr && of->kind == ValueKind::kString && table_.IsEnvironment(of->text);
    if (!by_name && !IsEnvironment(of)) return nullptr;
  }
  if (row.update) {
    WriteAll(arguments, row.value, via, node, frame, on);
    return nullptr;
  }
  if (row.op == AccessOp::kBulk) {
    if (!mapping) AddSite(AccessOp::kBulk, nullptr, kNoNode, via, node, frame);
    if (row.call == "copy" && on != nullptr) {
      const int copy = NewFlow();
      Feed(on, copy);
      return FlowValue(copy);
    }
    if (mapping) return on;  // env.items() is what env holds
    if (on == nullptr || (row.call != "items" && row.call != "keys")) return nullptr;
    Value view;
    view.kind = ValueKind::kEnvironmentView;
    view.integer = row.call == "items" ? 1 : 0;
    view.text = via;
    return MakeValue(std::move(view));
  }
  const Argument* name = Find(arguments, row.name);
  if (name == nullptr && row.name.position < 0 && row.name.given()) return nullptr;
  if (name != nullptr && (name->value == nullptr || name->value->kind == ValueKind::kSequence)) {
    // Several names: envvar=["NEW", "OLD"].
    if (const std::optional<std::vector<ValueRef>> names = ItemsOf(name->value)) {
      ValueRef last;
      for (const ValueRef& each : *names) {
        std::vector<Argument> one = arguments;
        for (Argument& argument : one) {
          if (argument.node == name->node) argument.value = each;
        }
        if (each != nullptr && each->kind == ValueKind::kString) {
          last = CallAccessor(row, via, one, node, frame, on);
        }
      }
      return last;
    }
  }
  ValueRef variable = name == nullptr ? nullptr : name->value;
  // A member of an enumeration of strings, in a method of it.
  if (variable != nullptr && variable->kind == ValueKind::kInstance && variable->integer == 1 &&
      program_.classes[variable->id].is_enum) {
    variable = MakeSymbol(ValueKind::kField, variable->id, "value");
  }
  if (!prefixes_.empty() && variable != nullptr) {
    const auto prefix = prefixes_.find(
        table_.IsObject(row.call) ? row.call : row.call.substr(0, row.call.rfind('.')));
    if (prefix != prefixes_.end()) variable = MakeConcat({MakeString(prefix->second), variable});
  }
  const NodeId variable_node = name == nullptr ? kNoNode : name->node;
  // envvar="APP_DB" among a dozen lines of an option: the variable stands there.
  if (row.name.position < 0 && name != nullptr) node = name->node;
  const std::optional<uint32_t> made =
      mapping ? AddSiteOn(on, row.op, variable, variable_node, "", node, frame)
              : AddSite(row.op, variable, variable_node, via, node, frame, on);
  if (!made) return nullptr;
  const uint32_t id = *made;
  if (row.type) sites_[id].type = *row.type;
  if (row.op == AccessOp::kRead) {
    const Argument* given =
        row.default_value.given() ? Find(arguments, row.default_value) : nullptr;
    if (given != nullptr) {
      SetDefault(id, WithoutKey(given->value, given->node, frame), given->node, frame);
    } else {
      sites_[id].default_kind = row.required ? DefaultKind::kRequired : DefaultKind::kNone;
      if (row.required) ApplyScheme(row.call, id, frame);
    }
    FinishRow(row, id, arguments);
    return MakeRead(id);
  }
  if (const Argument* value = row.value.given() ? Find(arguments, row.value) : nullptr) {
    sites_[id].value = Force(value->value);
    sites_[id].value_source = Unparse(*frame.syntax, value->node);
    if (row.op == AccessOp::kSetDefault) SetDefault(id, value->value, value->node, frame);
  }
  return row.op == AccessOp::kSetDefault || row.op == AccessOp::kDelete ? MakeRead(id) : nullptr;
}

}  // namespace flagcensus
