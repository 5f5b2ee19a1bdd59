// a concrete tree ─→ the nodes of `ast`
#include "analyzer/python/lower.h"

#include <utility>

#include "analyzer/python/lower_statements.h"

namespace flagcensus {

Syntax LowerPython(TSNode module, std::string_view text) {
  NodeMaker nodes;
  nodes.source = text;
  ExpressionLowering expressions(nodes);
  const NodeId root = StatementLowering(nodes, expressions).Statements(module, NodeKind::kModule);
  Syntax made = nodes.builder.Finish(root);
  made.cuts = std::move(nodes.cuts);
  return made;
}

}  // namespace flagcensus
