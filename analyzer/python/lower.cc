// tree-sitter's concrete tree ─→ a Syntax with node kinds as in Python's module `ast`, and the
// comments
#include "analyzer/python/lower.h"

#include <utility>

#include "analyzer/python/lower_statements.h"

namespace flagcensus {
namespace {

// Without recursion: the tree may be deep.
std::vector<SyntaxComment> CommentsIn(TSNode module) {
  std::vector<SyntaxComment> out;
  TSTreeCursor cursor = ts_tree_cursor_new(module);
  // Depth first, in the order of the text.
  for (bool inside = true; inside;) {
    const TSNode node = ts_tree_cursor_current_node(&cursor);
    if (NodeType(node) == "comment") out.push_back({StartByte(node), EndByte(node)});
    if (ts_tree_cursor_goto_first_child(&cursor)) continue;
    while (!ts_tree_cursor_goto_next_sibling(&cursor)) {
      inside = ts_tree_cursor_goto_parent(&cursor);
      if (!inside) break;
    }
  }
  ts_tree_cursor_delete(&cursor);
  return out;
}

}  // namespace

Syntax LowerPython(TSNode module, std::string_view text) {
  NodeMaker nodes;
  nodes.source = text;
  ExpressionLowering expressions(nodes);
  // Statements lower the expressions in them.
  const NodeId root = StatementLowering(nodes, expressions).Statements(module, NodeKind::kModule);
  Syntax made = nodes.builder.Finish(root, text);
  made.cuts = std::move(nodes.cuts);
  made.comments = CommentsIn(module);
  return made;
}

}  // namespace flagcensus
