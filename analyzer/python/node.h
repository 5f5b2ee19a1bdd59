// Null-safe queries on nodes of a concrete tree: a null node has no type, text, children or parent,
// and queries on it return null again. tree-sitter itself dereferences the null pointer, and a text
// with syntax errors yields null nodes where the grammar promises others. All code in analyzer/
// uses these functions (tests/rooms_test.cc).
#pragma once

#include <tree_sitter/api.h>

#include <algorithm>
#include <cstdint>
#include <string_view>

namespace flagcensus {

// The type of a node; "" for null.
inline std::string_view NodeType(TSNode node) {
  return ts_node_is_null(node) ? std::string_view() : ts_node_type(node);
}

// A node with a name in the grammar, as opposed to punctuation.
inline bool IsNamed(TSNode node) { return !ts_node_is_null(node) && ts_node_is_named(node); }
// A comment, or skipped text.
inline bool IsExtra(TSNode node) { return !ts_node_is_null(node) && ts_node_is_extra(node); }

// tree-sitter nodes do not know their parents.
// Walks from the root.
inline TSNode NodeParent(TSNode node) {
  return ts_node_is_null(node) ? node : ts_node_parent(node);
}

// The child of that field; null if there is none.
inline TSNode NodeField(TSNode node, std::string_view name) {
  return ts_node_is_null(node)
             ? node
             : ts_node_child_by_field_name(node, name.data(), static_cast<uint32_t>(name.size()));
}

// Walks over the preceding children, as do the next two. Null after the last child.
inline TSNode NodeChild(TSNode node, uint32_t at) {
  return ts_node_is_null(node) ? node : ts_node_child(node, at);
}
inline TSNode NamedChild(TSNode node, uint32_t at) {
  return ts_node_is_null(node) ? node : ts_node_named_child(node, at);
}
inline TSNode NextNamed(TSNode node) {
  return ts_node_is_null(node) ? node : ts_node_next_named_sibling(node);
}

// All children, with punctuation and comments; NamedChildCount is without punctuation.
inline uint32_t ChildCount(TSNode node) {
  return ts_node_is_null(node) ? 0 : ts_node_child_count(node);
}
inline uint32_t NamedChildCount(TSNode node) {
  return ts_node_is_null(node) ? 0 : ts_node_named_child_count(node);
}

// The innermost node that contains a point.
inline TSNode NodeAtPoint(TSNode root, TSPoint point) {
  return ts_node_is_null(root) ? root : ts_node_descendant_for_point_range(root, point, point);
}

// For null, the start of the text.
inline uint32_t StartByte(TSNode node) {
  return ts_node_is_null(node) ? 0 : ts_node_start_byte(node);
}
inline uint32_t EndByte(TSNode node) { return ts_node_is_null(node) ? 0 : ts_node_end_byte(node); }
// Row and column are 0-based, the column in bytes.
inline TSPoint StartPoint(TSNode node) {
  return ts_node_is_null(node) ? TSPoint{0, 0} : ts_node_start_point(node);
}
inline TSPoint EndPoint(TSNode node) {
  return ts_node_is_null(node) ? TSPoint{0, 0} : ts_node_end_point(node);
}

// The part of `text`, from which the tree was parsed, that the node covers.
inline std::string_view TextOfNode(TSNode node, std::string_view text) {
  const size_t begin = std::min<size_t>(StartByte(node), text.size());
  return text.substr(begin, std::min<size_t>(EndByte(node), text.size()) - begin);
}

}  // namespace flagcensus
