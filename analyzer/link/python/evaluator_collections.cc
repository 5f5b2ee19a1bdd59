// Dicts → their items, where those are known, and the mappings they make.
#include <algorithm>
#include <cstdlib>
#include <utility>

#include "analyzer/base/text.h"
#include "analyzer/link/python/evaluator.h"

namespace flagcensus {
namespace {

// How often a name stands in a text that is put together, and elsewhere.
struct Uses {
  int shown = 0;
  int other = 0;
};

void CountUses(const Syntax& syntax, NodeId node, const std::string& name, bool shown, Uses* uses) {
  const NodeKind kind = syntax.kind(node);
  if (kind == NodeKind::kName && syntax.text(node) == name) ++(shown ? uses->shown : uses->other);
  const bool tests = kind == NodeKind::kCall && syntax.count(node) > 0 &&
                     syntax.kind(syntax.child(node, 0)) == NodeKind::kAttribute &&
                     syntax.text(syntax.child(node, 0)) == "startswith";
  if (tests) return;
  for (size_t i = 0; i < syntax.count(node); ++i) {
    CountUses(syntax, syntax.child(node, i), name, shown || kind == NodeKind::kFormat, uses);
  }
}

}  // namespace

// Where `loop` binds a variable's name, over the environment itself or a view of it; `key`: what
// stands for that name. Nothing where it is over something else, or only shows what it finds.
NodeId Evaluator::BindKeyOf(const ValueRef& iterable, NodeId target, NodeId loop, ValueRef* key,
                            Frame& frame) {
  const bool view = iterable != nullptr && iterable->kind == ValueKind::kEnvironmentView;
  const bool itself =
      iterable != nullptr && iterable->kind == ValueKind::kExternal && IsEnvironment(iterable);
  if (!view && !itself) return kNoNode;
  const Syntax& syntax = *frame.syntax;
  const bool pairs = view && iterable->integer == 1;
  if (pairs && (syntax.kind(target) != NodeKind::kTuple || syntax.count(target) != 2)) {
    return kNoNode;
  }
  const NodeId name = pairs ? syntax.child(target, 0) : target;
  if (syntax.kind(name) != NodeKind::kName) return kNoNode;
  Uses uses;
  CountUses(syntax, loop, syntax.text(name), false, &uses);
  // The binding itself and the tests of its beginning are no uses of it.
  if (uses.shown > 0 && uses.other <= 1) return kNoNode;
  *key = MakeSymbol(ValueKind::kEnvironmentKey, -1, iterable->text);
  return name;
}

// `name.startswith("APP_")` of a name that a loop over the environment has: all APP_* are read.
ValueRef Evaluator::NotePrefix(const Call& call, Frame& frame) {
  const ValueRef& key = call.callee->items[0];
  if (call.callee->text != "startswith" || call.arguments.empty()) {
    if (call.callee->text == "upper") return key;
    if (call.callee->text != "lower") return nullptr;
    Value small = *key;
    small.integer = kLowered;
    return MakeValue(std::move(small));
  }
  const ValueRef given = Force(call.arguments[0].value);
  if (!recording_ || given == nullptr) return nullptr;
  const std::vector<ValueRef> prefixes =
      given->kind == ValueKind::kSequence ? given->items : std::vector<ValueRef>{given};
  for (const ValueRef& prefix : prefixes) {
    if (prefix == nullptr) continue;
    AddSite(AccessOp::kRead, MakeConcat({prefix, nullptr}), call.arguments[0].node, key->text,
            call.node, frame);
  }
  return nullptr;
}

// `name in KNOWN` of such a name: each of them is read; where they are not known, any may be.
void Evaluator::NoteMember(const ValueRef& key, const ValueRef& set, NodeId node, Frame& frame) {
  if (!recording_) return;
  const NodeId set_node = frame.syntax->child(node, 1);
  const std::optional<std::vector<ValueRef>> names = ItemsOf(set);
  if (!names || !Unrolls(names)) {
    AddSite(AccessOp::kRead, nullptr, set_node, key->text, node, frame);
    return;
  }
  for (const ValueRef& name : *names) {
    if (name == nullptr || name->kind != ValueKind::kString) continue;
    const ValueRef meant = key->integer == kLowered ? MakeTransform("upper", name) : name;
    AddSite(AccessOp::kRead, meant, set_node, key->text, node, frame);
  }
}

// What a loop over something that the caller hands over goes through: the keys of its keywords
// (kwargs, kwargs.keys(), kwargs.items()), or the items of a list of names (names, *names,
// self.names, `names or [...]`). Null for anything else.
ValueRef Evaluator::KeysOf(const ValueRef& iterable) const {
  if (iterable == nullptr || !iterable->symbolic) return nullptr;
  switch (iterable->kind) {
    case ValueKind::kTransform:
      return iterable->text == "keys" ? iterable : nullptr;
    case ValueKind::kMethod:  // the list that a row of a table has
      return iterable->items[0] != nullptr && iterable->items[0]->kind == ValueKind::kLookUp
                 ? MakeTransform("each", iterable)
                 : nullptr;
    case ValueKind::kParameter:
    case ValueKind::kField:
    case ValueKind::kConditional: {
      const bool keywords = iterable->text.starts_with("**");
      return MakeTransform(keywords ? "keys" : "each", iterable);
    }
    default:
      return nullptr;
  }
}

// `conditions`: where given, for each item the test on parameters under which it is one; null:
// always, or not known.
std::optional<std::vector<ValueRef>> Evaluator::ItemsOf(const ValueRef& given,
                                                        std::vector<ValueRef>* conditions) {
  const ValueRef value = Force(given);
  if (value == nullptr) return std::nullopt;
  if (value->kind == ValueKind::kSequence) return value->items;
  // One of several lists: what any of them holds, each once.
  const bool conditional = value->kind == ValueKind::kConditional;
  if (value->kind == ValueKind::kOneOf || conditional) {
    std::vector<ValueRef> any;
    std::vector<ValueRef> when;
    for (size_t i = conditional ? 1 : 0; i < value->items.size(); ++i) {
      const ValueRef& list = value->items[i];
      const bool lists = list != nullptr && (list->kind == ValueKind::kSequence ||
                                             list->kind == ValueKind::kConditional);
      std::vector<ValueRef> inner;
      const std::optional<std::vector<ValueRef>> items =
          lists ? ItemsOf(list, &inner) : std::nullopt;
      if (!items) return std::nullopt;
      const ValueRef test = conditional ? value->items[0] : nullptr;
      const ValueRef taken = i == 1 ? test : MakeNot(test);
      for (size_t k = 0; k < items->size(); ++k) {
        const auto seen = std::find_if(
            any.begin(), any.end(), [&](const ValueRef& one) { return Equal(one, (*items)[k]); });
        if (seen != any.end()) {
          when[static_cast<size_t>(seen - any.begin())] = nullptr;
          continue;
        }
        any.push_back((*items)[k]);
        const ValueRef own = k < inner.size() ? inner[k] : nullptr;
        when.push_back(conditional && taken != nullptr ? Both(own, taken) : own);
      }
    }
    if (conditions != nullptr) *conditions = std::move(when);
    return any;
  }
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
      // A function under each name is a table of readers; no environment holds one.
      if (value != nullptr && value->kind == ValueKind::kFunction) continue;
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
  if (flow >= 0 && frame.function < 0) tables_[flow] = {frame.module, node};
  Value dict;
  dict.kind = ValueKind::kDict;
  dict.id = flow;
  dict.items = std::move(items);
  return flow >= 0 && flows_[flow].environment ? mapping : MakeValue(std::move(dict));
}

}  // namespace flagcensus
