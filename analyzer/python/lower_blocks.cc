// Statements with blocks ─→ nodes: if, loops, try, with, match.
#include "analyzer/python/lower_statements.h"

namespace flagcensus {
namespace {

// The name after `as` in an item; null if there is none. In `a if b else c as d` and `lambda: c as
// d` the grammar makes it a part of `c`.
TSNode NameOf(TSNode value) {
  std::string_view type = NodeType(value);
  for (int i = 0; i < kMaxDepth && (type == "conditional_expression" || type == "lambda"); ++i) {
    value = NamedChild(value, NamedChildCount(value) - 1);
    type = NodeType(value);
  }
  return type == "as_pattern" ? NodeField(value, "alias") : TSNode{};
}

// The items of `with (a as b):` and `with (a,):`. The grammar has one item, with a value in
// parentheses or a tuple; the parentheses are those of the statement.
std::vector<TSNode> ItemsInParentheses(TSNode item) {
  const TSNode value = NodeField(item, "value");
  const bool tuple = NodeType(value) == "tuple";
  // Only parentheses can be the statement's.
  if (!tuple && NodeType(value) != "parenthesized_expression") return {item};
  std::vector<TSNode> out;
  for (const Child& child : ChildrenOf(value)) {
    if (child.named) out.push_back(child.node);
  }
  const bool items = tuple ? !out.empty() : out.size() == 1 && !ts_node_is_null(NameOf(out[0]));
  return items ? out : std::vector<TSNode>{item};
}

}  // namespace

NodeId StatementLowering::IfOf(TSNode node) {
  // Missing parts occur in broken text: they become opaque nodes and empty blocks.
  const std::vector<Child> children = ChildrenOf(node);
  const auto or_opaque = [&](NodeId id) { return id == kNoNode ? nodes_.Opaque(node) : id; };
  const auto or_empty = [&](NodeId id) { return id == kNoNode ? nodes_.EmptyBlock(node) : id; };
  // `elif` chains are nested, from the last to the first.
  struct Arm {
    TSNode at;
    NodeId test;
    NodeId block;
  };
  std::vector<Arm> arms;
  NodeId otherwise = kNoNode;
  // The first arm is the `if` itself.
  arms.push_back({node, or_opaque(expressions_.Field(children, "condition")),
                  or_empty(BlockField(children, "consequence"))});
  for (const Child& child : children) {
    if (child.field != "alternative") continue;
    const std::vector<Child> inner = ChildrenOf(child.node);
    if (NodeType(child.node) == "elif_clause") {
      arms.push_back({child.node, or_opaque(expressions_.Field(inner, "condition")),
                      or_empty(BlockField(inner, "consequence"))});
    } else {
      otherwise = BlockField(inner, "body");
    }
  }
  // Arms after the first hundred are placed side by side in the last of these: all of them are run.
  if (arms.size() > kMaxArms) {
    // Each remaining arm is an `if` without the arms after it.
    NodeIds rest;
    for (size_t i = kMaxArms; i < arms.size(); ++i) {
      NodeIds ids = {arms[i].test, arms[i].block};
      if (i + 1 == arms.size() && otherwise != kNoNode) ids.push_back(otherwise);
      rest.push_back(nodes_.Make(NodeKind::kIf, arms[i].at, ids));
    }
    otherwise = nodes_.Make(NodeKind::kBlock, arms[kMaxArms].at, rest);
    arms.erase(arms.begin() + kMaxArms, arms.end());
  }
  // From the last arm outwards.
  for (size_t i = arms.size(); i-- > 0;) {
    NodeIds ids = {arms[i].test, arms[i].block};
    if (otherwise != kNoNode) ids.push_back(otherwise);
    const NodeId made = nodes_.Make(NodeKind::kIf, arms[i].at, ids);
    if (i == 0) return made;
    otherwise = nodes_.Make(NodeKind::kBlock, arms[i].at, {made});
  }
  return nodes_.Opaque(node);
}

// for and while have the same shape, apart from what is before the block.
NodeId StatementLowering::LoopOf(TSNode node) {
  const std::vector<Child> children = ChildrenOf(node);
  const bool counts = NodeType(node) == "for_statement";
  NodeIds ids;
  // A missing part keeps its position among the children.
  const auto add = [&](std::string_view field) {
    const NodeId id = expressions_.Field(children, field);
    ids.push_back(id == kNoNode ? nodes_.Opaque(node) : id);
  };
  if (counts) {
    add("left");
    add("right");
  } else {
    add("condition");
  }
  const NodeId body = BlockField(children, "body");
  ids.push_back(body == kNoNode ? nodes_.EmptyBlock(node) : body);
  // The else of a loop.
  if (const Child* otherwise = Find(children, "alternative")) {
    const NodeId block = BlockField(ChildrenOf(otherwise->node), "body");
    if (block != kNoNode) ids.push_back(block);
  }
  return nodes_.Make(counts ? NodeKind::kFor : NodeKind::kWhile, node, ids);
}

NodeId StatementLowering::TryOf(TSNode node) {
  // The body first; handlers follow.
  const std::vector<Child> children = ChildrenOf(node);
  const NodeId body = BlockField(children, "body");
  NodeIds ids = {body == kNoNode ? nodes_.EmptyBlock(node) : body};
  // else and finally come last, in this order; the flag says whether the first of them is else.
  NodeIds tail;
  uint8_t otherwise = 0;
  for (const Child& child : children) {
    const std::string_view type = NodeType(child.node);
    if (type == "except_clause" || type == "except_group_clause") {
      ids.push_back(ExceptOf(child.node));
    } else if (type == "else_clause") {
      const NodeId block = BlockField(ChildrenOf(child.node), "body");
      if (block != kNoNode) {
        tail.push_back(block);
        otherwise = 1;
      }
    } else if (type == "finally_clause") {
      for (const Child& part : ChildrenOf(child.node)) {
        if (NodeType(part.node) == "block") {
          tail.push_back(Statements(part.node, NodeKind::kBlock));
        }
      }
    }
  }
  // else and finally follow the handlers.
  ids.insert(ids.end(), tail.begin(), tail.end());
  return nodes_.Make(NodeKind::kTry, node, ids, {}, otherwise);
}

NodeId StatementLowering::ExceptOf(TSNode node) {
  // The type, the name and the block, in any order that errors leave.
  NodeId caught = kNoNode;
  NodeId block = kNoNode;
  std::string_view alias;
  for (const Child& part : ChildrenOf(node)) {
    if (!part.named) continue;
    const std::string_view inner = NodeType(part.node);
    if (inner == "block") {
      block = Statements(part.node, NodeKind::kBlock);
    } else if (inner == "as_pattern") {
      // except E as e: the type is the pattern's first child.
      const std::vector<Child> pattern = ChildrenOf(part.node);
      if (!pattern.empty()) caught = expressions_.Expression(pattern.front().node);
      if (const Child* found = Find(pattern, "alias")) alias = nodes_.TextOf(found->node);
    } else if (part.field == "alias") {
      alias = nodes_.TextOf(part.node);
    } else if (caught == kNoNode) {
      caught = expressions_.Expression(part.node);
    }
  }
  return nodes_.Make(NodeKind::kExcept, node,
                     {caught == kNoNode ? nodes_.Make(NodeKind::kOpaque, node) : caught,
                      block == kNoNode ? nodes_.EmptyBlock(node) : block},
                     alias);
}

NodeId StatementLowering::WithOf(TSNode node) {
  const std::vector<Child> children = ChildrenOf(node);
  // With parentheses around the items, the clause has one item that contains them.
  NodeIds ids;
  for (const Child& child : children) {
    if (NodeType(child.node) != "with_clause") continue;
    std::vector<TSNode> items;
    // One item for each comma.
    for (const Child& part : ChildrenOf(child.node)) {
      if (part.named) items.push_back(part.node);
    }
    if (items.size() == 1) items = ItemsInParentheses(items[0]);
    for (const TSNode item : items) ids.push_back(WithItemOf(item));
  }
  const NodeId body = BlockField(children, "body");
  ids.push_back(body == kNoNode ? nodes_.EmptyBlock(node) : body);
  return nodes_.Make(NodeKind::kWith, node, ids);
}

NodeId StatementLowering::WithItemOf(TSNode node) {
  // The item, or an expression that ItemsInParentheses has found in one.
  const TSNode value = NodeType(node) == "with_item" ? NodeField(node, "value") : node;
  const TSNode at = ts_node_is_null(value) ? node : value;
  NodeIds parts = {expressions_.Expression(at)};
  if (const TSNode name = NameOf(at); !ts_node_is_null(name))
    parts.push_back(expressions_.Expression(name));
  return nodes_.Make(NodeKind::kWithItem, node, parts);
}

// Clauses without a block are broken, and dropped.
NodeId StatementLowering::MatchOf(TSNode node) {
  const std::vector<Child> children = ChildrenOf(node);
  NodeIds ids = {patterns_.SubjectOf(node, children)};
  uint8_t rest = 0;
  if (const Child* body = Find(children, "body")) {
    for (const Child& clause : ChildrenOf(body->node)) {
      if (!clause.named) continue;
      // A case without a block is broken.
      const NodeId block = BlockField(ChildrenOf(clause.node), "consequence");
      if (block == kNoNode) continue;
      ids.push_back(patterns_.CaseOf(clause.node, block));
      if (patterns_.TakesAll(clause.node)) rest = 1;
    }
  }
  return nodes_.Make(NodeKind::kMatch, node, ids, {}, rest);
}

}  // namespace flagcensus
