// Statements ─→ nodes, each by its type in the grammar.
#include "analyzer/python/lower_statements.h"

#include <string>
#include <unordered_map>

#include "analyzer/base/text.h"

namespace flagcensus {

void StatementLowering::Statement(TSNode node, NodeIds* out) {
  using L = StatementLowering;
  // Statements that consist of their named children.
  static const std::unordered_map<std::string_view, NodeKind> kRows = {
      {"return_statement", NodeKind::kReturn}, {"raise_statement", NodeKind::kRaise},
      {"assert_statement", NodeKind::kAssert}, {"delete_statement", NodeKind::kDelete},
      {"global_statement", NodeKind::kGlobal},
  };
  using Handler = NodeId (*)(L&, TSNode);
  static const std::unordered_map<std::string_view, Handler> kHandlers = {
      {"function_definition", [](L& l, TSNode n) { return l.FunctionOf(n, {}); }},
      {"class_definition", [](L& l, TSNode n) { return l.ClassOf(n, {}); }},
      {"if_statement", [](L& l, TSNode n) { return l.IfOf(n); }},
      {"try_statement", [](L& l, TSNode n) { return l.TryOf(n); }},
      {"with_statement", [](L& l, TSNode n) { return l.WithOf(n); }},
      {"for_statement", [](L& l, TSNode n) { return l.LoopOf(n); }},
      {"while_statement", [](L& l, TSNode n) { return l.LoopOf(n); }},
      {"import_statement", [](L& l, TSNode n) { return l.ImportOf(n); }},
      {"import_from_statement", [](L& l, TSNode n) { return l.ImportOf(n); }},
      {"match_statement", [](L& l, TSNode n) { return l.MatchOf(n); }},
      {"nonlocal_statement",
       [](L& l, TSNode n) {
         return l.nodes_.Make(NodeKind::kGlobal, n, l.expressions_.Expressions(n), {}, 1);
       }},
      {"break_statement", [](L& l, TSNode n) { return l.nodes_.Make(NodeKind::kBreak, n); }},
      {"continue_statement", [](L& l, TSNode n) { return l.nodes_.Make(NodeKind::kContinue, n); }},
      {"block", [](L& l, TSNode n) { return l.Statements(n, NodeKind::kBlock); }},
  };
  // The type decides: statements that add several nodes come first.
  const std::string_view type = NodeType(node);
  // Statements that may add none or several nodes.
  if (type == "expression_statement") {
    SimpleOf(node, out);
  } else if (type == "decorated_definition") {
    DecoratedOf(node, out);
  } else if (type == "ERROR") {
    BrokenOf(node, out);
  } else if (const auto handler = kHandlers.find(type); handler != kHandlers.end()) {
    out->push_back(handler->second(*this, node));
  } else if (const auto row = kRows.find(type); row != kRows.end()) {
    out->push_back(nodes_.Make(row->second, node, expressions_.Expressions(node)));
  }
}

// An expression or an assignment as a statement; `a, b` is a tuple.
void StatementLowering::SimpleOf(TSNode node, NodeIds* out) {
  // The statement's only child, or the elements of a tuple.
  const std::vector<Child> children = ChildrenOf(node);
  if (children.empty()) return;
  const TSNode inner = children.front().node;
  const std::string_view kind = NodeType(inner);
  if (kind == "assignment") {
    out->push_back(expressions_.AssignOf(inner));
    return;
  }
  if (kind == "augmented_assignment") {
    if (const NodeId id = AugmentedOf(inner); id != kNoNode) out->push_back(id);
    return;
  }
  NodeIds ids;
  for (const Child& child : children) {
    if (child.named) ids.push_back(expressions_.Expression(child.node));
    // An empty statement, in broken text.
  }
  if (ids.empty()) return;
  const NodeId value = ids.size() == 1 ? ids[0] : nodes_.Make(NodeKind::kTuple, node, ids);
  out->push_back(nodes_.Make(NodeKind::kExpression, node, {value}));
}

NodeId StatementLowering::AugmentedOf(TSNode node) {
  // A broken statement without a target or value is dropped.
  const std::vector<Child> parts = ChildrenOf(node);
  const NodeId target = expressions_.Field(parts, "left");
  const NodeId value = expressions_.Field(parts, "right");
  const Child* const op = Find(parts, "operator");
  if (target == kNoNode || value == kNoNode || op == nullptr) return kNoNode;
  // "+=" → "+".
  std::string_view text = nodes_.TextOf(op->node);
  if (!text.empty()) text.remove_suffix(1);
  return nodes_.Make(NodeKind::kAugmented, node, {target, value}, text);
}

void StatementLowering::DecoratedOf(TSNode node, NodeIds* out) {
  // Decorators come before the definition in the grammar, and are its children here.
  NodeIds decorators;
  // Decorators, and then the definition.
  for (const Child& child : ChildrenOf(node)) {
    if (NodeType(child.node) == "decorator") {
      decorators.push_back(
          nodes_.Make(NodeKind::kDecorator, child.node, expressions_.Expressions(child.node)));
    } else if (child.field == "definition") {
      const bool function = NodeType(child.node) == "function_definition";
      out->push_back(function ? FunctionOf(child.node, decorators)
                              : ClassOf(child.node, decorators));
    }
  }
}

// The text inside an error is often correct: its statements are kept, and its expressions
// as statements.
void StatementLowering::BrokenOf(TSNode node, NodeIds* out) {
  for (const Child& child : ChildrenOf(node)) {
    if (!child.named) continue;
    // Errors may be nested as deeply as the text.
    if (nodes_.depth >= kMaxDepth) {
      nodes_.Cut(child.node, kTooDeep);
      break;
    }
    ++nodes_.depth;
    // A part that is not a statement becomes one, if it is an expression.
    const size_t before = out->size();
    Statement(child.node, out);
    if (out->size() == before) {
      const NodeId id = expressions_.Expression(child.node);
      out->push_back(nodes_.Make(NodeKind::kExpression, child.node, {id}));
    }
    --nodes_.depth;
  }
}

NodeId StatementLowering::Statements(TSNode node, NodeKind kind) {
  NodeIds out;
  // Beyond the depth, the block is empty.
  if (nodes_.depth >= kMaxDepth) nodes_.Cut(node, kTooDeep);
  if (nodes_.depth < kMaxDepth) {
    ++nodes_.depth;
    for (const Child& child : ChildrenOf(node)) {
      if (child.named) Statement(child.node, &out);
    }
    // A block in one too many levels is empty, and reported.
    --nodes_.depth;
  }
  return nodes_.Make(kind, node, out);
}

NodeId StatementLowering::BlockField(const std::vector<Child>& children, std::string_view field) {
  const Child* child = Find(children, field);
  return child == nullptr ? kNoNode : Statements(child->node, NodeKind::kBlock);
}

NodeId StatementLowering::FunctionOf(TSNode node, const NodeIds& decorators) {
  // Missing parts are empty: an error may have swallowed them.
  const std::vector<Child> children = ChildrenOf(node);
  const Child* name = Find(children, "name");
  const Child* parameters = Find(children, "parameters");
  const Child* body = Find(children, "body");
  // The first token of the definition.
  const bool async = !children.empty() && nodes_.TextOf(children.front().node) == "async";
  NodeIds ids = {parameters == nullptr ? nodes_.Make(NodeKind::kParameters, node)
                                       : expressions_.ParametersOf(parameters->node)};
  ids.push_back(body == nullptr ? nodes_.EmptyBlock(node)
                                : Statements(body->node, NodeKind::kBlock));
  ids.insert(ids.end(), decorators.begin(), decorators.end());
  return nodes_.Make(NodeKind::kFunction, node, ids,
                     name == nullptr ? std::string_view() : nodes_.TextOf(name->node),
                     async ? 1 : 0);
}

// Children in this order: body, decorators, bases and keywords.
NodeId StatementLowering::ClassOf(TSNode node, const NodeIds& decorators) {
  const std::vector<Child> children = ChildrenOf(node);
  const Child* name = Find(children, "name");
  const NodeId body = BlockField(children, "body");
  NodeIds ids = {body == kNoNode ? nodes_.EmptyBlock(node) : body};
  ids.insert(ids.end(), decorators.begin(), decorators.end());
  if (const Child* bases = Find(children, "superclasses")) {
    for (const NodeId base : expressions_.Expressions(bases->node)) ids.push_back(base);
  }
  return nodes_.Make(NodeKind::kClass, node, ids,
                     name == nullptr ? std::string_view() : nodes_.TextOf(name->node));
}

// import a.b as c, from a import b: each name is a kAlias.
NodeId StatementLowering::ImportOf(TSNode node) {
  const std::vector<Child> children = ChildrenOf(node);
  NodeIds aliases;
  std::string module;
  // The type of each name decides: a star, an alias, or a plain name.
  for (const Child& child : children) {
    if (!child.named) continue;
    const std::string_view type = NodeType(child.node);
    // Blanks may be inside a dotted name.
    if (child.field == "module_name") {
      for (const char c : nodes_.TextOf(child.node)) {
        if (c != ' ' && c != '\t') module += c;
      }
    } else if (type == "wildcard_import") {
      aliases.push_back(nodes_.Make(NodeKind::kAlias, child.node, {}, "*"));
    } else if (type == "aliased_import") {
      const std::vector<Child> parts = ChildrenOf(child.node);
      const Child* name = Find(parts, "name");
      const NodeId alias = expressions_.Field(parts, "alias");
      NodeIds ids;
      if (alias != kNoNode) ids.push_back(alias);
      aliases.push_back(
          nodes_.Make(NodeKind::kAlias, child.node, ids,
                      name == nullptr ? std::string_view() : nodes_.TextOf(name->node)));
    } else if (child.field == "name") {
      aliases.push_back(nodes_.Make(NodeKind::kAlias, child.node, {}, nodes_.TextOf(child.node)));
    }
  }
  // The two statements have the same children.
  const bool from = NodeType(node) == "import_from_statement";
  return nodes_.Make(from ? NodeKind::kImportFrom : NodeKind::kImport, node, aliases, module);
}

}  // namespace flagcensus
