// Expressions. Each is evaluated for its value and for the sites in it; a value that was read
// carries its sites along, so that what is done with it next (int(...), == "1", or "x") tells how
// it is parsed.
#include <algorithm>
#include <cstdlib>
#include <utility>

#include "analyzer/base/text.h"
#include "analyzer/link/python/evaluator.h"

namespace flagcensus {
namespace {

const std::set<std::string_view> kTrueWords = {"1", "true", "yes",    "on",     "y",
                                               "t", "ok",   "enable", "enabled"};
const std::set<std::string_view> kFalseWords = {"0", "false", "no",      "off",
                                                "n", "f",     "disable", "disabled"};

// The words that a value is compared with; empty where one is not a constant.
std::vector<std::string> WordsOf(const ValueRef& value) {
  std::vector<std::string> out;
  if (value == nullptr) return out;
  if (value->kind == ValueKind::kSequence) {
    for (const ValueRef& item : value->items) {
      const std::optional<std::string> text = TextOf(item);
      if (!text) return {};
      out.push_back(ToLower(*text));
    }
  } else if (const std::optional<std::string> text = TextOf(value)) {
    out.push_back(ToLower(*text));
  }
  return out;
}

// Whether most of the words say true (or false): projects add spellings of their own.
bool MostIn(const std::vector<std::string>& words, const std::set<std::string_view>& known) {
  const auto count = std::count_if(words.begin(), words.end(),
                                   [&](const std::string& w) { return known.count(w) > 0; });
  return count > 0 && static_cast<size_t>(count) * 2 > words.size();
}

}  // namespace

// What was read is parsed as `type`. The first thing that is known stays: a comparison after int()
// is not another type.
void Evaluator::SetType(const ValueRef& value, ValueType type,
                        const std::vector<std::string>& truthy) {
  if (!recording_) return;
  for (const uint32_t id : ReadsOf(value)) {
    Site& site = sites_[id];
    if (site.type == ValueType::kUnknown || site.type == ValueType::kStr) site.type = type;
    // int() under a bool() is a bool.
    if (type == ValueType::kBool && site.type == ValueType::kInt) site.type = type;
    for (const std::string& word : truthy) {
      if (std::find(site.truthy.begin(), site.truthy.end(), word) == site.truthy.end()) {
        site.truthy.push_back(word);
      }
    }
  }
}

// The words that the code takes for false in what was read.
void Evaluator::NoteFalsy(const ValueRef& value, const std::vector<std::string>& words) {
  if (!recording_) return;
  for (const uint32_t id : ReadsOf(value)) {
    std::vector<std::string>& known = sites_[id].falsy;
    for (const std::string& word : words) {
      if (std::find(known.begin(), known.end(), word) == known.end()) known.push_back(word);
    }
  }
}

// A condition: what is read in it and goes nowhere else is only asked whether it has a value. A
// wrapper's call may parse before it answers, so only the accessor itself tells.
void Evaluator::NoteTruth(NodeId test, Frame& frame) {
  if (!recording_ || test == kNoNode) return;
  const Syntax& syntax = *frame.syntax;
  const NodeKind kind = syntax.kind(test);
  if (kind == NodeKind::kNot || kind == NodeKind::kAnd || kind == NodeKind::kOr) {
    for (size_t i = 0; i < syntax.count(test); ++i) NoteTruth(syntax.child(test, i), frame);
    return;
  }
  if (kind != NodeKind::kCall && kind != NodeKind::kSubscript) return;
  constexpr size_t kRecent = 200;  // it was evaluated just now
  for (size_t i = sites_.size(); i-- > 0 && sites_.size() - i <= kRecent;) {
    Site& site = sites_[i];
    if (site.module != frame.module || site.node != test) continue;
    if (site.op == AccessOp::kRead && site.chain.empty()) site.any_true = true;
  }
}

// The keys of a wrapper's keyword arguments, where that is what is looped over: kwargs,
// kwargs.keys() or kwargs.items(). Null for anything else.
ValueRef Evaluator::KeysOf(const ValueRef& iterable) const {
  if (iterable == nullptr) return nullptr;
  if (iterable->kind == ValueKind::kTransform && iterable->text == "keys") return iterable;
  if (iterable->kind == ValueKind::kParameter && iterable->text.starts_with("**")) {
    return MakeTransform("keys", iterable);
  }
  return nullptr;
}

// The first name that receives what was read.
void Evaluator::BindSite(uint32_t id, const std::string& name, BoundKind kind) {
  Site& site = sites_[id];
  if (!site.bound_to.empty()) return;
  site.bound_to = name;
  site.bound_kind = kind;
}

std::optional<std::vector<ValueRef>> Evaluator::ItemsOf(const ValueRef& given) {
  const ValueRef value = Force(given);
  if (value == nullptr) return std::nullopt;
  if (value->kind == ValueKind::kSequence) return value->items;
  if (value->kind == ValueKind::kDict) {
    std::vector<ValueRef> keys;
    for (size_t i = 0; i < value->items.size(); i += 2) keys.push_back(value->items[i]);
    return keys;
  }
  if (value->kind == ValueKind::kClass && program_.classes[value->id].is_enum) {
    std::vector<ValueRef> members;
    for (const auto& [name, member] : program_.classes[value->id].attributes) {
      members.push_back(member);
    }
    return members;
  }
  return std::nullopt;
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
      return LookUp(text, frame);
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
    case NodeKind::kSet: {
      std::vector<ValueRef> items;
      bool known = true;
      for (size_t i = 0; i < syntax.count(node); ++i) {
        const NodeId part = syntax.child(node, i);
        if (syntax.kind(part) == NodeKind::kSplat) {
          const ValueRef inner = Evaluate(syntax.child(part, 0), frame);
          const std::optional<std::vector<ValueRef>> more = ItemsOf(inner);
          known = known && more.has_value();
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
      return known ? MakeSequence(std::move(items)) : nullptr;
    }
    case NodeKind::kDict:
      return EvaluateDict(node, frame);
    case NodeKind::kAttribute:
      return EvaluateAttribute(node, frame);
    case NodeKind::kSubscript:
      return EvaluateSubscript(node, frame);
    case NodeKind::kCall:
      return EvaluateCall(node, frame);
    case NodeKind::kUnary: {
      const ValueRef of = child(0);
      if (of != nullptr && text == "-" && of->kind == ValueKind::kInteger) {
        return MakeInteger(-of->integer);
      }
      if (of != nullptr && text == "-" && of->kind == ValueKind::kFloat) {
        return MakeFloat(-of->number, of->text.empty() ? "" : "-" + of->text);
      }
      return text == "+" ? of : nullptr;
    }
    case NodeKind::kNot: {
      const ValueRef of = child(0);
      // Of a name that holds it, "not" only asks whether there is a value.
      if (syntax.kind(syntax.child(node, 0)) != NodeKind::kName) SetType(of, ValueType::kBool);
      NoteTruth(syntax.child(node, 0), frame);
      return IsReading(of) ? of : MakeNot(of);
    }
    case NodeKind::kBinary: {
      const ValueRef left = child(0);
      const ValueRef right = child(1);
      if (text == "|" && recording_ && (IsMapping(left) || IsMapping(right)) &&
          !(left != nullptr && left->kind == ValueKind::kInteger)) {
        const int flow = NewFlow();  // dict(os.environ) | {...}
        if (IsEnvironment(left)) Bulk(left, EnvironmentName(left), node, frame);
        Feed(left, flow);
        Feed(right, flow);
        return FlowValue(flow);
      }
      if (text == "/" && left != nullptr &&
          (left->kind == ValueKind::kString || left->kind == ValueKind::kConcat) &&
          right != nullptr && right->kind == ValueKind::kString) {
        return MakeConcat({left, MakeString("/"), right});  // Path("a") / "b"
      }
      return MakeBinary(text, Force(left), Force(right));
    }
    case NodeKind::kCompare:
      return EvaluateCompare(node, frame);
    case NodeKind::kAnd: {
      const ValueRef left = child(0);
      if (syntax.kind(syntax.child(node, 0)) == NodeKind::kCall) SetType(left, ValueType::kBool);
      const ValueRef right = child(1);
      const std::optional<bool> truth = Truth(left);
      if (truth) return *truth ? right : left;
      if (!IsSymbolic(left) && !IsSymbolic(right)) return nullptr;
      Value both;
      both.kind = ValueKind::kAnd;
      both.items = {left, right};
      return MakeValue(std::move(both));
    }
    case NodeKind::kOr:
      return EvaluateOr(node, frame);
    case NodeKind::kConditional: {
      const NodeId test_node = syntax.child(node, 0);
      const ValueRef test = Force(Evaluate(test_node, frame));
      NoteTruth(test_node, frame);
      const ValueRef guard = frame.guard;
      const auto branch = [&](size_t i, const ValueRef& condition) {
        const std::optional<bool> truth = Truth(condition);
        if (truth && !*truth) return ValueRef();
        if (condition != nullptr && condition->symbolic) {
          Value both;
          both.kind = ValueKind::kAnd;
          both.items = {condition};
          if (guard != nullptr) both.items.push_back(guard);
          frame.guard = MakeValue(std::move(both));
        }
        const ValueRef value = Evaluate(syntax.child(node, i), frame);
        frame.guard = guard;
        return value;
      };
      const ValueRef then = branch(1, test);
      const ValueRef otherwise = branch(2, MakeNot(test));
      NoteUnset(test, test_node, then, otherwise, syntax.child(node, 1), syntax.child(node, 2),
                frame);
      GiveDefault(then, otherwise);
      GiveDefault(otherwise, then);
      // A read whose other branch is a constant is still that read.
      if (IsReading(then) && !IsReading(otherwise)) return then;
      if (IsReading(otherwise) && !IsReading(then)) return otherwise;
      // `True if read in (...) else False`
      return MakeConditional(test, then, otherwise);
    }
    case NodeKind::kLambda: {
      const int function = DefineFunction(node, frame, -1);
      if (frame.function >= 0 && recording_) frame.nested.push_back(function);
      return MakeEntity(ValueKind::kFunction, function);
    }
    case NodeKind::kComprehension:
      return EvaluateComprehension(node, frame);
    case NodeKind::kWalrus: {
      const ValueRef value = child(1);
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
    case NodeKind::kAwait:
    case NodeKind::kYield: {
      const ValueRef value = syntax.count(node) > 0 ? child(0) : nullptr;
      return syntax.kind(node) == NodeKind::kAwait ? value : nullptr;
    }
    case NodeKind::kSplat:
    case NodeKind::kDoubleSplat:
    case NodeKind::kKeyword:
      return syntax.count(node) > 0 ? child(0) : nullptr;
    default:
      return nullptr;
  }
}

ValueRef Evaluator::EvaluateDict(NodeId node, Frame& frame) {
  const Syntax& syntax = *frame.syntax;
  std::vector<ValueRef> items;
  bool known = true;
  const int flow = recording_ ? NewFlow() : -1;
  const ValueRef mapping = flow < 0 ? nullptr : FlowValue(flow);
  for (size_t i = 0; i < syntax.count(node); ++i) {
    const NodeId part = syntax.child(node, i);
    if (syntax.kind(part) == NodeKind::kPair) {
      const NodeId key = syntax.child(part, 0);
      items.push_back(Evaluate(key, frame));
      items.push_back(Evaluate(syntax.child(part, 1), frame));
      if (flow < 0) continue;
      const ValueRef& value = items.back();
      const ValueRef& name = items[items.size() - 2];
      if (name != nullptr && name->kind == ValueKind::kString &&
          table_.sink_keys.count(name->text) > 0) {
        SetSink(value);
      }
      if (name != nullptr && name->kind == ValueKind::kString) {
        NoteFamily(name->text, value, part, frame);
      }
      const std::optional<uint32_t> site =
          AddSiteOn(mapping, AccessOp::kWrite, name, key, "", part, frame);
      if (site) SetValue(*site, value);
      continue;
    }
    const ValueRef inner =
        syntax.count(part) > 0 ? Force(Evaluate(syntax.child(part, 0), frame)) : nullptr;
    if (IsEnvironment(inner)) Bulk(inner, EnvironmentName(inner), part, frame);
    if (flow >= 0) Feed(inner, flow);
    if (inner != nullptr && inner->kind == ValueKind::kDict) {
      items.insert(items.end(), inner->items.begin(), inner->items.end());
    } else {
      known = false;
    }
  }
  if (!known) return mapping;
  Value dict;
  dict.kind = ValueKind::kDict;
  dict.id = flow;
  dict.items = std::move(items);
  return flow >= 0 && flows_[flow].environment ? mapping : MakeValue(std::move(dict));
}

ValueRef Evaluator::EvaluateAttribute(NodeId node, Frame& frame) {
  const Syntax& syntax = *frame.syntax;
  const ValueRef object = Evaluate(syntax.child(node, 0), frame);
  return AttributeOf(object, syntax.text(node), node, frame);
}

ValueRef Evaluator::AttributeOf(const ValueRef& object, const std::string& name, NodeId node,
                                Frame& frame) {
  // A module that another module imported: `other.os.environ`.
  const bool dotted = object == nullptr || object->kind == ValueKind::kExternal ||
                      object->kind == ValueKind::kImported;
  if (dotted && name == "os") return MakeExternal("os");
  if (object == nullptr) return nullptr;
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
      return self ? field : nullptr;
    }
    case ValueKind::kString:
    case ValueKind::kInteger:
      if (name == "value") return object;  // of an enumerator, which stands for its value
      return MakeMethod(object, name);
    case ValueKind::kParameter:
      // An attribute of an argument: known only for enumerators, which stand for their value.
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
  if (of == nullptr || index == nullptr) return nullptr;
  if (of->kind == ValueKind::kSequence && index->kind == ValueKind::kInteger) {
    const auto size = static_cast<int64_t>(of->items.size());
    const int64_t at = index->integer < 0 ? index->integer + size : index->integer;
    return at >= 0 && at < size ? of->items[static_cast<size_t>(at)] : nullptr;
  }
  if (of->kind == ValueKind::kDict) {
    std::vector<ValueRef> any;
    for (size_t i = 0; i + 1 < of->items.size(); i += 2) {
      if (Equal(of->items[i], Force(index))) return of->items[i + 1];
      any.push_back(of->items[i + 1]);
    }
    return nullptr;
  }
  if (of->kind == ValueKind::kClass) return of;  // State[bool]
  if (of->kind == ValueKind::kExternal) return of;
  return nullptr;
}

ValueRef Evaluator::EvaluateCompare(NodeId node, Frame& frame) {
  const Syntax& syntax = *frame.syntax;
  const std::string& op = syntax.text(node);
  std::vector<ValueRef> values;
  for (size_t i = 0; i < syntax.count(node); ++i) {
    values.push_back(Evaluate(syntax.child(node, i), frame));
  }
  if (values.size() != 2) return nullptr;
  const ValueRef& left = values[0];
  if (op == "in" || op == "not in") {
    values[1] = Through(values[1], syntax.child(node, 1), frame);
  }
  const ValueRef& right = values[1];
  if ((op == "in" || op == "not in")) {
    if (IsEnvironment(right) && right->kind == ValueKind::kExternal) {
      if (!recording_) return nullptr;
      const uint32_t site = AddSite(AccessOp::kTest, left, syntax.child(node, 0),
                                    "in " + EnvironmentName(right), node, frame, right);
      sites_[site].type = ValueType::kBool;
      return nullptr;
    }
    if (IsMapping(right) && right->kind != ValueKind::kDict && recording_) {
      const std::optional<uint32_t> site =
          AddSiteOn(right, AccessOp::kTest, left, syntax.child(node, 0), "", node, frame);
      if (site) sites_[*site].type = ValueType::kBool;
      if (IsEnvironment(right)) return nullptr;
    }
  }
  const ValueRef& read = IsReading(left) ? left : right;
  const ValueRef& other = IsReading(left) ? right : left;
  if (!IsReading(read)) return MakeCompare(op, Force(left), Force(right));
  if (other != nullptr && other->kind == ValueKind::kNone) {
    // `os.getenv(X) is not None` takes any value for true; the same of a name only asks.
    if (op == "is not" && syntax.kind(syntax.child(node, 0)) == NodeKind::kCall) {
      SetType(read, ValueType::kBool);
      NoteTruth(syntax.child(node, 0), frame);
      return read;
    }
    return MakeCompare(op, left, right);  // whether it is set says nothing of its type
  }
  const std::vector<std::string> words = WordsOf(Force(other));
  const bool equality = op == "==" || op == "!=" || op == "in" || op == "not in" || op == "is";
  if (!equality) return nullptr;
  if (op == "in" && read == right) return read;  // "x" in os.environ.get(...)
  // A number compared with a number is a number; `int(read) == 1` in one breath asks yes or no.
  const NodeId operand = syntax.child(node, IsReading(left) ? 0 : 1);
  const ValueRef against = Force(other);
  const bool number = against != nullptr && against->kind == ValueKind::kInteger &&
                      syntax.kind(operand) != NodeKind::kCall;
  if (number) return read;
  // `not in ("0", "")`: an empty value is as false as an unset one, and says no kind of value.
  std::vector<std::string> spoken = words;
  std::erase(spoken, "");
  if (MostIn(words, kTrueWords)) {
    SetType(read, ValueType::kBool, words);
  } else if (MostIn(spoken, kFalseWords)) {
    SetType(read, ValueType::kBool);
    NoteFalsy(read, words);
  } else if (op == "in" || op == "not in") {
    SetType(read, ValueType::kEnum);
  } else {
    SetType(read, ValueType::kStr);
  }
  return read;
}

// a or b or c, where what comes later stands in for a read that gave nothing.
ValueRef Evaluator::EvaluateOr(NodeId node, Frame& frame) {
  const Syntax& syntax = *frame.syntax;
  const NodeId right_node = syntax.child(node, 1);
  const ValueRef left = Evaluate(syntax.child(node, 0), frame);
  const ValueRef right = Evaluate(right_node, frame);
  const std::vector<uint32_t> reads = ReadsOf(left);
  if (!reads.empty()) {
    const ValueRef value = Force(right);
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
    return MakeValue(std::move(both));
  }
  const std::optional<bool> truth = Truth(left);
  if (truth) return *truth ? left : right;
  if (left == nullptr) return IsReading(right) ? right : nullptr;
  if (left->symbolic && !IsReading(right)) return MakeConditional(left, left, right);
  return MakeOneOf({left, right});
}

ValueRef Evaluator::EvaluateComprehension(NodeId node, Frame& frame) {
  const Syntax& syntax = *frame.syntax;
  const std::string& kind = syntax.text(node);
  const NodeId element = syntax.child(node, 0);
  Fork fork(&frame.locals, frame.Level(), &frame.fork);
  // Names of a comprehension are its own: they are bound in a scope below this one.
  Frame inner;
  inner.module = frame.module;
  inner.function = frame.function;
  inner.self_class = frame.self_class;
  inner.syntax = frame.syntax;
  inner.outer = &frame;
  inner.comprehension = true;
  inner.guard = frame.guard;
  inner.branch = frame.branch;
  inner.class_id = frame.IsModule() ? -1 : frame.class_id;
  std::vector<ValueRef> out;
  bool known = true;
  std::vector<ValueRef> fed;  // mappings whose items are gone through
  ValueRef keywords;          // {k: v for k, v in kwargs.items() if ...}: some of kwargs
  const std::function<void(size_t)> clause = [&](size_t i) {
    if (i >= syntax.count(node)) {
      if (syntax.kind(element) == NodeKind::kPair) {
        out.push_back(Evaluate(syntax.child(element, 0), inner));
        out.push_back(Evaluate(syntax.child(element, 1), inner));
      } else {
        out.push_back(Evaluate(element, inner));
      }
      return;
    }
    const NodeId part = syntax.child(node, i);
    const NodeId target = syntax.child(part, 0);
    const ValueRef iterable = Evaluate(syntax.child(part, 1), inner);
    if (IsEnvironment(iterable)) {
      Bulk(iterable, EnvironmentName(iterable), syntax.child(part, 1), inner);
    }
    if (recording_ && iterable != nullptr && !FlowsOf(iterable).empty()) fed.push_back(iterable);
    const std::optional<std::vector<ValueRef>> items = ItemsOf(iterable);
    const auto bind = [&](NodeId name, const ValueRef& value) {
      // In a module's comprehension the names must not become globals.
      if (syntax.kind(name) == NodeKind::kName) {
        inner.locals.insert_or_assign(syntax.text(name), value);
      } else if (syntax.kind(name) == NodeKind::kTuple) {
        const std::optional<std::vector<ValueRef>> parts = ItemsOf(value);
        for (size_t k = 0; k < syntax.count(name); ++k) {
          const NodeId each = syntax.child(name, k);
          if (syntax.kind(each) != NodeKind::kName) continue;
          const bool fits = parts && parts->size() == syntax.count(name);
          inner.locals.insert_or_assign(syntax.text(each), fits ? (*parts)[k] : nullptr);
        }
      }
    };
    const auto rest = [&] {
      const ValueRef guard = inner.guard;
      bool taken = true;
      for (size_t k = 2; k < syntax.count(part) && taken; ++k) {
        const ValueRef condition = Evaluate(syntax.child(part, k), inner);
        taken = Truth(condition).value_or(true);
        inner.guard = Both(inner.guard, condition);
      }
      if (taken) clause(i + 1);
      inner.guard = guard;
    };
    if (items && (items->empty() || Unrolls(items))) {
      const size_t turns = std::exchange(turns_, turns_ * std::max<size_t>(items->size(), 1));
      for (const ValueRef& item : *items) {
        bind(target, item);
        rest();
      }
      turns_ = turns;
      return;
    }
    known = false;
    bind(target, nullptr);
    const ValueRef keys = KeysOf(iterable);
    if (keys != nullptr) {
      if (syntax.kind(target) == NodeKind::kTuple && syntax.count(target) == 2) {
        bind(syntax.child(target, 0), keys);
        bind(syntax.child(target, 1), MakeTransform("values", keys->items[0]));
      } else {
        bind(target, keys);
      }
    }
    const size_t first = sites_.size();
    rest();
    TellLoop(items, first, part, frame);
    if (keys != nullptr && out.size() == 2 && Equal(out[0], keys)) keywords = keys->items[0];
  };
  clause(1);
  fork.Join({FlowState(), fork.Snapshot()});  // there may have been nothing to go through
  frame.own_sites.insert(frame.own_sites.end(), inner.own_sites.begin(), inner.own_sites.end());
  frame.nested.insert(frame.nested.end(), inner.nested.begin(), inner.nested.end());
  if (!known) {
    if (kind == "dict" && keywords != nullptr && keywords->text.starts_with("**")) return keywords;
    if (kind == "dict" && !fed.empty()) {
      const int flow = NewFlow();
      for (const ValueRef& from : fed) Feed(from, flow);
      return FlowValue(flow);
    }
    return nullptr;
  }
  if (kind == "dict" && recording_) {
    Value dict;
    dict.kind = ValueKind::kDict;
    dict.id = NewFlow();
    dict.items = std::move(out);
    for (const ValueRef& from : fed) Feed(from, dict.id);
    return MakeValue(std::move(dict));
  }
  return kind == "dict" ? MakeDict(std::move(out)) : MakeSequence(std::move(out));
}

}  // namespace flagcensus
