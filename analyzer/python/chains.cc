#include "analyzer/python/chains.h"

#include <algorithm>

#include "analyzer/python/node.h"

namespace flagcensus {
namespace {

bool Is(TSNode node, std::string_view type) { return NodeType(node) == type; }

// The first operand of a node that may be a link of a chain; null for others.
TSNode FirstOperand(TSNode node) {
  const bool link = Is(node, "binary_operator") || Is(node, "boolean_operator") ||
                    Is(node, "attribute") || Is(node, "call") || Is(node, "subscript");
  return link ? NodeChild(node, 0) : TSNode{};
}

// "and", "+"; "" for calls and attributes.
std::string_view OperatorOf(TSNode node, std::string_view text) {
  return TextOfNode(NodeField(node, "operator"), text);
}

// Adds the operands of a link besides its first one.
void AddOperands(TSNode link, std::vector<TSNode>* out) {
  // A call's operands are its arguments, without the callee.
  const bool call = Is(link, "call");
  const TSNode from = call ? NodeField(link, "arguments") : link;
  if (ts_node_is_null(from) || Is(link, "attribute")) return;
  if (call && !Is(from, "argument_list")) {
    out->push_back(from);
    return;
  }
  // With a cursor, since lists of arguments may be long.
  TSTreeCursor cursor = ts_tree_cursor_new(from);
  bool first = !call;
  for (bool more = ts_tree_cursor_goto_first_child(&cursor); more;
       more = ts_tree_cursor_goto_next_sibling(&cursor)) {
    const TSNode child = ts_tree_cursor_current_node(&cursor);
    if (IsNamed(child) && !IsExtra(child) && !first) out->push_back(child);
    first = false;
    // The first child of other links is the first operand, which is not added.
  }
  ts_tree_cursor_delete(&cursor);
}

// A plain value, or a short display of such values: four levels, fifty parts. A larger element is
// lowered as a whole.
bool IsPlain(TSNode node, int depth) {
  // The same bounds as in direct/atoms.cc.
  constexpr int kDeepest = 4;
  constexpr uint32_t kMaxParts = 50;
  const std::string_view type = NodeType(node);
  if (type == "string") {  // its beginning, content and end
    const uint32_t parts = ChildCount(node);
    return parts < 3 || (parts == 3 && Is(NodeChild(node, 1), "string_content"));
  }
  // Leaves without effects.
  if (type == "integer" || type == "float" || type == "true" || type == "false" || type == "none" ||
      type == "identifier") {
    return true;
  }
  if (type != "tuple" && type != "list" && type != "pair" && type != "dictionary" &&
      type != "unary_operator") {
    return false;
  }
  const uint32_t count = NamedChildCount(node);
  if (depth >= kDeepest || count > kMaxParts) return false;
  for (uint32_t i = 0; i < count; ++i) {
    if (!IsPlain(NamedChild(node, i), depth + 1)) return false;
  }
  return true;
}

}  // namespace

// One step more than `most` proves that the chain is long.
bool IsLongChain(TSNode node, size_t most) {
  // One step inwards for each link.
  for (size_t links = 0; links <= most; ++links) {
    node = FirstOperand(node);
    if (ts_node_is_null(node)) return false;
  }
  return true;
}

// If the outermost links, at least twenty, have one operator that can be grouped, only they are
// split.
Chain ReadChain(TSNode node, std::string_view text) {
  constexpr size_t kFewest = 20;  // links with one operator; fewer are a part of a mixed chain
  Chain out;
  // From the outermost link inwards.
  std::vector<TSNode> links;
  TSNode at = node;
  const std::string_view first = OperatorOf(node, text);
  // Operators that may be grouped in any way without changing what is read. "-" is not one.
  const bool grouped = first == "or" || first == "and" || first == "+" || first == "*";
  // All links with one operator, from the outermost inwards.
  while (grouped && OperatorOf(at, text) == first) {
    links.push_back(at);
    at = FirstOperand(at);
  }
  if (links.size() >= kFewest) {
    out.grouped = first;
  } else {
    for (; !ts_node_is_null(FirstOperand(at)); at = FirstOperand(at)) links.push_back(at);
    // The innermost links are a part of the first operand, as in os.getenv("X"), which remains
    // whole.
    for (size_t i = 0; i < kFewest / 2 && links.size() > kFewest; ++i) {
      at = links.back();
      links.pop_back();
    }
  }
  // Back to the order of the text.
  out.operands.push_back(at);
  for (auto link = links.rbegin(); link != links.rend(); ++link) AddOperands(*link, &out.operands);
  return out;
}

bool IsPlainElement(TSNode node) { return IsPlain(node, 0); }

}  // namespace flagcensus
