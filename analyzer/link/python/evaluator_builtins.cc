// Functions of Python's own that are told of what was read, make a mapping of the environment, or
// ask for the object at hand. Those that are about values alone are in builtins.cc.
#include <fmt/format.h>

#include <utility>

#include "analyzer/link/python/evaluator.h"

namespace flagcensus {

// Nothing where the function is none of these.
std::optional<ValueRef> Evaluator::CallOnEnvironment(const Call& call, Frame& frame) {
  static const std::set<std::string_view> kIterates = {"list",   "tuple",    "set", "frozenset",
                                                       "sorted", "reversed", "iter"};
  const std::string& dotted = call.callee->text;
  const std::vector<Argument>& arguments = call.arguments;
  const bool given = !arguments.empty() && arguments[0].splat == Argument::Splat::kNone;
  const ValueRef first = given ? arguments[0].value : nullptr;
  const auto conversion = table_.conversions.find(dotted);
  if (conversion != table_.conversions.end() && !arguments.empty()) {
    return Convert(dotted, conversion->second, arguments, frame);
  }
  if ((dotted == "copy.copy" || dotted == "copy.deepcopy") && IsMapping(first) && recording_) {
    if (IsEnvironment(first)) Bulk(first, EnvironmentName(first), call.node, frame);
    const int flow = NewFlow();
    Feed(first, flow);
    return FlowValue(flow);
  }
  if (dotted == "dict") return CallDict(arguments, first, call.node, frame);
  if (kIterates.count(dotted) > 0 && first != nullptr &&
      first->kind == ValueKind::kEnvironmentView) {
    return first;
  }
  if (kIterates.count(dotted) > 0 && IsEnvironment(first)) {
    Bulk(first, EnvironmentName(first), call.node, frame);
    return first->kind == ValueKind::kExternal ? first : nullptr;
  }
  if (dotted == "super" && arguments.empty() && frame.function >= 0) return CallSuper(frame);
  return std::nullopt;
}

// int(v), Path(v, ...) and what else the accessor table has as a conversion to `type`.
ValueRef Evaluator::Convert(const std::string& dotted, ValueType type,
                            const std::vector<Argument>& arguments, Frame& frame) {
  const auto value = [&](size_t i) -> ValueRef {
    return arguments[i].splat == Argument::Splat::kNone ? arguments[i].value : nullptr;
  };
  const ValueRef first = value(0);
  const bool joined = dotted == "os.path.join";
  if (!joined || IsReading(first)) SetType(first, type);
  if (dotted == "bool") NoteTruth(arguments[0].node, frame);
  if (type == ValueType::kUnknown) return IsReading(first) ? first : nullptr;
  if (type == ValueType::kPath && dotted.find("exists") == std::string::npos &&
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

ValueRef Evaluator::CallDict(const std::vector<Argument>& arguments, const ValueRef& first,
                             NodeId node, Frame& frame) {
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

// map(function, NAMES) and filter(function, NAMES): a call of it with each, where they are known.
std::optional<ValueRef> Evaluator::CallOnEach(const Call& call, Frame& frame) {
  const std::string& dotted = call.callee->text;
  const std::vector<Argument>& arguments = call.arguments;
  if ((dotted != "map" && dotted != "filter") || arguments.size() != 2) return std::nullopt;
  const bool plain =
      arguments[0].splat == Argument::Splat::kNone && arguments[1].splat == Argument::Splat::kNone;
  const ValueRef function = plain ? Force(arguments[0].value) : nullptr;
  const std::optional<std::vector<ValueRef>> items =
      function == nullptr ? std::nullopt : ItemsOf(arguments[1].value);
  if (!Unrolls(items)) return std::nullopt;
  std::vector<ValueRef> out;
  for (const ValueRef& item : *items) {
    Call each;
    each.node = call.node;
    each.callee_node = arguments[0].node;
    each.callee = function;
    each.arguments.push_back({});
    each.arguments[0].node = arguments[1].node;
    each.arguments[0].value = item;
    out.push_back(Dispatch(each, frame));
  }
  return dotted == "map" ? MakeSequence(std::move(out)) : nullptr;
}

ValueRef Evaluator::CallSuper(const Frame& frame) {
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

}  // namespace flagcensus
