// Nodes of the concrete tree ─→ their children, and nodes of `ast` made at their places.
#include "analyzer/python/lowering.h"

namespace flagcensus {

// With a cursor, since access by index walks over the preceding children.
std::vector<Child> ChildrenOf(TSNode node) {
  std::vector<Child> out;
  // A null node has no children.
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

NodeId NodeMaker::Make(NodeKind kind, TSNode at, const NodeIds& children, std::string_view text,
                       uint8_t flag) {
  // Inside a splat, a node that begins with the star begins at the operand.
  const bool moved = splat && StartByte(at) == splat->begin;
  Node node;
  node.kind = kind;
  node.flag = flag;
  node.begin = moved ? splat->operand : StartByte(at);
  node.end = EndByte(at);
  node.text = builder.Intern(text);
  return builder.Add(node, children);
}

void NodeMaker::Cut(TSNode at, const char* what) { AddCut(StartByte(at), what, &cuts); }

NodeId NodeMaker::Spread(TSNode at, const NodeIds& parts) {
  // The unknown callee, then the parts as its arguments.
  NodeIds ids = {Opaque(at)};
  ids.insert(ids.end(), parts.begin(), parts.end());
  return Make(NodeKind::kCall, at, ids);
}

const Child* Find(const std::vector<Child>& children, std::string_view field) {
  for (const Child& child : children) {
    if (child.field == field) return &child;
  }
  return nullptr;
}

std::string_view NodeMaker::TextOf(TSNode node) const { return TextOfNode(node, source); }

}  // namespace flagcensus
