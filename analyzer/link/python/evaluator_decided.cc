// Which conditions the program itself decides. Values are folded wherever they are known, and what a
// name holds may be set by others all the same: by another module, a test, a function that fills the
// list. So a branch is dead only where its condition is made of literals, or of what one turn of a
// loop over constants binds: each turn is looked at by itself, and others take the other branch.
#include <algorithm>

#include "analyzer/link/python/evaluator.h"

namespace flagcensus {
namespace {

// Whether `accept` holds for some name in the expression; functions in it have names of their own.
template <typename Accept>
bool AnyName(const Syntax& syntax, NodeId node, const Accept& accept) {
  if (syntax.kind(node) == NodeKind::kName) return accept(node);
  for (size_t i = 0; i < syntax.count(node); ++i) {
    if (AnyName(syntax, syntax.child(node, i), accept)) return true;
  }
  return false;
}

}  // namespace

// Whether a loop over constants around, or a comprehension, binds the name as its target.
bool Evaluator::IsTarget(NodeId name, const Frame& frame) const {
  const Syntax& syntax = *frame.syntax;
  const std::string& text = syntax.text(name);
  if (syntax.kind(name) != NodeKind::kName) return false;
  const Frame* at = &frame;
  for (; at->comprehension; at = at->outer) {
    if (at->locals.find(text) != at->locals.end()) return true;
  }
  for (const Loop* loop = at->loop; loop != nullptr; loop = loop->outer) {
    if (loop->target == kNoNode) continue;
    const auto same = [&](NodeId target) { return syntax.text(target) == text; };
    if (AnyName(syntax, loop->target, same)) return true;
  }
  return false;
}

// Whether what the name holds was bound in this turn of a loop over constants.
bool Evaluator::IsOfTurn(NodeId name, const Frame& frame) const {
  if (IsTarget(name, frame)) return true;
  const Frame* at = &frame;
  while (at->comprehension) at = at->outer;
  for (const Loop* loop = at->loop; loop != nullptr; loop = loop->outer) {
    if (loop->target != kNoNode && loop->fork->Binds(frame.syntax->text(name))) return true;
  }
  return false;
}

// What the test comes to wherever it is reached; nothing where that depends on more.
std::optional<bool> Evaluator::Decided(NodeId test, Frame& frame) {
  const Syntax& syntax = *frame.syntax;
  const NodeKind kind = syntax.kind(test);
  if (kind == NodeKind::kNot) {
    const std::optional<bool> of = Decided(syntax.child(test, 0), frame);
    return of ? std::optional<bool>(!*of) : std::nullopt;
  }
  if (kind == NodeKind::kAnd || kind == NodeKind::kOr) {
    const bool neutral = kind == NodeKind::kAnd;
    std::optional<bool> all = neutral;
    for (size_t i = 0; i < syntax.count(test); ++i) {
      const std::optional<bool> one = Decided(syntax.child(test, i), frame);
      if (one && *one != neutral) return one;
      if (!one) all = std::nullopt;
    }
    return all;
  }
  const bool named = AnyName(syntax, test, [](NodeId) { return true; });
  if (named && !AnyName(syntax, test, [&](NodeId name) { return IsOfTurn(name, frame); })) {
    return std::nullopt;
  }
  const ValueRef value = Quietly([&] { return Force(Evaluate(test, frame)); });
  const bool filled = named && value != nullptr && IsCollection(*value);
  if (filled && !IsTarget(test, frame)) return std::nullopt;
  return Truth(value);
}

// Whether a switch that the call is given, by a name, may be set otherwise.
bool Evaluator::MayDiffer(NodeId call, Frame& frame) {
  const Syntax& syntax = *frame.syntax;
  if (syntax.kind(call) != NodeKind::kCall) return false;
  for (size_t i = 1; i < syntax.count(call); ++i) {
    const NodeId argument = syntax.child(call, i);
    const bool named = AnyName(syntax, argument, [](NodeId) { return true; });
    if (!named || AnyName(syntax, argument, [&](NodeId name) { return IsOfTurn(name, frame); })) {
      continue;
    }
    const ValueRef value = Quietly([&] { return Force(Evaluate(argument, frame)); });
    if (value == nullptr || value->kind == ValueKind::kString) continue;
    if (IsConstant(value)) return true;
  }
  return false;
}

}  // namespace flagcensus
