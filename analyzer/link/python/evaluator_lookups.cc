// A default that is looked up in a mapping nobody knows: a file of settings, a store of the user.
//
// `os.environ.get(name, settings.get(name, 30))` gives 30 where neither has the name, which is what
// a page tells. So a look-up whose mapping is not known stands for what it gives without the key:
// `settings.get(key, x)`, `settings.get(key) or x`, `settings[key] if key in settings else x`, and
// these in each other. A mapping whose contents the tree shows answers for itself.
#include "analyzer/link/python/evaluator.h"

namespace flagcensus {

// Whether the expression is an object of which nothing is known but that the program made it.
bool Evaluator::IsUnknownObject(NodeId node, Frame& frame) {
  const ValueRef value = Quietly([&] { return Evaluate(node, frame); });
  if (value == nullptr || value->kind == ValueKind::kMember) return true;
  if (value->kind == ValueKind::kImported) return false;  // a file of the tree may tell
  return value->kind == ValueKind::kExternal && value->text.ends_with("()");
}

// The child that a look-up gives where the key is missing; kNoNode where it is no such look-up.
NodeId Evaluator::MissingIn(NodeId node, Frame& frame) {
  const Syntax& syntax = *frame.syntax;
  const auto looks_up = [&](NodeId call) {
    if (syntax.kind(call) != NodeKind::kCall || syntax.count(call) < 2) return false;
    const NodeId callee = syntax.child(call, 0);
    return syntax.kind(callee) == NodeKind::kAttribute && syntax.text(callee) == "get" &&
           IsUnknownObject(syntax.child(callee, 0), frame);
  };
  switch (syntax.kind(node)) {
    case NodeKind::kCall: {
      if (syntax.count(node) != 3 || !looks_up(node)) return kNoNode;
      const NodeId last = syntax.child(node, 2);
      if (syntax.kind(last) != NodeKind::kKeyword) return last;
      return syntax.text(last) == "default" ? syntax.child(last, 0) : kNoNode;
    }
    case NodeKind::kOr:
      return looks_up(syntax.child(node, 0)) ? syntax.child(node, 1) : kNoNode;
    case NodeKind::kConditional: {
      const NodeId test = syntax.child(node, 0);
      const NodeId then = syntax.child(node, 1);
      const bool asks = syntax.kind(test) == NodeKind::kCompare && syntax.text(test) == "in" &&
                        syntax.kind(then) == NodeKind::kSubscript;
      if (!asks) return kNoNode;
      const NodeId mapping = syntax.child(then, 0);
      const bool same =
          Unparse(syntax, syntax.child(test, 1)) == Unparse(syntax, mapping) &&
          Unparse(syntax, syntax.child(test, 0)) == Unparse(syntax, syntax.child(then, 1));
      return same && IsUnknownObject(mapping, frame) ? syntax.child(node, 2) : kNoNode;
    }
    default:
      return kNoNode;
  }
}

// What the look-ups give in the end, where the value of `node` is not known otherwise.
ValueRef Evaluator::WithoutKey(const ValueRef& value, NodeId node, Frame& frame) {
  constexpr int kMaxLookUps = 8;  // in each other
  const bool known = value != nullptr && value->kind != ValueKind::kExternal;
  if (known) return value;
  NodeId last = node;
  for (int i = 0; i < kMaxLookUps; ++i) {
    const NodeId next = MissingIn(last, frame);
    if (next == kNoNode) break;
    last = next;
  }
  if (last == node) return value;
  return Quietly([&] { return Force(Evaluate(last, frame)); });
}

}  // namespace flagcensus
