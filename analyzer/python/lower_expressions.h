// Expressions and their literals ─→ nodes: one method for each kind of concrete node that is not
// simply its children.
#pragma once

#include <initializer_list>
#include <string_view>
#include <vector>

#include "analyzer/python/lowering.h"

namespace flagcensus {

class ExpressionLowering;

// lower_literals.cc: strings, numbers, chains of operators and literals that are too long.
class LiteralLowering {
 public:
  // Parts of literals are expressions.
  LiteralLowering(NodeMaker& nodes, ExpressionLowering& expressions)
      : nodes_(nodes), expressions_(expressions) {}

  // One method for each kind of literal.
  NodeId StringOf(TSNode node);
  NodeId ConcatenatedOf(TSNode node);
  NodeId ChainOf(TSNode node);
  NodeId LongLiteral(TSNode node);
  NodeId IntegerOf(TSNode node);
  NodeId FloatOf(TSNode node);

 private:
  NodeId InterpolationOf(TSNode node);
  void FormOf(const std::vector<Child>& children, NodeIds* out);

  NodeMaker& nodes_;
  ExpressionLowering& expressions_;
};

// lower_expressions.cc
class ExpressionLowering {
 public:
  explicit ExpressionLowering(NodeMaker& nodes) : nodes_(nodes), literals_(nodes, *this) {}

  NodeId Expression(TSNode node);
  // The expression of each named child, in order.
  NodeIds Expressions(TSNode node);
  // The expression of the field; kNoNode if there is none.
  NodeId Field(const std::vector<Child>& children, std::string_view field);
  NodeId AssignOf(TSNode node);
  NodeId ParametersOf(TSNode node);

 private:
  // Lowers an expression according to the type of its concrete node.
  NodeId ExpressionOf(TSNode node);
  // `*a.b(c)` is a splat of the call: the grammar may parse it as a call of the member of `*a`.
  bool BeginsWithSplat(TSNode node) const;
  NodeId SplatOf(TSNode node);
  NodeId WithFields(NodeKind kind, TSNode node, std::initializer_list<std::string_view> fields,
                    std::string_view text_field = {});
  NodeId InnerOf(TSNode node);
  NodeId TuplePatternOf(TSNode node);
  NodeId CallOf(TSNode node);
  NodeId SubscriptOf(TSNode node);
  NodeId BooleanOf(TSNode node);
  NodeId CompareOf(TSNode node);
  NodeId ConditionalOf(TSNode node);
  NodeId LambdaOf(TSNode node);
  NodeId GenericTypeOf(TSNode node);
  NodeId TypeParameterOf(TSNode node);
  NodeId ComprehensionOf(TSNode node, std::string_view kind);
  NodeId ParameterOf(TSNode node);

  NodeMaker& nodes_;
  LiteralLowering literals_;
};

}  // namespace flagcensus
