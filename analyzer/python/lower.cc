// a concrete tree ─→ the nodes of `ast`: the common part of all handlers
#include "analyzer/python/lower.h"

#include "analyzer/python/chains.h"
#include "analyzer/python/lowering.h"

namespace flagcensus {
namespace {

constexpr int kChainDepth = 150;  // of a chain, in a statement that is not deep itself
constexpr size_t kMaxCuts = 20;   // that are told of one file

}  // namespace

Syntax Lowering::Run(TSNode module) {
  const NodeId root = Statements(module, NodeKind::kModule);
  Syntax made = builder_.Finish(root);
  made.cuts = std::move(cuts_);
  return made;
}

std::vector<Child> Lowering::ChildrenOf(TSNode node) {
  std::vector<Child> out;
  if (ts_node_is_null(node)) return out;
  TSTreeCursor cursor = ts_tree_cursor_new(node);
  if (ts_tree_cursor_goto_first_child(&cursor)) {
    do {
      const TSNode child = ts_tree_cursor_current_node(&cursor);
      if (IsExtra(child)) continue;
      const char* field = ts_tree_cursor_current_field_name(&cursor);
      out.push_back({child, field == nullptr ? "" : field, IsNamed(child)});
    } while (ts_tree_cursor_goto_next_sibling(&cursor));
  }
  ts_tree_cursor_delete(&cursor);
  return out;
}

NodeId Lowering::Make(NodeKind kind, TSNode at, const Ids& children, std::string_view text,
                      uint8_t flag) {
  const bool splat = splat_ && StartByte(at) == splat_->begin;
  const TSPoint start = splat ? splat_->operand : StartPoint(at);
  Node node;
  node.kind = kind;
  node.flag = flag;
  node.line = start.row + 1;
  node.column = start.column + 1;
  node.end_line = EndPoint(at).row + 1;
  node.text = builder_.Intern(text);
  return builder_.Add(node, children);
}

void Lowering::Cut(TSNode at, const char* what) {
  const TSPoint start = StartPoint(at);
  if (cuts_.size() > kMaxCuts) return;
  cuts_.push_back({start.row + 1, start.column + 1, what});
  if (cuts_.size() > kMaxCuts) cuts_.back().what = "the same applies to further places in this file";
}

NodeId Lowering::Spread(TSNode at, const Ids& parts) {
  Ids ids = {Opaque(at)};
  ids.insert(ids.end(), parts.begin(), parts.end());
  return Make(NodeKind::kCall, at, ids);
}

NodeId Lowering::Field(const std::vector<Child>& children, std::string_view field) {
  for (const Child& child : children) {
    if (child.field == field && child.named) return Expression(child.node);
  }
  return kNoNode;
}

const Child* Lowering::Find(const std::vector<Child>& children, std::string_view field) {
  for (const Child& child : children) {
    if (child.field == field) return &child;
  }
  return nullptr;
}

Lowering::Ids Lowering::Expressions(TSNode node) {
  Ids out;
  for (const Child& child : ChildrenOf(node)) {
    if (child.named) out.push_back(Expression(child.node));
  }
  return out;
}

NodeId Lowering::Expression(TSNode node) {
  if (BeginsWithSplat(node)) return SplatOf(node);
  if (depth_ >= kMaxDepth) {
    if (NamedChildCount(node) > 0) Cut(node, kTooDeep);
    return Opaque(node);
  }
  ++depth_;
  const auto most = static_cast<size_t>(std::max(kMaxDepth / 10, kChainDepth - depth_));
  const NodeId id = IsLongChain(node, most) ? ChainOf(node) : ExpressionOf(node);
  --depth_;
  return id;
}

NodeId Lowering::BlockField(const std::vector<Child>& children, std::string_view field) {
  const Child* child = Find(children, field);
  return child == nullptr ? kNoNode : Statements(child->node, NodeKind::kBlock);
}

std::string_view Lowering::TextOf(TSNode node) const {
  return TextOfNode(node, text_);
}

Syntax LowerPython(TSNode module, std::string_view text) {
  return Lowering(text).Run(module);
}

}  // namespace flagcensus
