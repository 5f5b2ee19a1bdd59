// statements ─→ nodes, each by the type that the grammar gives it
#include <string>
#include <unordered_map>

#include "analyzer/base/text.h"
#include "analyzer/python/lowering.h"

namespace flagcensus {

void Lowering::Statement(TSNode node, Ids* out) {
  using L = Lowering;
  // Statements that are their named children.
  static const std::unordered_map<std::string_view, NodeKind> kRows = {
      {"return_statement", NodeKind::kReturn}, {"raise_statement", NodeKind::kRaise},
      {"assert_statement", NodeKind::kAssert}, {"delete_statement", NodeKind::kDelete},
      {"global_statement", NodeKind::kGlobal}, {"nonlocal_statement", NodeKind::kGlobal},
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
      {"break_statement", [](L& l, TSNode n) { return l.Make(NodeKind::kBreak, n); }},
      {"continue_statement", [](L& l, TSNode n) { return l.Make(NodeKind::kContinue, n); }},
      {"block", [](L& l, TSNode n) { return l.Statements(n, NodeKind::kBlock); }},
  };
  const std::string_view type = NodeType(node);
  if (type == "expression_statement") {
    SimpleOf(node, out);
  } else if (type == "decorated_definition") {
    DecoratedOf(node, out);
  } else if (type == "ERROR") {
    BrokenOf(node, out);
  } else if (const auto handler = kHandlers.find(type); handler != kHandlers.end()) {
    out->push_back(handler->second(*this, node));
  } else if (const auto row = kRows.find(type); row != kRows.end()) {
    out->push_back(Make(row->second, node, Expressions(node)));
  }
}

// An expression or an assignment as a statement.
void Lowering::SimpleOf(TSNode node, Ids* out) {
  const std::vector<Child> children = ChildrenOf(node);
  if (children.empty()) return;
  const TSNode inner = children.front().node;
  const std::string_view kind = NodeType(inner);
  if (kind == "assignment") {
    out->push_back(AssignOf(inner));
    return;
  }
  if (kind == "augmented_assignment") {
    if (const NodeId id = AugmentedOf(inner); id != kNoNode) out->push_back(id);
    return;
  }
  Ids ids;
  for (const Child& child : children) {
    if (child.named) ids.push_back(Expression(child.node));
  }
  if (ids.empty()) return;
  const NodeId value = ids.size() == 1 ? ids[0] : Make(NodeKind::kTuple, node, ids);
  out->push_back(Make(NodeKind::kExpression, node, {value}));
}

NodeId Lowering::AssignOf(TSNode node) {
  const std::vector<Child> children = ChildrenOf(node);
  const NodeId target = Field(children, "left");
  const Child* annotation = Find(children, "type");
  const Child* right = Find(children, "right");
  if (target == kNoNode) return Opaque(node);
  if (annotation != nullptr) {
    Ids ids = {target, Expression(annotation->node)};
    if (right != nullptr) ids.push_back(Expression(right->node));
    return Make(NodeKind::kAnnotated, node, ids);
  }
  if (right == nullptr) return Opaque(node);
  // a = b = value is an assignment whose right side is an assignment.
  Ids targets = {target};
  TSNode value = right->node;
  for (int i = 0; i < kMaxDepth && NodeType(value) == "assignment"; ++i) {
    const std::vector<Child> inner = ChildrenOf(value);
    const NodeId next = Field(inner, "left");
    const Child* next_value = Find(inner, "right");
    if (next == kNoNode || next_value == nullptr) break;
    targets.push_back(next);
    value = next_value->node;
  }
  Ids ids = {Expression(value)};
  ids.insert(ids.end(), targets.begin(), targets.end());
  return Make(NodeKind::kAssign, node, ids);
}

NodeId Lowering::AugmentedOf(TSNode node) {
  const std::vector<Child> parts = ChildrenOf(node);
  const NodeId target = Field(parts, "left");
  const NodeId value = Field(parts, "right");
  const Child* const op = Find(parts, "operator");
  if (target == kNoNode || value == kNoNode || op == nullptr) return kNoNode;
  std::string_view text = TextOf(op->node);
  if (!text.empty()) text.remove_suffix(1);
  return Make(NodeKind::kAugmented, node, {target, value}, text);
}

void Lowering::DecoratedOf(TSNode node, Ids* out) {
  Ids decorators;
  for (const Child& child : ChildrenOf(node)) {
    if (NodeType(child.node) == "decorator") {
      decorators.push_back(Make(NodeKind::kDecorator, child.node, Expressions(child.node)));
    } else if (child.field == "definition") {
      const bool function = NodeType(child.node) == "function_definition";
      out->push_back(function ? FunctionOf(child.node, decorators)
                              : ClassOf(child.node, decorators));
    }
  }
}

// What stands inside an error is often whole: its statements are kept, and its expressions too.
void Lowering::BrokenOf(TSNode node, Ids* out) {
  for (const Child& child : ChildrenOf(node)) {
    if (!child.named) continue;
    if (depth_ >= kMaxDepth) {
      Cut(child.node, kTooDeep);
      break;
    }
    ++depth_;
    const size_t before = out->size();
    Statement(child.node, out);
    if (out->size() == before) {
      const NodeId id = Expression(child.node);
      out->push_back(Make(NodeKind::kExpression, child.node, {id}));
    }
    --depth_;
  }
}

NodeId Lowering::Statements(TSNode node, NodeKind kind) {
  Ids out;
  if (depth_ >= kMaxDepth) Cut(node, kTooDeep);
  if (depth_ < kMaxDepth) {
    ++depth_;
    for (const Child& child : ChildrenOf(node)) {
      if (child.named) Statement(child.node, &out);
    }
    --depth_;
  }
  return Make(kind, node, out);
}

NodeId Lowering::FunctionOf(TSNode node, const Ids& decorators) {
  const std::vector<Child> children = ChildrenOf(node);
  const Child* name = Find(children, "name");
  const Child* parameters = Find(children, "parameters");
  const Child* body = Find(children, "body");
  const bool async = !children.empty() && TextOf(children.front().node) == "async";
  Ids ids = {parameters == nullptr ? Make(NodeKind::kParameters, node)
                                   : ParametersOf(parameters->node)};
  ids.push_back(body == nullptr ? EmptyBlock(node) : Statements(body->node, NodeKind::kBlock));
  ids.insert(ids.end(), decorators.begin(), decorators.end());
  return Make(NodeKind::kFunction, node, ids,
              name == nullptr ? std::string_view() : TextOf(name->node), async ? 1 : 0);
}

NodeId Lowering::ClassOf(TSNode node, const Ids& decorators) {
  const std::vector<Child> children = ChildrenOf(node);
  const Child* name = Find(children, "name");
  const NodeId body = BlockField(children, "body");
  Ids ids = {body == kNoNode ? EmptyBlock(node) : body};
  ids.insert(ids.end(), decorators.begin(), decorators.end());
  if (const Child* bases = Find(children, "superclasses")) {
    for (const NodeId base : Expressions(bases->node)) ids.push_back(base);
  }
  return Make(NodeKind::kClass, node, ids,
              name == nullptr ? std::string_view() : TextOf(name->node));
}

NodeId Lowering::ParametersOf(TSNode node) {
  Ids ids;
  for (const Child& child : ChildrenOf(node)) {
    if (!child.named) continue;
    if (const NodeId id = ParameterOf(child.node); id != kNoNode) ids.push_back(id);
  }
  return Make(NodeKind::kParameters, node, ids);
}

// A parameter with its annotation and default; none for a bare `/`.
NodeId Lowering::ParameterOf(TSNode node) {
  const std::string_view type = NodeType(node);
  TSNode name = node;
  NodeId annotation = kNoNode;
  NodeId value = kNoNode;
  uint8_t flag = 0;
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
  const std::string_view inner = NodeType(name);
  if (inner == "list_splat_pattern") flag = 1;
  if (inner == "dictionary_splat_pattern") flag = 2;
  if (type == "keyword_separator") flag = 1;  // a bare *
  if (type == "positional_separator") return kNoNode;
  std::string_view text = TextOf(name);
  while (!text.empty() && text.front() == '*') text.remove_prefix(1);
  Ids parts = {annotation == kNoNode ? Make(NodeKind::kOpaque, node) : annotation};
  if (value != kNoNode) parts.push_back(value);
  return Make(NodeKind::kParameter, node, parts, Trim(text), flag);
}

NodeId Lowering::ImportOf(TSNode node) {
  const std::vector<Child> children = ChildrenOf(node);
  Ids aliases;
  std::string module;
  for (const Child& child : children) {
    if (!child.named) continue;
    const std::string_view type = NodeType(child.node);
    if (child.field == "module_name") {
      for (const char c : TextOf(child.node)) {
        if (c != ' ' && c != '\t') module += c;
      }
    } else if (type == "wildcard_import") {
      aliases.push_back(Make(NodeKind::kAlias, child.node, {}, "*"));
    } else if (type == "aliased_import") {
      const std::vector<Child> parts = ChildrenOf(child.node);
      const Child* name = Find(parts, "name");
      const NodeId alias = Field(parts, "alias");
      Ids ids;
      if (alias != kNoNode) ids.push_back(alias);
      aliases.push_back(Make(NodeKind::kAlias, child.node, ids,
                             name == nullptr ? std::string_view() : TextOf(name->node)));
    } else if (child.field == "name") {
      aliases.push_back(Make(NodeKind::kAlias, child.node, {}, TextOf(child.node)));
    }
  }
  const bool from = NodeType(node) == "import_from_statement";
  return Make(from ? NodeKind::kImportFrom : NodeKind::kImport, node, aliases, module);
}

}  // namespace flagcensus
