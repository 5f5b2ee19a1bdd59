// Expressions. Each is evaluated for its value and for the sites in it; a value that was read
// carries its sites along, so that what is done with it next (int(...), == "1", or "x") tells how
// it is parsed.
#include <algorithm>
#include <cstdlib>
#include <utility>

#include "analyzer/base/text.h"
#include "analyzer/link/python/evaluator.h"

namespace flagcensus {
// The first name that receives what was read.
void Evaluator::BindSite(uint32_t id, const std::string& name, BoundKind kind) {
  Site& site = sites_[id];
  if (!site.bound_to.empty()) return;
  site.bound_to = name;
  site.bound_kind = kind;
}

ValueRef Evaluator::Evaluate(NodeId node, Frame& frame) {
  if (!MayStep(node, frame)) return nullptr;
  return EvaluateNode(node, frame);
}

ValueRef Evaluator::EvaluateNode(NodeId node, Frame& frame) {
  const Syntax& syntax = *frame.syntax;
  const std::string& text = syntax.text(node);
  const auto child = [&](size_t i) { return Evaluate(syntax.child(node, i), frame); };
  const auto children = [&] {
    std::vector<ValueRef> out;
    for (size_t i = 0; i < syntax.count(node); ++i) out.push_back(child(i));
    return out;
  };
  switch (syntax.kind(node)) {
    case NodeKind::kName:
      return EnvironmentIn(LookUp(text, frame));
    case NodeKind::kString:
      if (table_.containers.count(text) > 0) frame.container = true;
      return MakeString(text);
    case NodeKind::kTrue:
      return MakeBool(true);
    case NodeKind::kFalse:
      return MakeBool(false);
    case NodeKind::kNone:
      return MakeNone();
    case NodeKind::kInteger: {
      errno = 0;
      char* end = nullptr;
      const long long value = std::strtoll(text.c_str(), &end, 10);
      return errno == 0 && *end == '\0' ? MakeInteger(value) : nullptr;
    }
    case NodeKind::kFloat:
      return MakeFloat(std::strtod(text.c_str(), nullptr), text);
    case NodeKind::kFormat:
      return MakeConcat(children());
    case NodeKind::kTuple:
    case NodeKind::kList:
    case NodeKind::kSet:
      return EvaluateSequence(node, frame);
    case NodeKind::kDict:
      return EvaluateDict(node, frame);
    case NodeKind::kAttribute:
      return EvaluateAttribute(node, frame);
    case NodeKind::kSubscript:
      return EvaluateSubscript(node, frame);
    case NodeKind::kCall:
      return EvaluateCall(node, frame);
    case NodeKind::kUnary:
      return EvaluateUnary(node, frame);
    case NodeKind::kNot:
      return EvaluateNot(node, frame);
    case NodeKind::kBinary:
      return EvaluateBinary(node, frame);
    case NodeKind::kCompare:
      return EvaluateCompare(node, frame);
    case NodeKind::kAnd:
      return EvaluateAnd(node, frame);
    case NodeKind::kOr:
      return EvaluateOr(node, frame);
    case NodeKind::kConditional:
      return EvaluateConditional(node, frame);
    case NodeKind::kLambda: {
      const int function = DefineFunction(node, frame, -1);
      if (frame.function >= 0 && recording_) frame.nested.push_back(function);
      return MakeEntity(ValueKind::kFunction, function);
    }
    case NodeKind::kComprehension:
      return EvaluateComprehension(node, frame);
    case NodeKind::kWalrus:
      return EvaluateWalrus(node, frame);
    case NodeKind::kAwait:
    case NodeKind::kYield: {
      const ValueRef value = syntax.count(node) > 0 ? child(0) : nullptr;
      return syntax.kind(node) == NodeKind::kAwait ? value : nullptr;
    }
    case NodeKind::kSlice:
      children();
      return nullptr;
    case NodeKind::kSplat:
    case NodeKind::kDoubleSplat:
    case NodeKind::kKeyword:
      return syntax.count(node) > 0 ? child(0) : nullptr;
    default:
      return nullptr;
  }
}

// A tuple, list or set.
ValueRef Evaluator::EvaluateSequence(NodeId node, Frame& frame) {
  const Syntax& syntax = *frame.syntax;
  std::vector<ValueRef> items;
  bool known = true;
  bool filtered = false;
  for (size_t i = 0; i < syntax.count(node); ++i) {
    const NodeId part = syntax.child(node, i);
    if (syntax.kind(part) == NodeKind::kSplat) {
      const ValueRef inner = Evaluate(syntax.child(part, 0), frame);
      const std::optional<std::vector<ValueRef>> more = ItemsOf(inner);
      known = known && more.has_value();
      filtered = filtered || (more && IsCollection(*inner) && inner->integer == kFiltered);
      if (more) items.insert(items.end(), more->begin(), more->end());
    } else {
      items.push_back(Evaluate(part, frame));
    }
  }
  if (syntax.kind(node) == NodeKind::kList && recording_) {
    std::vector<NodeId> nodes;
    for (size_t i = 0; i < syntax.count(node); ++i) nodes.push_back(syntax.child(node, i));
    if (known && nodes.size() == items.size()) ReadArguments(nodes, items, frame);
  }
  if (!known) return nullptr;
  const ValueRef made = MakeSequence(std::move(items));
  return filtered ? MakeFiltered(made) : made;
}

ValueRef Evaluator::EvaluateUnary(NodeId node, Frame& frame) {
  const Syntax& syntax = *frame.syntax;
  const std::string& text = syntax.text(node);
  const ValueRef of = Evaluate(syntax.child(node, 0), frame);
  if (of != nullptr && text == "-" && of->kind == ValueKind::kInteger) {
    return MakeInteger(-of->integer);
  }
  if (of != nullptr && text == "-" && of->kind == ValueKind::kFloat) {
    return MakeFloat(-of->number, of->text.empty() ? "" : "-" + of->text);
  }
  return text == "+" ? of : nullptr;
}

ValueRef Evaluator::EvaluateNot(NodeId node, Frame& frame) {
  const Syntax& syntax = *frame.syntax;
  const ValueRef of = Evaluate(syntax.child(node, 0), frame);
  // Of a name that holds it, "not" only asks whether there is a value.
  if (syntax.kind(syntax.child(node, 0)) != NodeKind::kName) SetType(of, ValueType::kBool);
  NoteTruth(syntax.child(node, 0), frame);
  return IsReading(of) ? of : MakeNot(of);
}

ValueRef Evaluator::EvaluateBinary(NodeId node, Frame& frame) {
  const Syntax& syntax = *frame.syntax;
  const std::string& text = syntax.text(node);
  const ValueRef left = Evaluate(syntax.child(node, 0), frame);
  const ValueRef right = Evaluate(syntax.child(node, 1), frame);
  if (text == "|" && recording_ && (IsMapping(left) || IsMapping(right)) &&
      !(left != nullptr && left->kind == ValueKind::kInteger)) {
    const int flow = NewFlow();  // dict(os.environ) | {...}
    if (IsEnvironment(left)) Bulk(left, EnvironmentName(left), node, frame);
    Feed(left, flow);
    Feed(right, flow);
    return FlowValue(flow);
  }
  if (text == "/" && left != nullptr &&
      (left->kind == ValueKind::kString || left->kind == ValueKind::kConcat) && right != nullptr &&
      right->kind == ValueKind::kString) {
    return MakeConcat({left, MakeString("/"), right});  // Path("a") / "b"
  }
  return MakeBinary(text, Force(left), Force(right));
}

ValueRef Evaluator::EvaluateAnd(NodeId node, Frame& frame) {
  const Syntax& syntax = *frame.syntax;
  const ValueRef left = Evaluate(syntax.child(node, 0), frame);
  if (syntax.kind(syntax.child(node, 0)) == NodeKind::kCall) SetType(left, ValueType::kBool);
  const ValueRef right = Evaluate(syntax.child(node, 1), frame);
  const std::optional<bool> truth = Truth(left);
  if (truth) return *truth ? right : left;
  if (!IsSymbolic(left) && !IsSymbolic(right)) return nullptr;
  return MakeAnd(left, right);
}

ValueRef Evaluator::EvaluateConditional(NodeId node, Frame& frame) {
  const Syntax& syntax = *frame.syntax;
  const NodeId test_node = syntax.child(node, 0);
  const ValueRef test = Force(Evaluate(test_node, frame));
  NoteTruth(test_node, frame);
  const bool decided = Truth(test) && Decided(test_node, frame);
  const ValueRef guard = frame.guard;
  const auto branch = [&](size_t i, const ValueRef& condition) {
    const std::optional<bool> truth = Truth(condition);
    if (truth && !*truth && decided) return ValueRef();
    if (condition != nullptr && condition->symbolic) frame.guard = Both(guard, condition);
    const ValueRef value = Evaluate(syntax.child(node, i), frame);
    frame.guard = guard;
    return value;
  };
  const ValueRef then = branch(1, test);
  const ValueRef otherwise = branch(2, MakeNot(test));
  NoteUnset(test, test_node, then, otherwise, syntax.child(node, 1), syntax.child(node, 2), frame);
  const bool asked =
      syntax.kind(test_node) == NodeKind::kCompare && syntax.text(test_node).ends_with("in");
  GiveDefault(then, otherwise, asked);
  GiveDefault(otherwise, then, asked);
  // A read whose other branch is a constant is still that read.
  if (IsReading(then) && !IsReading(otherwise)) return then;
  if (IsReading(otherwise) && !IsReading(then)) return otherwise;
  if (const ValueRef environment = EnvironmentAmong(then, otherwise)) return environment;
  // `True if read in (...) else False`
  return MakeConditional(test, then, otherwise);
}

ValueRef Evaluator::EvaluateWalrus(NodeId node, Frame& frame) {
  const Syntax& syntax = *frame.syntax;
  const ValueRef value = Evaluate(syntax.child(node, 1), frame);
  Frame* holder = &frame;
  while (holder->comprehension) holder = holder->outer;
  BindTarget(syntax.child(node, 0), value, syntax.child(node, 1), *holder);
  if (recording_) {
    for (const uint32_t id : ReadsOf(value)) {
      BindSite(id, syntax.text(syntax.child(node, 0)),
               frame.IsModule() ? BoundKind::kModule : BoundKind::kLocal);
    }
  }
  return value;
}

ValueRef Evaluator::EvaluateAttribute(NodeId node, Frame& frame) {
  const Syntax& syntax = *frame.syntax;
  const ValueRef object = Evaluate(syntax.child(node, 0), frame);
  if (const ValueRef fields = FieldsBy(object, syntax.text(node))) return fields;
  ReadAttribute(object, syntax.text(node), node, frame);
  return AttributeOf(object, syntax.text(node), node, frame);
}

ValueRef Evaluator::AttributeOf(const ValueRef& object, const std::string& name, NodeId node,
                                Frame& frame) {
  // A module that another module imported: `other.os.environ`.
  const bool dotted = object == nullptr || object->kind == ValueKind::kExternal ||
                      object->kind == ValueKind::kImported;
  if (dotted && name == "os") return MakeExternal("os");
  if (object == nullptr) return MemberNamed(name);
  switch (object->kind) {
    case ValueKind::kExternal:
      return MakeExternal(object->text + "." + name);
    case ValueKind::kImported:
      return MakeSymbol(ValueKind::kImported, object->id,
                        object->text.empty() ? name : object->text + "." + name);
    case ValueKind::kModule:
      return ModuleMember(object->id, name, 1);
    case ValueKind::kClass: {
      EvaluateModule(program_.classes[object->id].module);
      const int method = FindMethod(object->id, name);
      if (method >= 0) return MakeMethod(object, name);
      return FieldOf(object->id, name);
    }
    case ValueKind::kInstance: {
      const bool self = object->integer == 1;
      if (self && program_.classes[object->id].is_enum && (name == "value" || name == "name")) {
        return MakeSymbol(ValueKind::kField, object->id, name);  // of the member it is called of
      }
      for (size_t i = 0; i + 1 < object->items.size(); i += 2) {
        if (object->items[i] != nullptr && object->items[i]->text == name)
          return object->items[i + 1];
      }
      const int method = FindMethod(object->id, name);
      if (method >= 0) {
        if (!program_.functions[method].is_property) return MakeMethod(object, name);
        if (node == kNoNode || !recording_) return nullptr;
        return CallFunction(method, {}, object, node, name, frame);
      }
      const ValueRef field = FieldOf(object->id, name);
      if (self && field != nullptr && (field->symbolic || IsPlaceholder(field))) {
        return MakeSymbol(ValueKind::kField, object->id, name);
      }
      if (self && field == nullptr) {
        // self._monkeypatch, which a fixture of the class keeps.
        const size_t letter = std::min(name.find_first_not_of('_'), name.size());
        const auto fixture = table_.fixtures.find(name.substr(letter));
        if (fixture != table_.fixtures.end()) return MakeExternal(fixture->second);
        return MemberNamed(name);
      }
      return self ? field : nullptr;
    }
    case ValueKind::kString:
    case ValueKind::kInteger:
      if (name == "value") return object;  // of an enumerator, which stands for its value
      return MakeMethod(object, name);
    case ValueKind::kLookUp:
      if (const ValueRef member = MemberNamed(name)) return member;
      return MakeMethod(object, name);
    case ValueKind::kField:
      if (object->text == kEachField) {  // dataclasses.Field
        return name == "default" ? MakeSymbol(ValueKind::kField, object->id, kEachDefault)
               : name == "name"  ? object
                                 : MakeMethod(object, name);
      }
      return MakeMethod(object, name);
    case ValueKind::kParameter:
      // An attribute of an argument: known only for enumerators, which stand for their value.
      if (const ValueRef member = MemberNamed(name)) return member;
      return name == "value" ? object : MakeMethod(object, name);
    default:
      return MakeMethod(object, name);
  }
}

ValueRef Evaluator::EvaluateSubscript(NodeId node, Frame& frame) {
  const Syntax& syntax = *frame.syntax;
  const NodeId object_node = syntax.child(node, 0);
  const ValueRef object = Through(Evaluate(object_node, frame), object_node, frame);
  const NodeId index_node = syntax.child(node, 1);
  const ValueRef index = Evaluate(index_node, frame);
  if (object != nullptr && object->kind == ValueKind::kEnvironment &&
      flows_[object->id].container) {
    return object;  // an element of a list of mappings
  }
  const bool plain = object != nullptr && object->kind == ValueKind::kDict;
  if (IsMapping(object) && !plain) {
    if (!recording_) return nullptr;
    const std::optional<uint32_t> site =
        AddSiteOn(object, AccessOp::kRead, index, index_node, "[]", node, frame);
    if (!site) return nullptr;
    sites_[*site].default_kind = DefaultKind::kRequired;
    return MakeRead(*site);
  }
  if (IsReading(object)) return object;  // a part of what was read
  const ValueRef of = Force(object);
  if (of == nullptr) return nullptr;
  const bool whole = of->kind == ValueKind::kSequence && of->integer != kFiltered;
  if (whole && index != nullptr && index->kind == ValueKind::kInteger) {
    const auto size = static_cast<int64_t>(of->items.size());
    const int64_t at = index->integer < 0 ? index->integer + size : index->integer;
    return at >= 0 && at < size ? of->items[static_cast<size_t>(at)] : nullptr;
  }
  // Which one of them, only the run knows.
  if (of->kind == ValueKind::kSequence) return MakeOneOf(of->items);
  if (of->kind == ValueKind::kInstance && recording_) {
    const int getter = FindMethod(of->id, "__getitem__");
    if (getter < 0) return nullptr;
    Argument argument;
    argument.node = index_node;
    argument.value = index;
    return CallFunction(getter, {argument}, of, node, program_.classes[of->id].name, frame);
  }
  if (of->kind == ValueKind::kDict) {
    for (size_t i = 0; i + 1 < of->items.size() && index != nullptr; i += 2) {
      if (Equal(of->items[i], Force(index))) return of->items[i + 1];
    }
    return TableAt(of, index, nullptr);
  }
  if (of->kind == ValueKind::kClass) return of;  // State[bool]
  if (of->kind == ValueKind::kExternal) return of;
  return nullptr;
}

// a or b or c, where what comes later stands in for a read that gave nothing.
ValueRef Evaluator::EvaluateOr(NodeId node, Frame& frame) {
  const Syntax& syntax = *frame.syntax;
  const NodeId right_node = syntax.child(node, 1);
  const ValueRef left = Evaluate(syntax.child(node, 0), frame);
  const ValueRef right = Evaluate(right_node, frame);
  const std::vector<uint32_t> reads = ReadsOf(left);
  if (!reads.empty()) {
    const ValueRef value = WithoutKey(Force(right), right_node, frame);
    const bool constant =
        value != nullptr && (TextOf(value) || value->symbolic || IsReading(value));
    for (const uint32_t id : reads) {
      Site& site = sites_[id];
      const bool empty =
          site.default_kind == DefaultKind::kNone ||
          (site.default_kind == DefaultKind::kLiteral && site.default_value != nullptr &&
           site.default_value->kind == ValueKind::kString && site.default_value->text.empty());
      // a == "1" or b == "1" is no fallback.
      if (site.op != AccessOp::kRead || !empty || site.type == ValueType::kBool) continue;
      if (constant) SetDefault(id, value, right_node, frame);
    }
    Value both;
    both.kind = ValueKind::kRead;
    both.sites = reads;
    if (IsReading(right)) {
      both.sites.insert(both.sites.end(), right->sites.begin(), right->sites.end());
    }
    if (both.sites.size() > kMaxReads) {
      TellLimit(node, frame,
                "more than " + std::to_string(kMaxReads) +
                    " reads stand in for one another: what becomes of those before is left out");
      return IsReading(right) ? right : nullptr;
    }
    return MakeValue(std::move(both));
  }
  if (const ValueRef environment = EnvironmentAmong(left, right)) return environment;
  const std::optional<bool> truth = Truth(left);
  if (truth) return *truth ? left : right;
  if (left == nullptr) return IsReading(right) ? right : nullptr;
  if (left->symbolic && !IsReading(right)) return MakeConditional(left, left, right);
  return MakeOneOf({left, right});
}

}  // namespace flagcensus
