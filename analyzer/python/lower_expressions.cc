// Expressions ─→ nodes, each by its type in the grammar.
#include "analyzer/python/lower_expressions.h"

#include <string>
#include <unordered_map>
#include <unordered_set>

#include "analyzer/base/text.h"
#include "analyzer/python/chains.h"

namespace flagcensus {
namespace {

constexpr int kChainDepth = 150;  // of a chain, in a statement that is not deep itself

// Which parts a slice has, by the colons before each: a[:b] has only an upper one.
uint8_t BoundsOf(TSNode slice) {
  uint8_t out = 0;
  int colons = 0;
  // Each colon moves on to the next bound.
  for (const Child& child : ChildrenOf(slice)) {
    if (child.named) {
      out |= static_cast<uint8_t>(kLowerBound << colons);
    } else {
      ++colons;
    }
  }
  return out;
}

}  // namespace

// The expression of a field of a node with several children.
NodeId ExpressionLowering::Field(const std::vector<Child>& children, std::string_view field) {
  for (const Child& child : children) {
    if (child.field == field && child.named) return Expression(child.node);
  }
  return kNoNode;
}

NodeIds ExpressionLowering::Expressions(TSNode node) {
  // Punctuation has no names in the grammar.
  NodeIds out;
  for (const Child& child : ChildrenOf(node)) {
    if (child.named) out.push_back(Expression(child.node));
  }
  return out;
}

NodeId ExpressionLowering::Expression(TSNode node) {
  if (BeginsWithSplat(node)) return SplatOf(node);
  // Deeper parts are skipped and reported; a leaf loses nothing by that.
  if (nodes_.depth >= kMaxDepth) {
    if (NamedChildCount(node) > 0) nodes_.Cut(node, kTooDeep);
    return nodes_.Opaque(node);
  }
  ++nodes_.depth;
  // The deeper the statement, the shorter the chains that are lowered by recursion.
  const auto most = static_cast<size_t>(std::max(kMaxDepth / 10, kChainDepth - nodes_.depth));
  const NodeId id = IsLongChain(node, most) ? literals_.ChainOf(node) : ExpressionOf(node);
  --nodes_.depth;
  return id;
}

NodeId ExpressionLowering::ExpressionOf(TSNode node) {
  // Nodes that consist of their named children, in order.
  static const std::unordered_map<std::string_view, NodeKind> kRows = {
      {"tuple", NodeKind::kTuple},
      {"expression_list", NodeKind::kTuple},
      {"pattern_list", NodeKind::kTuple},
      {"list", NodeKind::kList},
      {"list_pattern", NodeKind::kList},
      {"set", NodeKind::kSet},
      {"dictionary", NodeKind::kDict},
      {"list_splat", NodeKind::kSplat},
      {"list_splat_pattern", NodeKind::kSplat},
      {"not_operator", NodeKind::kNot},
      {"dictionary_splat", NodeKind::kDoubleSplat},
      {"await", NodeKind::kAwait},
      {"yield", NodeKind::kYield},
  };
  // Nodes with their own handler. Those of kRows, below, need none.
  using L = ExpressionLowering;
  using Handler = NodeId (*)(L&, TSNode);
  static const std::unordered_map<std::string_view, Handler> kHandlers = {
      {"identifier",
       [](L& l, TSNode n) { return l.nodes_.Make(NodeKind::kName, n, {}, l.nodes_.TextOf(n)); }},
      {"true", [](L& l, TSNode n) { return l.nodes_.Make(NodeKind::kTrue, n); }},
      {"false", [](L& l, TSNode n) { return l.nodes_.Make(NodeKind::kFalse, n); }},
      {"none", [](L& l, TSNode n) { return l.nodes_.Make(NodeKind::kNone, n); }},
      {"ellipsis", [](L& l, TSNode n) { return l.nodes_.Make(NodeKind::kEllipsis, n); }},
      {"slice",
       [](L& l, TSNode n) {
         return l.nodes_.Make(NodeKind::kSlice, n, l.Expressions(n),
                              l.nodes_.TextOf(n).substr(0, 80), BoundsOf(n));
       }},
      {"string", [](L& l, TSNode n) { return l.literals_.StringOf(n); }},
      {"concatenated_string", [](L& l, TSNode n) { return l.literals_.ConcatenatedOf(n); }},
      {"integer", [](L& l, TSNode n) { return l.literals_.IntegerOf(n); }},
      {"float", [](L& l, TSNode n) { return l.literals_.FloatOf(n); }},
      {"call", [](L& l, TSNode n) { return l.CallOf(n); }},
      {"parenthesized_expression", [](L& l, TSNode n) { return l.InnerOf(n); }},
      {"tuple_pattern", [](L& l, TSNode n) { return l.TuplePatternOf(n); }},
      {"as_pattern", [](L& l, TSNode n) { return l.InnerOf(n); }},
      {"type", [](L& l, TSNode n) { return l.InnerOf(n); }},
      {"as_pattern_target", [](L& l, TSNode n) { return l.InnerOf(n); }},
      {"attribute",
       [](L& l, TSNode n) {
         return l.WithFields(NodeKind::kAttribute, n, {"object"}, "attribute");
       }},
      {"subscript", [](L& l, TSNode n) { return l.SubscriptOf(n); }},
      {"keyword_argument",
       [](L& l, TSNode n) { return l.WithFields(NodeKind::kKeyword, n, {"value"}, "name"); }},
      {"pair", [](L& l, TSNode n) { return l.WithFields(NodeKind::kPair, n, {"key", "value"}); }},
      {"binary_operator",
       [](L& l, TSNode n) {
         return l.WithFields(NodeKind::kBinary, n, {"left", "right"}, "operator");
       }},
      {"boolean_operator", [](L& l, TSNode n) { return l.BooleanOf(n); }},
      {"unary_operator",
       [](L& l, TSNode n) { return l.WithFields(NodeKind::kUnary, n, {"argument"}, "operator"); }},
      {"named_expression",
       [](L& l, TSNode n) { return l.WithFields(NodeKind::kWalrus, n, {"name", "value"}); }},
      {"comparison_operator", [](L& l, TSNode n) { return l.CompareOf(n); }},
      {"conditional_expression", [](L& l, TSNode n) { return l.ConditionalOf(n); }},
      {"lambda", [](L& l, TSNode n) { return l.LambdaOf(n); }},
      {"list_comprehension", [](L& l, TSNode n) { return l.ComprehensionOf(n, "list"); }},
      {"set_comprehension", [](L& l, TSNode n) { return l.ComprehensionOf(n, "set"); }},
      {"dictionary_comprehension", [](L& l, TSNode n) { return l.ComprehensionOf(n, "dict"); }},
      {"generator_expression", [](L& l, TSNode n) { return l.ComprehensionOf(n, "generator"); }},
      {"generic_type", [](L& l, TSNode n) { return l.GenericTypeOf(n); }},
      {"type_parameter", [](L& l, TSNode n) { return l.TypeParameterOf(n); }},
      {"assignment", [](L& l, TSNode n) { return l.AssignOf(n); }},
  };
  // A type that is in neither table is unknown syntax: opaque.
  const std::string_view type = NodeType(node);
  if (const auto handler = kHandlers.find(type); handler != kHandlers.end()) {
    return handler->second(*this, node);
  }
  const auto row = kRows.find(type);
  if (row == kRows.end()) return nodes_.Opaque(node);
  // Larger displays are data.
  if (NamedChildCount(node) > kMaxElements) return literals_.LongLiteral(node);
  if (nodes_.splat && row->second == NodeKind::kSplat && StartByte(node) == nodes_.splat->begin) {
    return InnerOf(node);  // SplatOf makes the splat
  }
  return nodes_.Make(row->second, node, Expressions(node));
}

// The splat itself is not an operation.
bool ExpressionLowering::BeginsWithSplat(TSNode node) const {
  const uint32_t begin = StartByte(node);
  // Only a node that begins with a star can contain a misplaced splat.
  if (begin >= nodes_.source.size() || nodes_.source[begin] != '*' ||
      (nodes_.splat && nodes_.splat->begin == begin)) {
    return false;
  }
  static const std::unordered_set<std::string_view> kOperations = {"attribute",
                                                                   "subscript",
                                                                   "call",
                                                                   "binary_operator",
                                                                   "comparison_operator",
                                                                   "boolean_operator",
                                                                   "conditional_expression"};
  return kOperations.count(NodeType(node)) > 0;
}

NodeId ExpressionLowering::SplatOf(TSNode node) {
  // The splat is the leftmost descendant.
  TSNode first = node;  // the splat itself
  while (NodeType(first) != "list_splat") {
    if (ChildCount(first) == 0) return nodes_.Opaque(node);
    // The star without an operand is broken.
    first = NodeChild(first, 0);
  }
  const TSNode operand = NamedChild(first, 0);
  if (ts_node_is_null(operand)) return nodes_.Opaque(node);
  // Splats in the arguments have their own places.
  const std::optional<SplatPlace> outer = nodes_.splat;
  nodes_.splat = SplatPlace{StartByte(node), StartByte(operand)};
  const NodeId value = Expression(node);
  nodes_.splat = outer;
  return nodes_.Make(NodeKind::kSplat, node, {value});
}

// The expressions of the fields in their order, with the text of another field. A missing one is
// opaque.
NodeId ExpressionLowering::WithFields(NodeKind kind, TSNode node,
                                      std::initializer_list<std::string_view> fields,
                                      std::string_view text_field) {
  const std::vector<Child> children = ChildrenOf(node);
  NodeIds ids;
  // A missing field occurs in broken text.
  for (const std::string_view field : fields) {
    const NodeId id = Field(children, field);
    // A missing field keeps its position.
    ids.push_back(id == kNoNode ? nodes_.Opaque(node) : id);
  }
  const Child* const text = text_field.empty() ? nullptr : Find(children, text_field);
  return nodes_.Make(kind, node, ids,
                     text == nullptr ? std::string_view() : nodes_.TextOf(text->node));
}

// (a, b), (a,): the grammar has the same node for `(a)`, which is `a`.
NodeId ExpressionLowering::TuplePatternOf(TSNode node) {
  const std::vector<Child> children = ChildrenOf(node);
  size_t named = 0;
  // A comma distinguishes a tuple from parentheses.
  bool comma = false;
  for (const Child& child : children) {
    named += child.named ? 1 : 0;
    comma = comma || nodes_.TextOf(child.node) == ",";
  }
  if (named == 1 && !comma) return InnerOf(node);
  if (named > kMaxElements) return literals_.LongLiteral(node);
  return nodes_.Make(NodeKind::kTuple, node, Expressions(node));
}

// The expression in parentheses, or in a node that only names its role.
NodeId ExpressionLowering::InnerOf(TSNode node) {
  for (const Child& child : ChildrenOf(node)) {
    if (child.named) return Expression(child.node);
  }
  return nodes_.Opaque(node);
}

NodeId ExpressionLowering::SubscriptOf(TSNode node) {
  const std::vector<Child> children = ChildrenOf(node);
  NodeIds index;
  // a[1, 2] has two subscripts, which are one tuple.
  for (const Child& child : children) {
    if (child.field == "subscript" && child.named) index.push_back(Expression(child.node));
  }
  // The object may be missing in broken text.
  const NodeId object = Field(children, "value");
  const NodeId inner = index.size() == 1 ? index[0] : nodes_.Make(NodeKind::kTuple, node, index);
  return nodes_.Make(NodeKind::kSubscript, node,
                     {object == kNoNode ? nodes_.Opaque(node) : object, inner});
}

// The operator is a child of its own, by its text.
NodeId ExpressionLowering::BooleanOf(TSNode node) {
  const std::vector<Child> children = ChildrenOf(node);
  const Child* const name = Find(children, "operator");
  const bool both = name != nullptr && nodes_.TextOf(name->node) == "and";
  return WithFields(both ? NodeKind::kAnd : NodeKind::kOr, node, {"left", "right"});
}

// a < b <= c: operands and operators alternate among the children.
NodeId ExpressionLowering::CompareOf(TSNode node) {
  std::string operators;
  NodeIds ids;
  for (const Child& child : ChildrenOf(node)) {
    // Operands.
    if (child.named) {
      ids.push_back(Expression(child.node));
      continue;
    }
    // "not in" and "is not" are one operator each.
    if (!operators.empty()) operators += ',';
    bool space = false;
    // Blanks and joints inside an operator become one blank.
    for (const char c : nodes_.TextOf(child.node)) {
      if (c == ' ' || c == '\t' || c == '\n' || c == '\\' || c == '\r') {
        space = true;
        continue;
      }
      if (space) operators += ' ';
      space = false;
      operators += c;
    }
  }
  return nodes_.Make(NodeKind::kCompare, node, ids, operators);
}

NodeId ExpressionLowering::ConditionalOf(TSNode node) {
  // The grammar has the value first, then the test.
  const NodeIds ids = Expressions(node);
  // Broken: one of the three parts is missing.
  if (ids.size() != 3) return nodes_.Opaque(node);
  return nodes_.Make(NodeKind::kConditional, node, {ids[1], ids[0], ids[2]});
}

// A lambda without parameters has no such child, but an empty list here.
NodeId ExpressionLowering::LambdaOf(TSNode node) {
  const std::vector<Child> children = ChildrenOf(node);
  const Child* const parameters = Find(children, "parameters");
  const NodeId list = parameters == nullptr ? nodes_.Make(NodeKind::kParameters, node)
                                            : ParametersOf(parameters->node);
  // A missing body is opaque.
  const NodeId body = Field(children, "body");
  return nodes_.Make(NodeKind::kLambda, node, {list, body == kNoNode ? nodes_.Opaque(node) : body});
}

NodeId ExpressionLowering::AssignOf(TSNode node) {
  // a: int = 1 is an assignment with a type in the grammar.
  const std::vector<Child> children = ChildrenOf(node);
  const NodeId target = Field(children, "left");
  const Child* annotation = Find(children, "type");
  const Child* right = Find(children, "right");
  if (target == kNoNode) return nodes_.Opaque(node);
  // target: type, with or without a value.
  if (annotation != nullptr) {
    NodeIds ids = {target, Expression(annotation->node)};
    if (right != nullptr) ids.push_back(Expression(right->node));
    return nodes_.Make(NodeKind::kAnnotated, node, ids);
  }
  if (right == nullptr) return nodes_.Opaque(node);
  // a = b = value is an assignment with an assignment as its right side.
  NodeIds targets = {target};
  TSNode value = right->node;
  for (int i = 0; i < kMaxDepth && NodeType(value) == "assignment"; ++i) {
    const std::vector<Child> inner = ChildrenOf(value);
    const NodeId next = Field(inner, "left");
    const Child* next_value = Find(inner, "right");
    if (next == kNoNode || next_value == nullptr) break;
    targets.push_back(next);
    value = next_value->node;
  }
  NodeIds ids = {Expression(value)};
  ids.insert(ids.end(), targets.begin(), targets.end());
  return nodes_.Make(NodeKind::kAssign, node, ids);
}

// Separators have no node, except for a bare `*`.
NodeId ExpressionLowering::ParametersOf(TSNode node) {
  NodeIds ids;
  // Commas and parentheses are unnamed.
  for (const Child& child : ChildrenOf(node)) {
    if (!child.named) continue;
    // `/` makes no parameter.
    if (const NodeId id = ParameterOf(child.node); id != kNoNode) ids.push_back(id);
  }
  return nodes_.Make(NodeKind::kParameters, node, ids);
}

// A parameter with its annotation and default; kNoNode for a bare `/`.
NodeId ExpressionLowering::ParameterOf(TSNode node) {
  const std::string_view type = NodeType(node);
  TSNode name = node;
  NodeId annotation = kNoNode;
  NodeId value = kNoNode;
  uint8_t flag = 0;
  // The forms of a parameter, by type: with default, with annotation, with both.
  if (type == "default_parameter" || type == "typed_default_parameter") {
    const std::vector<Child> parts = ChildrenOf(node);
    if (const Child* found = Find(parts, "name")) name = found->node;
    annotation = Field(parts, "type");
    value = Field(parts, "value");
  } else if (type == "typed_parameter") {
    const std::vector<Child> parts = ChildrenOf(node);
    annotation = Field(parts, "type");
    if (!parts.empty()) name = parts.front().node;
  }
  // The type of the name decides: *args has its own.
  const std::string_view inner = NodeType(name);
  if (inner == "list_splat_pattern") flag = 1;
  if (inner == "dictionary_splat_pattern") flag = 2;
  if (type == "keyword_separator") flag = 1;  // a bare *
  if (type == "positional_separator") return kNoNode;
  std::string_view text = nodes_.TextOf(name);
  while (!text.empty() && text.front() == '*') text.remove_prefix(1);
  // Without an annotation the first child is a kOpaque, so the default is the second.
  NodeIds parts = {annotation == kNoNode ? nodes_.Make(NodeKind::kOpaque, node) : annotation};
  if (value != kNoNode) parts.push_back(value);
  return nodes_.Make(NodeKind::kParameter, node, parts, Trim(text), flag);
}

// list[int], in annotations.
NodeId ExpressionLowering::GenericTypeOf(TSNode node) {
  // The name and its last parameter list.
  const NodeIds ids = Expressions(node);
  return ids.empty() ? nodes_.Opaque(node)
                     : nodes_.Make(NodeKind::kSubscript, node, {ids[0], ids.back()});
}

NodeId ExpressionLowering::TypeParameterOf(TSNode node) {
  const NodeIds ids = Expressions(node);
  if (ids.empty()) return nodes_.Opaque(node);
  return ids.size() == 1 ? ids[0] : nodes_.Make(NodeKind::kTuple, node, ids);
}

NodeId ExpressionLowering::CallOf(TSNode node) {
  // The callee first, then the arguments in order.
  const std::vector<Child> children = ChildrenOf(node);
  NodeIds ids;
  const NodeId callee = Field(children, "function");
  ids.push_back(callee == kNoNode ? nodes_.Opaque(node) : callee);
  const Child* arguments = Find(children, "arguments");
  if (arguments != nullptr) {
    // f(x for x in y): the generator is the argument list itself.
    if (NodeType(arguments->node) == "generator_expression") {
      ids.push_back(Expression(arguments->node));
    } else {
      for (const Child& argument : ChildrenOf(arguments->node)) {
        if (argument.named) ids.push_back(Expression(argument.node));
      }
    }
  }
  return nodes_.Make(NodeKind::kCall, node, ids);
}

// for_in_clause and if_clause are siblings in the grammar; a kClause contains its conditions.
NodeId ExpressionLowering::ComprehensionOf(TSNode node, std::string_view kind) {
  // The element, then each clause with its conditions.
  NodeIds ids;
  NodeIds clauses;
  NodeIds open;  // children of the clause being built
  TSNode at = node;
  const auto close = [&] {
    if (!open.empty()) clauses.push_back(nodes_.Make(NodeKind::kClause, at, open));
    open.clear();
  };
  for (const Child& child : ChildrenOf(node)) {
    // Clauses and conditions are siblings of the element.
    if (!child.named) continue;
    const std::string_view type = NodeType(child.node);
    if (type == "for_in_clause") {
      close();
      at = child.node;
      const std::vector<Child> parts = ChildrenOf(child.node);
      const NodeId target = Field(parts, "left");
      const NodeId iterable = Field(parts, "right");
      open = {target == kNoNode ? nodes_.Opaque(node) : target,
              iterable == kNoNode ? nodes_.Opaque(node) : iterable};
    } else if (type == "if_clause") {
      const NodeIds condition = Expressions(child.node);
      if (!open.empty()) open.insert(open.end(), condition.begin(), condition.end());
    } else if (child.field == "body") {
      ids.push_back(Expression(child.node));
    }
  }
  close();
  if (ids.empty()) return nodes_.Opaque(node);
  ids.insert(ids.end(), clauses.begin(), clauses.end());
  return nodes_.Make(NodeKind::kComprehension, node, ids, kind);
}

}  // namespace flagcensus
