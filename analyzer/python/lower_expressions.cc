// expressions ─→ nodes, each by the type that the grammar gives it
#include <string>
#include <unordered_map>
#include <unordered_set>

#include "analyzer/base/text.h"
#include "analyzer/python/lowering.h"

namespace flagcensus {

NodeId Lowering::ExpressionOf(TSNode node) {
  // Nodes that are what they are made of: the named children in their order.
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
  using L = Lowering;
  using Handler = NodeId (*)(L&, TSNode);
  static const std::unordered_map<std::string_view, Handler> kHandlers = {
      {"identifier", [](L& l, TSNode n) { return l.Make(NodeKind::kName, n, {}, l.TextOf(n)); }},
      {"true", [](L& l, TSNode n) { return l.Make(NodeKind::kTrue, n); }},
      {"false", [](L& l, TSNode n) { return l.Make(NodeKind::kFalse, n); }},
      {"none", [](L& l, TSNode n) { return l.Make(NodeKind::kNone, n); }},
      {"ellipsis", [](L& l, TSNode n) { return l.Make(NodeKind::kEllipsis, n); }},
      {"slice",
       [](L& l, TSNode n) {
         return l.Make(NodeKind::kSlice, n, l.Expressions(n), l.TextOf(n).substr(0, 80));
       }},
      {"string", [](L& l, TSNode n) { return l.StringOf(n); }},
      {"concatenated_string", [](L& l, TSNode n) { return l.ConcatenatedOf(n); }},
      {"integer", [](L& l, TSNode n) { return l.IntegerOf(n); }},
      {"float", [](L& l, TSNode n) { return l.FloatOf(n); }},
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
  const std::string_view type = NodeType(node);
  if (const auto handler = kHandlers.find(type); handler != kHandlers.end()) {
    return handler->second(*this, node);
  }
  const auto row = kRows.find(type);
  if (row == kRows.end()) return Opaque(node);
  if (NamedChildCount(node) > kMaxElements) return LongLiteral(node);
  if (splat_ && row->second == NodeKind::kSplat && StartByte(node) == splat_->begin) {
    return InnerOf(node);  // SplatOf makes it
  }
  return Make(row->second, node, Expressions(node));
}

bool Lowering::BeginsWithSplat(TSNode node) const {
  const uint32_t begin = StartByte(node);
  if (begin >= text_.size() || text_[begin] != '*' || (splat_ && splat_->begin == begin)) {
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

NodeId Lowering::SplatOf(TSNode node) {
  TSNode first = node;  // the splat itself
  while (NodeType(first) != "list_splat") {
    if (ChildCount(first) == 0) return Opaque(node);
    first = NodeChild(first, 0);
  }
  const TSNode operand = NamedChild(first, 0);
  if (ts_node_is_null(operand)) return Opaque(node);
  const std::optional<SplatAt> outer = splat_;
  splat_ = SplatAt{StartByte(node), StartPoint(operand)};
  const NodeId value = Expression(node);
  splat_ = outer;
  return Make(NodeKind::kSplat, node, {value});
}

// The expressions of the fields in their order, and the text of another one.
NodeId Lowering::WithFields(NodeKind kind, TSNode node,
                            std::initializer_list<std::string_view> fields,
                            std::string_view text_field) {
  const std::vector<Child> children = ChildrenOf(node);
  Ids ids;
  for (const std::string_view field : fields) {
    const NodeId id = Field(children, field);
    ids.push_back(id == kNoNode ? Opaque(node) : id);
  }
  const Child* const text = text_field.empty() ? nullptr : Find(children, text_field);
  return Make(kind, node, ids, text == nullptr ? std::string_view() : TextOf(text->node));
}

// (a, b), (a,): the grammar has the same for `(a)`, which is `a`.
NodeId Lowering::TuplePatternOf(TSNode node) {
  const std::vector<Child> children = ChildrenOf(node);
  size_t named = 0;
  bool comma = false;
  for (const Child& child : children) {
    named += child.named ? 1 : 0;
    comma = comma || TextOf(child.node) == ",";
  }
  if (named == 1 && !comma) return InnerOf(node);
  if (named > kMaxElements) return LongLiteral(node);
  return Make(NodeKind::kTuple, node, Expressions(node));
}

// What stands in parentheses, or in a node that only names its role.
NodeId Lowering::InnerOf(TSNode node) {
  for (const Child& child : ChildrenOf(node)) {
    if (child.named) return Expression(child.node);
  }
  return Opaque(node);
}

NodeId Lowering::SubscriptOf(TSNode node) {
  const std::vector<Child> children = ChildrenOf(node);
  Ids index;
  for (const Child& child : children) {
    if (child.field == "subscript" && child.named) index.push_back(Expression(child.node));
  }
  const NodeId object = Field(children, "value");
  const NodeId inner = index.size() == 1 ? index[0] : Make(NodeKind::kTuple, node, index);
  return Make(NodeKind::kSubscript, node, {object == kNoNode ? Opaque(node) : object, inner});
}

NodeId Lowering::BooleanOf(TSNode node) {
  const std::vector<Child> children = ChildrenOf(node);
  const Child* const name = Find(children, "operator");
  const bool both = name != nullptr && TextOf(name->node) == "and";
  return WithFields(both ? NodeKind::kAnd : NodeKind::kOr, node, {"left", "right"});
}

NodeId Lowering::CompareOf(TSNode node) {
  std::string operators;
  Ids ids;
  for (const Child& child : ChildrenOf(node)) {
    if (child.named) {
      ids.push_back(Expression(child.node));
      continue;
    }
    // "not in" and "is not" are one operator each.
    if (!operators.empty()) operators += ',';
    bool space = false;
    for (const char c : TextOf(child.node)) {
      if (c == ' ' || c == '\t' || c == '\n' || c == '\\' || c == '\r') {
        space = true;
        continue;
      }
      if (space) operators += ' ';
      space = false;
      operators += c;
    }
  }
  return Make(NodeKind::kCompare, node, ids, operators);
}

NodeId Lowering::ConditionalOf(TSNode node) {
  const Ids ids = Expressions(node);
  if (ids.size() != 3) return Opaque(node);
  return Make(NodeKind::kConditional, node, {ids[1], ids[0], ids[2]});
}

NodeId Lowering::LambdaOf(TSNode node) {
  const std::vector<Child> children = ChildrenOf(node);
  const Child* const parameters = Find(children, "parameters");
  const NodeId list =
      parameters == nullptr ? Make(NodeKind::kParameters, node) : ParametersOf(parameters->node);
  const NodeId body = Field(children, "body");
  return Make(NodeKind::kLambda, node, {list, body == kNoNode ? Opaque(node) : body});
}

// In annotations: list[int].
NodeId Lowering::GenericTypeOf(TSNode node) {
  const Ids ids = Expressions(node);
  return ids.empty() ? Opaque(node) : Make(NodeKind::kSubscript, node, {ids[0], ids.back()});
}

NodeId Lowering::TypeParameterOf(TSNode node) {
  const Ids ids = Expressions(node);
  if (ids.empty()) return Opaque(node);
  return ids.size() == 1 ? ids[0] : Make(NodeKind::kTuple, node, ids);
}

NodeId Lowering::CallOf(TSNode node) {
  const std::vector<Child> children = ChildrenOf(node);
  Ids ids;
  const NodeId callee = Field(children, "function");
  ids.push_back(callee == kNoNode ? Opaque(node) : callee);
  const Child* arguments = Find(children, "arguments");
  if (arguments != nullptr) {
    if (NodeType(arguments->node) == "generator_expression") {
      ids.push_back(Expression(arguments->node));
    } else {
      for (const Child& argument : ChildrenOf(arguments->node)) {
        if (argument.named) ids.push_back(Expression(argument.node));
      }
    }
  }
  return Make(NodeKind::kCall, node, ids);
}

NodeId Lowering::ComprehensionOf(TSNode node, std::string_view kind) {
  Ids ids;
  Ids clauses;
  Ids open;  // children of the clause being built
  TSNode at = node;
  const auto close = [&] {
    if (!open.empty()) clauses.push_back(Make(NodeKind::kClause, at, open));
    open.clear();
  };
  for (const Child& child : ChildrenOf(node)) {
    if (!child.named) continue;
    const std::string_view type = NodeType(child.node);
    if (type == "for_in_clause") {
      close();
      at = child.node;
      const std::vector<Child> parts = ChildrenOf(child.node);
      const NodeId target = Field(parts, "left");
      const NodeId iterable = Field(parts, "right");
      open = {target == kNoNode ? Opaque(node) : target,
              iterable == kNoNode ? Opaque(node) : iterable};
    } else if (type == "if_clause") {
      const Ids condition = Expressions(child.node);
      if (!open.empty()) open.insert(open.end(), condition.begin(), condition.end());
    } else if (child.field == "body") {
      ids.push_back(Expression(child.node));
    }
  }
  close();
  if (ids.empty()) return Opaque(node);
  ids.insert(ids.end(), clauses.begin(), clauses.end());
  return Make(NodeKind::kComprehension, node, ids, kind);
}

}  // namespace flagcensus
