// What all handlers of a lowering share: the children of a concrete node, and NodeMaker.
//
// Each handler converts one concrete node of tree-sitter-python 0.25 (its node-types.json) to one
// abstract node of Python's `ast`. A node without a handler becomes kOpaque (an expression) or
// nothing (a statement), so unknown syntax affects nothing else. Handlers of expressions are
// in lower_expressions.h, of statements in lower_statements.h.
#pragma once

#include <tree_sitter/api.h>

#include <optional>
#include <string_view>
#include <vector>

#include "analyzer/python/node.h"
#include "analyzer/python/syntax.h"

namespace flagcensus {

inline constexpr int kMaxDepth = 200;  // of nested nodes
inline constexpr const char* kTooDeep = "nested deeper than 200 levels: deeper parts are skipped";

// Children of a node that is being made.
using NodeIds = std::vector<NodeId>;

// A child of a concrete node, with the field that the grammar gives it.
struct Child {
  TSNode node;
  std::string_view field;  // "" if the grammar names none
  bool named = false;
};

// The children without comments and other extras; empty for a null node.
std::vector<Child> ChildrenOf(TSNode node);

// The first child of the field; null if there is none.
const Child* Find(const std::vector<Child>& children, std::string_view field);

// `*a.b(c)`: the grammar may parse it as a call of the member of `*a`. The nodes inside then begin
// after the star.
struct SplatPlace {
  uint32_t begin;    // byte of the '*'
  uint32_t operand;  // after it
};

// The nodes made so far, and the state of the walk that makes them.
struct NodeMaker {
  std::string_view source;  // the text of the file
  SyntaxBuilder builder;
  std::vector<SyntaxCut> cuts;
  std::optional<SplatPlace> splat;  // nested too deep in the current expression
  int depth = 0;                    // of the current node

  std::string_view TextOf(TSNode node) const;

  NodeId Make(NodeKind kind, TSNode at, const NodeIds& children = {}, std::string_view text = {},
              uint8_t flag = 0);
  NodeId Opaque(TSNode at) { return Make(NodeKind::kOpaque, at, {}, TextOf(at).substr(0, 80)); }
  NodeId EmptyBlock(TSNode at) { return Make(NodeKind::kBlock, at); }

  // Represents a construct without its own node as a call of something unknown: effects in its
  // parts count, and its value is unknown.
  NodeId Spread(TSNode at, const NodeIds& parts);

  // Records that the rest of `at` is skipped.
  void Cut(TSNode at, const char* what);
};

}  // namespace flagcensus
