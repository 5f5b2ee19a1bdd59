// The parts of a match ─→ nodes: its subject, and the names that the patterns of a case bind.
//
//   case Point(x=px) if px > 0: body     ─→ kBlock(kAssign(kOpaque, px), kExpression(px > 0), body)
#include <algorithm>

#include "analyzer/base/text.h"
#include "analyzer/python/lower_statements.h"

namespace flagcensus {

// The subject of a match: `a, b` is a tuple, and so is `a,`.
NodeId PatternLowering::SubjectOf(TSNode node, const std::vector<Child>& children) {
  // A comma anywhere makes a tuple.
  NodeIds subjects;
  const TSNode* first = nullptr;
  bool comma = false;
  for (const Child& child : children) {
    comma = comma || (!child.named && nodes_.TextOf(child.node) == ",");
    if (child.field != "subject" || !child.named) continue;
    if (first == nullptr) first = &child.node;
    // The first subject is the place of a tuple.
    subjects.push_back(expressions_.Expression(child.node));
  }
  if (first == nullptr) return nodes_.Opaque(node);
  return comma ? nodes_.Make(NodeKind::kTuple, *first, subjects) : subjects[0];
}

// The names that a pattern binds: `[first, *others]`, `{"key": value}`, `Point(x=px)`, `1 as one`.
void PatternLowering::Captures(TSNode pattern, int depth, NodeIds* names) {
  constexpr int kMaxPattern = 50;  // nested patterns
  constexpr size_t kMaxCaptures = 200;
  if (depth > kMaxPattern || names->size() > kMaxCaptures) return;
  const std::string_view type = NodeType(pattern);
  // `_` matches anything, and binds nothing.
  const std::vector<Child> children = ChildrenOf(pattern);
  const auto bind = [&](TSNode name) {
    if (nodes_.TextOf(name) != "_")
      names->push_back(nodes_.Make(NodeKind::kName, name, {}, nodes_.TextOf(name)));
  };
  // A dotted name is a value that is compared, and binds nothing.
  if (type == "dotted_name") {
    if (nodes_.TextOf(pattern).find('.') == std::string_view::npos) bind(pattern);
    return;
  }
  // The first part of a class pattern is the class; keys are values.
  bool first = true;
  for (const Child& child : children) {
    if (!child.named) continue;
    const bool skipped =
        (first && (type == "class_pattern" || type == "keyword_pattern")) || child.field == "key";
    first = false;
    if (skipped) continue;  // a value that is compared
    if (NodeType(child.node) == "identifier") {
      bind(child.node);
    } else {
      Captures(child.node, depth + 1, names);
    }
  }
}

//   "a"     "a" | None     "a" | "b" as name     1 | "a" ─→ false, "a"
bool PatternLowering::Literals(TSNode pattern, int depth, NodeIds* out) {
  constexpr int kMaxPattern = 50;
  const std::string_view type = NodeType(pattern);
  const bool literal = type == "string" || type == "concatenated_string" || type == "none" ||
                       type == "true" || type == "false";
  if (literal) out->push_back(expressions_.Expression(pattern));
  if (literal) return true;
  const bool around = type == "case_pattern" || type == "as_pattern" || type == "union_pattern";
  if (!around || depth > kMaxPattern) return false;
  bool all = true;
  for (const Child& child : ChildrenOf(pattern)) {
    const bool any = !child.named && nodes_.TextOf(child.node) == "_";
    if (child.named) all = Literals(child.node, depth + 1, out) && all;
    all = all && !any;
    if (type == "as_pattern") break;  // the name follows
  }
  return all;
}

// The block of a case: the names of its patterns are bound to something unknown, and its guard is
// evaluated.
NodeId PatternLowering::CaseOf(TSNode clause, NodeId block) {
  NodeIds targets;
  NodeIds guards;
  NodeIds literals;
  bool others = false;
  bool comma = false;
  uint32_t begin = 0;  // of the patterns
  uint32_t end = 0;
  // The range of all patterns is the text of what is assigned.
  for (const Child& child : ChildrenOf(clause)) {
    comma = comma || (!child.named && nodes_.TextOf(child.node) == ",");
    if (NodeType(child.node) == "case_pattern") {
      if (end == 0) begin = StartByte(child.node);
      end = EndByte(child.node);
      others = !Literals(child.node, 0, &literals) || others;
      Captures(child.node, 0, &targets);
    }
    // The guard is evaluated before the block.
    if (child.field != "guard") continue;
    for (const NodeId guard : expressions_.Expressions(child.node)) {
      guards.push_back(nodes_.Make(NodeKind::kExpression, child.node, {guard}));
    }
  }
  if (comma) literals.clear();  // they are elements of the subject
  const uint8_t flag = others || !guards.empty() ? 1 : 0;
  const auto with_literals = [&](NodeId body) {
    if (literals.empty()) return body;
    literals.push_back(body);
    return nodes_.Make(NodeKind::kCase, clause, literals, {}, flag);
  };
  if (targets.empty() && guards.empty()) return with_literals(block);
  NodeIds statements;
  if (!targets.empty()) {
    const std::string_view patterns =
        nodes_.source.substr(std::min<size_t>(begin, nodes_.source.size()), end - begin);
    NodeIds assigned = {nodes_.Make(NodeKind::kOpaque, clause, {}, patterns.substr(0, 80))};
    assigned.insert(assigned.end(), targets.begin(), targets.end());
    statements.push_back(nodes_.Make(NodeKind::kAssign, clause, assigned));
  }
  statements.insert(statements.end(), guards.begin(), guards.end());
  statements.push_back(block);
  return with_literals(nodes_.Make(NodeKind::kBlock, clause, statements));
}

// `case _:`, `case name:`: whether the case matches everything that no earlier one does.
bool PatternLowering::TakesAll(TSNode clause) {
  const std::vector<Child> children = ChildrenOf(clause);
  if (Find(children, "guard") != nullptr) return false;
  size_t patterns = 0;
  bool name = false;
  for (const Child& child : children) {
    if (!child.named && nodes_.TextOf(child.node) == ",") return false;  // a sequence
    if (NodeType(child.node) != "case_pattern") continue;
    ++patterns;
    const std::string_view text = nodes_.TextOf(child.node);
    // A name: a pattern with other characters compares something.
    name = !text.empty() && !IsDigit(text[0]) &&
           std::all_of(text.begin(), text.end(),
                       [](char c) { return IsIdentifierByte(static_cast<unsigned char>(c)); }) &&
           text != "None" && text != "True" && text != "False";
  }
  return patterns == 1 && name;
}

}  // namespace flagcensus
