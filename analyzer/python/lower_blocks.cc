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
    std::vector<TSNode> items;
    for (const Child& part : ChildrenOf(child.node)) {
      if (part.named) items.push_back(part.node);
    }
    if (items.size() == 1) items = ItemsInParentheses(items[0]);
    for (const TSNode item : items) ids.push_back(WithItemOf(item));
  }
  const NodeId body = BlockField(children, "body");
  ids.push_back(body == kNoNode ? EmptyBlock(node) : body);
  return Make(NodeKind::kWith, node, ids);
}

// The items of `with (a as b):` and `with (a,):`: the grammar has one, a value in parentheses and a
// tuple, where the parentheses are those of the statement.
std::vector<TSNode> Lowering::ItemsInParentheses(TSNode item) {
  const TSNode value = NodeField(item, "value");
  const bool tuple = NodeType(value) == "tuple";
  if (!tuple && NodeType(value) != "parenthesized_expression") return {item};
  std::vector<TSNode> out;
  for (const Child& child : ChildrenOf(value)) {
    if (child.named) out.push_back(child.node);
  }
  const bool items = tuple ? !out.empty() : out.size() == 1 && !ts_node_is_null(NameOf(out[0]));
  return items ? out : std::vector<TSNode>{item};
}

// The `as` of an item, null where it has none. That of `a if b else c as d` and `lambda: c as d` is
// of `c` in the grammar.
TSNode Lowering::NameOf(TSNode value) {
  std::string_view type = NodeType(value);
  for (int i = 0; i < kMaxDepth && (type == "conditional_expression" || type == "lambda"); ++i) {
    value = NamedChild(value, NamedChildCount(value) - 1);
    type = NodeType(value);
  }
  return type == "as_pattern" ? NodeField(value, "alias") : TSNode{};
}

NodeId Lowering::WithItemOf(TSNode node) {
  const TSNode value = NodeType(node) == "with_item" ? NodeField(node, "value") : node;
  const TSNode at = ts_node_is_null(value) ? node : value;
  Ids parts = {Expression(at)};
  if (const TSNode name = NameOf(at); !ts_node_is_null(name)) parts.push_back(Expression(name));
  return Make(NodeKind::kWithItem, node, parts);
}

// What a match looks at: `a, b` is a tuple, and so is `a,`.
NodeId Lowering::SubjectOf(TSNode node, const std::vector<Child>& children) {
  Ids subjects;
  const TSNode* first = nullptr;
  bool comma = false;
  for (const Child& child : children) {
    comma = comma || (!child.named && TextOf(child.node) == ",");
    if (child.field != "subject" || !child.named) continue;
    if (first == nullptr) first = &child.node;
    subjects.push_back(Expression(child.node));
  }
  if (first == nullptr) return Opaque(node);
  return comma ? Make(NodeKind::kTuple, *first, subjects) : subjects[0];
}

NodeId Lowering::MatchOf(TSNode node) {
  const std::vector<Child> children = ChildrenOf(node);
  Ids ids = {SubjectOf(node, children)};
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
  uint32_t begin = 0;  // of the patterns
  uint32_t end = 0;
  for (const Child& child : ChildrenOf(clause)) {
    if (NodeType(child.node) == "case_pattern") {
      if (end == 0) begin = StartByte(child.node);
      end = EndByte(child.node);
      Captures(child.node, 0, &targets);
    }
    if (child.field != "guard") continue;
    for (const NodeId guard : Expressions(child.node)) {
      guards.push_back(Make(NodeKind::kExpression, child.node, {guard}));
    }
  }
  if (targets.empty() && guards.empty()) return block;
  Ids statements;
  if (!targets.empty()) {
    const std::string_view patterns =
        text_.substr(std::min<size_t>(begin, text_.size()), end - begin);
    Ids assigned = {Make(NodeKind::kOpaque, clause, {}, patterns.substr(0, 80))};
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
    if (!child.named && TextOf(child.node) == ",") return false;  // a sequence
    if (NodeType(child.node) != "case_pattern") continue;
    ++patterns;
    const std::string_view text = TextOf(child.node);
    name = IsIdentifier(text) && text != "None" && text != "True" && text != "False";
  }
  return patterns == 1 && name;
}

}  // namespace flagcensus
