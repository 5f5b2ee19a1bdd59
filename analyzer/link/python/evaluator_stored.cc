// What is stored where a variable is set, and what else is stored in the same place where it is not
// → the read's default.
//
//   if envvar in os.environ: settings.setdefault(name, os.environ[envvar])
//   elif default is not None: settings.setdefault(name, default)
//
// The two branches must end in the same call, but for its last argument, or assign to the same
// place: what the second puts there is what stands in for the variable.
#include "analyzer/link/python/evaluator.h"

namespace flagcensus {
namespace {

constexpr size_t kMaxText = 200;  // of a place that is compared

NodeId LastOf(const Syntax& syntax, NodeId block) {
  return syntax.count(block) == 0 ? kNoNode : syntax.child(block, syntax.count(block) - 1);
}

// The statement that a branch ends in; of an `elif p is not None:` that stands alone in an else,
// the one that its block ends in.
NodeId EndOf(const Syntax& syntax, NodeId block) {
  NodeId last = LastOf(syntax, block);
  if (last == kNoNode || syntax.kind(last) != NodeKind::kIf || syntax.count(block) != 1)
    return last;
  if (syntax.count(last) != 2) return kNoNode;  // with a further else
  const NodeKind test = syntax.kind(syntax.child(last, 0));
  const bool given = test == NodeKind::kName || test == NodeKind::kCompare;
  return given ? LastOf(syntax, syntax.child(last, 1)) : kNoNode;
}

// Where a statement puts a value, as text, and the node of that value.
struct Stored {
  std::string where;
  NodeId value = kNoNode;
};

Stored StoredBy(const Syntax& syntax, NodeId statement) {
  if (statement == kNoNode) return {};
  if (syntax.kind(statement) == NodeKind::kAssign && syntax.count(statement) == 2) {
    const NodeId target = syntax.child(statement, 1);
    const NodeKind kind = syntax.kind(target);
    if (kind != NodeKind::kSubscript && kind != NodeKind::kAttribute) return {};
    return {Unparse(syntax, target).substr(0, kMaxText), syntax.child(statement, 0)};
  }
  NodeId call = statement;
  if (syntax.kind(call) != NodeKind::kCall && syntax.count(call) == 1) call = syntax.child(call, 0);
  if (syntax.kind(call) != NodeKind::kCall || syntax.count(call) < 3) return {};
  Stored out;
  for (size_t i = 0; i + 1 < syntax.count(call); ++i) {
    out.where += Unparse(syntax, syntax.child(call, i)) + "(";
  }
  out.where.resize(std::min(out.where.size(), kMaxText));
  out.value = LastOf(syntax, call);
  if (syntax.kind(out.value) == NodeKind::kKeyword) return {};
  return out;
}

}  // namespace

// `first` to `last`: the sites of the branch that is taken where the test holds.
void Evaluator::NoteStored(NodeId node, size_t first, size_t last, Frame& frame) {
  const Syntax& syntax = *frame.syntax;
  if (syntax.count(node) < 3) return;
  const NodeId test = syntax.child(node, 0);
  if (syntax.kind(test) != NodeKind::kCompare || syntax.text(test) != "in") return;
  Site* read = nullptr;
  for (size_t id = first; id < last; ++id) {
    if (sites_[id].op != AccessOp::kRead) continue;
    if (sites_[id].default_kind != DefaultKind::kRequired || read != nullptr) return;
    read = &sites_[id];
  }
  if (read == nullptr || first == 0) return;
  const Site& asked = sites_[first - 1];
  if (asked.op != AccessOp::kTest || !Equal(asked.name, read->name)) return;
  const Stored then = StoredBy(syntax, EndOf(syntax, syntax.child(node, 1)));
  const Stored other = StoredBy(syntax, EndOf(syntax, syntax.child(node, 2)));
  if (then.where.empty() || then.where != other.where) return;
  const ValueRef value = Quietly([&] { return Force(Evaluate(other.value, frame)); });
  if (value == nullptr || (!value->symbolic && !TextOf(value))) return;
  read->default_value = value;
  read->default_kind = value->kind == ValueKind::kNone ? DefaultKind::kNone : DefaultKind::kLiteral;
  read->default_source = Unparse(syntax, other.value);
}

}  // namespace flagcensus
