// The lowering of one module: the state shared by its handlers, and the file of each handler.
//
// Each handler converts one concrete node of tree-sitter-python 0.25 (its node-types.json) to one
// abstract node of Python's `ast`. A node without a handler becomes kOpaque (an expression) or
// nothing (a statement), so that unknown syntax affects nothing else. It is one class, because
// handlers call one another as the grammar does, with one file per kind of node.
#pragma once

#include <tree_sitter/api.h>

#include <algorithm>
#include <functional>
#include <initializer_list>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "analyzer/python/node.h"
#include "analyzer/python/syntax.h"

namespace flagcensus {

inline constexpr int kMaxDepth = 200;         // of nested nodes
inline constexpr size_t kMaxElements = 5000;  // of one literal; a longer one is data
inline constexpr const char* kTooDeep = "nested deeper than 200 levels: deeper parts are skipped";

struct Child {
  TSNode node;
  std::string_view field;  // "" if the grammar names none
  bool named = false;
};

class Lowering {
 public:
  explicit Lowering(std::string_view text) : text_(text) {}

  Syntax Run(TSNode module);

 private:
  using Ids = std::vector<NodeId>;

  std::string_view TextOf(TSNode node) const;

  static std::vector<Child> ChildrenOf(TSNode node);

  NodeId Make(NodeKind kind, TSNode at, const Ids& children = {}, std::string_view text = {},
              uint8_t flag = 0);

  void Cut(TSNode at, const char* what);

  // Represents a construct that has no node of its own as a call of something unknown: effects in
  // its parts count, and its value is unknown.
  NodeId Spread(TSNode at, const Ids& parts);

  NodeId Opaque(TSNode at) { return Make(NodeKind::kOpaque, at, {}, TextOf(at).substr(0, 80)); }

  NodeId Field(const std::vector<Child>& children, std::string_view field);

  static const Child* Find(const std::vector<Child>& children, std::string_view field);

  // The expression of each named child, in order.
  Ids Expressions(TSNode node);

  NodeId Expression(TSNode node);

  // `*a.b(c)` is a splat of the call: the grammar may parse it as a call of the member of `*a`.
  bool BeginsWithSplat(TSNode node) const;
  NodeId SplatOf(TSNode node);

  // lower_literals.cc
  std::string_view TailOf(TSNode start, TSNode end) const;
  NodeId StringOf(TSNode node);
  NodeId InterpolationOf(TSNode node);
  void FormOf(const std::vector<Child>& children, Ids* out);
  NodeId ConcatenatedOf(TSNode node);
  NodeId ChainOf(TSNode node);
  NodeId LongLiteral(TSNode node);
  NodeId IntegerOf(TSNode node);
  NodeId FloatOf(TSNode node);

  // lower_expressions.cc
  NodeId ExpressionOf(TSNode node);
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

  // lower_statements.cc
  NodeId Statements(TSNode node, NodeKind kind);
  void Statement(TSNode node, Ids* out);
  void SimpleOf(TSNode node, Ids* out);
  NodeId AssignOf(TSNode node);
  NodeId AugmentedOf(TSNode node);
  void DecoratedOf(TSNode node, Ids* out);
  NodeId FunctionOf(TSNode node, const Ids& decorators);
  NodeId ParametersOf(TSNode node);
  NodeId ParameterOf(TSNode node);
  NodeId ClassOf(TSNode node, const Ids& decorators);
  NodeId ImportOf(TSNode node);
  void BrokenOf(TSNode node, Ids* out);

  // lower_blocks.cc
  NodeId IfOf(TSNode node);
  NodeId LoopOf(TSNode node);
  NodeId TryOf(TSNode node);
  NodeId ExceptOf(TSNode node);
  NodeId WithOf(TSNode node);
  std::vector<TSNode> ItemsInParentheses(TSNode item);
  static TSNode NameOf(TSNode value);
  NodeId WithItemOf(TSNode node);
  NodeId SubjectOf(TSNode node, const std::vector<Child>& children);
  NodeId MatchOf(TSNode node);
  bool TakesAll(TSNode clause);
  void Captures(TSNode pattern, int depth, Ids* names);
  NodeId CaseOf(TSNode clause, NodeId block);

  NodeId BlockField(const std::vector<Child>& children, std::string_view field);

  NodeId EmptyBlock(TSNode at) { return Make(NodeKind::kBlock, at); }

  std::string_view text_;
  SyntaxBuilder builder_;
  std::vector<SyntaxCut> cuts_;
  struct SplatAt {
    uint32_t begin;   // byte of the '*'
    TSPoint operand;  // after it
  };
  std::optional<SplatAt> splat_;  // nested too deep in the current expression
  int depth_ = 0;
};

}  // namespace flagcensus
