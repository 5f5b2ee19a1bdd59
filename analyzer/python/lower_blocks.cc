// statements with blocks of their own ─→ nodes: if, loops, try, with, match

#include "analyzer/base/text.h"
#include "analyzer/python/lowering.h"

namespace flagcensus {
namespace {

constexpr size_t kMaxArms = 100;  // of an if, one in the other

}  // namespace

NodeId Lowering::IfOf(TSNode node) {
  const std::vector<Child> children = ChildrenOf(node);
  const auto or_opaque = [&](NodeId id) { return id == kNoNode ? Opaque(node) : id; };
  const auto or_empty = [&](NodeId id) { return id == kNoNode ? EmptyBlock(node) : id; };
  // `elif` chains are nested from the last to the first.
  struct Arm {
    TSNode at;
    NodeId test;
    NodeId block;
  };
  std::vector<Arm> arms;
  NodeId otherwise = kNoNode;
  arms.push_back({node, or_opaque(Field(children, "condition")),
                  or_empty(BlockField(children, "consequence"))});
  for (const Child& child : children) {
    if (child.field != "alternative") continue;
    const std::vector<Child> inner = ChildrenOf(child.node);
    if (NodeType(child.node) == "elif_clause") {
      arms.push_back({child.node, or_opaque(Field(inner, "condition")),
                      or_empty(BlockField(inner, "consequence"))});
    } else {
      otherwise = BlockField(inner, "body");
    }
  }
  // Those behind the first hundred stand side by side in the last of these: all arms are taken.
  if (arms.size() > kMaxArms) {
    Ids rest;
    for (size_t i = kMaxArms; i < arms.size(); ++i) {
      Ids ids = {arms[i].test, arms[i].block};
      if (i + 1 == arms.size() && otherwise != kNoNode) ids.push_back(otherwise);
      rest.push_back(Make(NodeKind::kIf, arms[i].at, ids));
    }
    otherwise = Make(NodeKind::kBlock, arms[kMaxArms].at, rest);
    arms.erase(arms.begin() + kMaxArms, arms.end());
  }
  for (size_t i = arms.size(); i-- > 0;) {
    Ids ids = {arms[i].test, arms[i].block};
    if (otherwise != kNoNode) ids.push_back(otherwise);
    const NodeId made = Make(NodeKind::kIf, arms[i].at, ids);
    if (i == 0) return made;
    otherwise = Make(NodeKind::kBlock, arms[i].at, {made});
  }
  return Opaque(node);
}

NodeId Lowering::LoopOf(TSNode node) {
  const std::vector<Child> children = ChildrenOf(node);
  const bool counts = NodeType(node) == "for_statement";
  Ids ids;
  const auto add = [&](std::string_view field) {
    const NodeId id = Field(children, field);
    ids.push_back(id == kNoNode ? Opaque(node) : id);
  };
  if (counts) {
    add("left");
    add("right");
  } else {
    add("condition");
  }
  const NodeId body = BlockField(children, "body");
  ids.push_back(body == kNoNode ? EmptyBlock(node) : body);
  if (const Child* otherwise = Find(children, "alternative")) {
    const NodeId block = BlockField(ChildrenOf(otherwise->node), "body");
    if (block != kNoNode) ids.push_back(block);
  }
  return Make(counts ? NodeKind::kFor : NodeKind::kWhile, node, ids);
}

NodeId Lowering::TryOf(TSNode node) {
  const std::vector<Child> children = ChildrenOf(node);
  const NodeId body = BlockField(children, "body");
  Ids ids = {body == kNoNode ? EmptyBlock(node) : body};
  Ids tail;
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
  ids.insert(ids.end(), tail.begin(), tail.end());
  return Make(NodeKind::kTry, node, ids, {}, otherwise);
}

NodeId Lowering::ExceptOf(TSNode node) {
  NodeId caught = kNoNode;
  NodeId block = kNoNode;
  std::string_view alias;
  for (const Child& part : ChildrenOf(node)) {
    if (!part.named) continue;
    const std::string_view inner = NodeType(part.node);
    if (inner == "block") {
      block = Statements(part.node, NodeKind::kBlock);
    } else if (inner == "as_pattern") {
      const std::vector<Child> pattern = ChildrenOf(part.node);
      if (!pattern.empty()) caught = Expression(pattern.front().node);
      if (const Child* found = Find(pattern, "alias")) alias = TextOf(found->node);
    } else if (part.field == "alias") {
      alias = TextOf(part.node);
    } else if (caught == kNoNode) {
      caught = Expression(part.node);
    }
  }
  return Make(NodeKind::kExcept, node,
              {caught == kNoNode ? Make(NodeKind::kOpaque, node) : caught,
               block == kNoNode ? EmptyBlock(node) : block},
              alias);
}

NodeId Lowering::WithOf(TSNode node) {
  const std::vector<Child> children = ChildrenOf(node);
  Ids ids;
  for (const Child& child : children) {
    if (NodeType(child.node) != "with_clause") continue;
    for (const Child& part : ChildrenOf(child.node)) {
      if (!part.named) continue;
      ids.push_back(WithItemOf(part.node));
    }
  }
  const NodeId body = BlockField(children, "body");
  ids.push_back(body == kNoNode ? EmptyBlock(node) : body);
  return Make(NodeKind::kWith, node, ids);
}

NodeId Lowering::WithItemOf(TSNode node) {
  const std::vector<Child> inner = ChildrenOf(node);
  const Child* const value = Find(inner, "value");
  const TSNode at = value == nullptr ? node : value->node;
  if (NodeType(at) != "as_pattern") {
    return Make(NodeKind::kWithItem, node, {Expression(at)});
  }
  const std::vector<Child> pattern = ChildrenOf(at);
  const Child* const alias = Find(pattern, "alias");
  Ids parts = {pattern.empty() ? Opaque(at) : Expression(pattern.front().node)};
  if (alias != nullptr) parts.push_back(Expression(alias->node));
  return Make(NodeKind::kWithItem, node, parts);
}

NodeId Lowering::MatchOf(TSNode node) {
  const std::vector<Child> children = ChildrenOf(node);
  const NodeId subject = Field(children, "subject");
  Ids ids = {subject == kNoNode ? Opaque(node) : subject};
  uint8_t rest = 0;
  if (const Child* body = Find(children, "body")) {
    for (const Child& clause : ChildrenOf(body->node)) {
      if (!clause.named) continue;
      const NodeId block = BlockField(ChildrenOf(clause.node), "consequence");
      if (block == kNoNode) continue;
      ids.push_back(CaseOf(clause.node, block));
      if (TakesAll(clause.node)) rest = 1;
    }
  }
  return Make(NodeKind::kMatch, node, ids, {}, rest);
}

// The names that a pattern binds: `[first, *others]`, `{"key": value}`, `Point(x=px)`, `1 as one`.
void Lowering::Captures(TSNode pattern, int depth, Ids* names) {
  constexpr int kMaxPattern = 50;  // patterns in patterns
  constexpr size_t kMaxCaptures = 200;
  if (depth > kMaxPattern || names->size() > kMaxCaptures) return;
  const std::string_view type = NodeType(pattern);
  const std::vector<Child> children = ChildrenOf(pattern);
  const auto bind = [&](TSNode name) {
    if (TextOf(name) != "_") names->push_back(Make(NodeKind::kName, name, {}, TextOf(name)));
  };
  if (type == "dotted_name") {
    if (TextOf(pattern).find('.') == std::string_view::npos) bind(pattern);
    return;
  }
  bool first = true;
  for (const Child& child : children) {
    if (!child.named) continue;
    const bool skipped =
        (first && (type == "class_pattern" || type == "keyword_pattern")) || child.field == "key";
    first = false;
    if (skipped) continue;  // what is compared with
    if (NodeType(child.node) == "identifier") {
      bind(child.node);
    } else {
      Captures(child.node, depth + 1, names);
    }
  }
}

// The block of a case, in which the names of its patterns are bound to what nobody knows, and its
// guard is asked.
NodeId Lowering::CaseOf(TSNode clause, NodeId block) {
  Ids targets;
  Ids guards;
  for (const Child& child : ChildrenOf(clause)) {
    if (NodeType(child.node) == "case_pattern") Captures(child.node, 0, &targets);
    if (child.field != "guard") continue;
    for (const NodeId guard : Expressions(child.node)) {
      guards.push_back(Make(NodeKind::kExpression, child.node, {guard}));
    }
  }
  if (targets.empty() && guards.empty()) return block;
  Ids statements;
  if (!targets.empty()) {
    Ids assigned = {Opaque(clause)};
    assigned.insert(assigned.end(), targets.begin(), targets.end());
    statements.push_back(Make(NodeKind::kAssign, clause, assigned));
  }
  statements.insert(statements.end(), guards.begin(), guards.end());
  statements.push_back(block);
  return Make(NodeKind::kBlock, clause, statements);
}

// `case _:`, `case name:`: takes all that no case before it does.
bool Lowering::TakesAll(TSNode clause) {
  const std::vector<Child> children = ChildrenOf(clause);
  if (Find(children, "guard") != nullptr) return false;
  size_t patterns = 0;
  bool name = false;
  for (const Child& child : children) {
    if (NodeType(child.node) != "case_pattern") continue;
    ++patterns;
    const std::string_view text = TextOf(child.node);
    name = !text.empty() && (text[0] < '0' || text[0] > '9') &&
           std::all_of(text.begin(), text.end(),
                       [](char c) { return IsIdentifierByte(static_cast<unsigned char>(c)); }) &&
           text != "None" && text != "True" && text != "False";
  }
  return patterns == 1 && name;
}

}  // namespace flagcensus
