#include "analyzer/python/source.h"

#include <algorithm>

#include "analyzer/base/text.h"
#include "analyzer/python/string_nodes.h"

namespace flagcensus {
namespace {

constexpr size_t kMaxComment = 30;  // lines of one

}  // namespace

bool IsFunction(TSNode node) { return NodeType(node) == "function_definition"; }

TSNode FunctionAround(TSNode node) {
  while (!ts_node_is_null(node) && !IsFunction(node)) node = NodeParent(node);
  return node;
}

bool EndsStatement(TSNode node) {
  const std::string_view parent = NodeType(NodeParent(node));
  return parent == "block" || parent == "module";
}

PythonSource::PythonSource(std::string_view text)
    : text_(text), lines_(Split(text, '\n')), tree_(ParsePythonTree(text)) {}

std::string_view PythonSource::TextOf(TSNode node) const { return TextOfNode(node, text_); }

std::string_view PythonSource::Line(size_t row) const {
  return row < lines_.size() ? lines_[row] : std::string_view();
}

TSNode PythonSource::At(const Place& place) const {
  const TSPoint point{static_cast<uint32_t>(std::max(place.line, 1) - 1),
                      static_cast<uint32_t>(std::max(place.column, 1) - 1)};
  return NodeAtPoint(root(), point);
}

std::string PythonSource::StringOf(TSNode node) const {
  const std::string_view type = NodeType(node);
  if (type == "string") return PlainString(node, text_).value_or("");
  std::string out;
  if (type == "concatenated_string" || type == "parenthesized_expression") {
    for (uint32_t i = 0; i < NamedChildCount(node); ++i) out += StringOf(NamedChild(node, i));
  }
  return out;
}

std::string PythonSource::DocstringOf(TSNode function) const {
  const TSNode body = NodeField(function, "body");
  for (uint32_t i = 0; !ts_node_is_null(body) && i < NamedChildCount(body); ++i) {
    const TSNode first = NamedChild(body, i);
    if (NodeType(first) == "comment") continue;
    return NodeType(first) == "expression_statement" ? StringOf(NamedChild(first, 0))
                                                     : std::string();
  }
  return {};
}

bool PythonSource::BeginsLine(TSNode node) const {
  const TSPoint start = StartPoint(node);
  return Trim(Line(start.row).substr(0, start.column)).empty();
}

std::vector<std::string_view> PythonSource::CommentAbove(size_t row) const {
  std::vector<std::string_view> found;
  while (row > 0 && found.size() < kMaxComment) {
    const std::string_view line = Trim(Line(--row));
    if (!line.starts_with('#')) break;
    found.push_back(line.substr(std::min(line.find_first_not_of('#'), line.size())));
  }
  std::reverse(found.begin(), found.end());
  return found;
}

std::vector<std::string_view> PythonSource::CommentBehind(size_t row) const {
  const std::string_view line = Line(row);
  for (size_t at = line.find('#'); at != std::string_view::npos; at = line.find('#', at + 1)) {
    const TSPoint point{static_cast<uint32_t>(row), static_cast<uint32_t>(at)};
    const TSNode node = NodeAtPoint(root(), point);
    if (NodeType(node) != "comment" || StartPoint(node).column != at) continue;
    if (Trim(line.substr(0, at)).empty()) break;
    return {line.substr(at + 1)};
  }
  return {};
}

void PythonSource::ForEach(const std::function<void(TSNode)>& visit) const {
  TSTreeCursor cursor = ts_tree_cursor_new(root());
  for (bool inside = true; inside;) {
    const TSNode node = ts_tree_cursor_current_node(&cursor);
    if (IsNamed(node)) visit(node);
    if (ts_tree_cursor_goto_first_child(&cursor)) continue;
    while (!ts_tree_cursor_goto_next_sibling(&cursor)) {
      inside = ts_tree_cursor_goto_parent(&cursor);
      if (!inside) break;
    }
  }
  ts_tree_cursor_delete(&cursor);
}

}  // namespace flagcensus
