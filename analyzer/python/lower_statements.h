// Statements ─→ nodes: one method for each kind of concrete node that is not simply its children.
#pragma once

#include <string_view>
#include <vector>

#include "analyzer/python/lower_expressions.h"

namespace flagcensus {

// lower_patterns.cc: the parts of a match statement.
class PatternLowering {
 public:
  PatternLowering(NodeMaker& nodes, ExpressionLowering& expressions)
      : nodes_(nodes), expressions_(expressions) {}

  NodeId SubjectOf(TSNode node, const std::vector<Child>& children);
  NodeId CaseOf(TSNode clause, NodeId block);
  bool TakesAll(TSNode clause);

 private:
  void Captures(TSNode pattern, int depth, NodeIds* names);
  // Adds the literals that the pattern, or an alternative of it, consists of. False if it has
  // others.
  bool Literals(TSNode pattern, int depth, NodeIds* out);

  NodeMaker& nodes_;
  ExpressionLowering& expressions_;
};

class StatementLowering {
 public:
  StatementLowering(NodeMaker& nodes, ExpressionLowering& expressions)
      : nodes_(nodes), expressions_(expressions), patterns_(nodes, expressions) {}

  // The statements of a module or a block.
  NodeId Statements(TSNode node, NodeKind kind);

 private:
  // lower_statements.cc
  void Statement(TSNode node, NodeIds* out);
  void SimpleOf(TSNode node, NodeIds* out);
  NodeId AugmentedOf(TSNode node);
  void DecoratedOf(TSNode node, NodeIds* out);
  NodeId FunctionOf(TSNode node, const NodeIds& decorators);
  NodeId ClassOf(TSNode node, const NodeIds& decorators);
  NodeId ImportOf(TSNode node);
  void BrokenOf(TSNode node, NodeIds* out);
  NodeId BlockField(const std::vector<Child>& children, std::string_view field);

  // lower_blocks.cc
  NodeId IfOf(TSNode node);
  NodeId LoopOf(TSNode node);
  NodeId TryOf(TSNode node);
  NodeId ExceptOf(TSNode node);
  NodeId WithOf(TSNode node);
  NodeId WithItemOf(TSNode node);
  NodeId MatchOf(TSNode node);

  NodeMaker& nodes_;
  ExpressionLowering& expressions_;
  PatternLowering patterns_;
};

}  // namespace flagcensus
