// Two trees of nodes compared, for the test and the fuzz target of the direct parser.
#pragma once

#include <sstream>
#include <string>

#include "analyzer/python/node.h"
#include "analyzer/python/syntax.h"

namespace flagcensus {

// Whether the grammar reads something otherwise than the language means it: `type(a).b = c` is an
// assignment, which it takes for an alias of a type, and in `(x := a if b else c)` it takes `x :=
// a` for what the condition chooses.
inline bool IsMisread(TSNode node) {
  if (NodeType(node) == "type_alias_statement") {
    TSNode first = NodeField(node, "left");
    while (ChildCount(first) > 0) first = NodeChild(first, 0);
    return NodeType(first) == "(" || NodeType(first) == "[";
  }
  if (NodeType(node) == "conditional_expression" &&
      NodeType(NamedChild(node, 0)) == "named_expression") {
    return true;
  }
  for (uint32_t i = 0; i < NamedChildCount(node); ++i) {
    if (IsMisread(NamedChild(node, i))) return true;
  }
  return false;
}

// "" where both say the same below these nodes, else the first place where they do not.
inline std::string Difference(const Syntax& a, NodeId x, const Syntax& b, NodeId y) {
  const Node& m = a[x];
  const Node& n = b[y];
  // A block of the grammar's may end behind the comment on its last line; what is made of a case,
  // and what is before an `as`, ends elsewhere on it.
  const bool block = (m.kind >= NodeKind::kOpaque || m.kind == NodeKind::kConditional ||
                      m.kind == NodeKind::kLambda) &&
                     a.end_line(x) == b.end_line(y);
  const bool same = m.kind == n.kind && m.flag == n.flag && m.begin == n.begin &&
                    (m.end == n.end || block) && a.count(x) == b.count(y) && a.text(x) == b.text(y);
  if (!same) {
    std::ostringstream out;
    out << "kind " << int(m.kind) << " and " << int(n.kind) << " at " << a.line(x) << ":"
        << a.column(x) << "-" << m.end << " and " << b.line(y) << ":" << b.column(y) << "-" << n.end
        << ", '" << a.text(x) << "' and '" << b.text(y) << "', " << a.count(x) << " and "
        << b.count(y) << " children";
    return out.str();
  }
  for (size_t i = 0; i < a.count(x); ++i) {
    std::string below = Difference(a, a.child(x, i), b, b.child(y, i));
    if (!below.empty()) return below;
  }
  return "";
}

}  // namespace flagcensus
