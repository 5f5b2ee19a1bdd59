#include "analyzer/evidence/python_source.h"

#include <algorithm>

#include "analyzer/base/text.h"
#include "analyzer/evidence/source_texts.h"
#include "analyzer/python/strings.h"

namespace flagcensus {
namespace {

constexpr size_t kMostComment = 30;  // lines of one

}  // namespace

std::string_view NodeType(TSNode node) { return ts_node_is_null(node) ? "" : ts_node_type(node); }

TSNode NodeField(TSNode node, std::string_view name) {
  return ts_node_child_by_field_name(node, name.data(), static_cast<uint32_t>(name.size()));
}

bool IsFunction(TSNode node) { return NodeType(node) == "function_definition"; }

TSNode FunctionAround(TSNode node) {
  while (!ts_node_is_null(node) && !IsFunction(node)) node = ts_node_parent(node);
  return node;
}

bool EndsStatement(TSNode node) {
  const std::string_view parent = NodeType(ts_node_parent(node));
  return parent == "block" || parent == "module";
}

PythonSource::PythonSource(std::string_view text)
    : text_(text), lines_(Split(text, '\n')), tree_(ParsePythonTree(text)) {}

std::string_view PythonSource::TextOf(TSNode node) const {
  return text_.substr(ts_node_start_byte(node), ts_node_end_byte(node) - ts_node_start_byte(node));
}

std::string_view PythonSource::Line(size_t row) const {
  return row < lines_.size() ? lines_[row] : std::string_view();
}

TSNode PythonSource::At(const Place& place) const {
  const TSPoint point{static_cast<uint32_t>(std::max(place.line, 1) - 1),
                      static_cast<uint32_t>(std::max(place.column, 1) - 1)};
  return ts_node_descendant_for_point_range(ts_tree_root_node(tree_.tree.get()), point, point);
}

std::string PythonSource::StringOf(TSNode node) const {
  const std::string_view type = NodeType(node);
  std::string out;
  if (type == "string") {
    const std::string_view written = TextOf(node);
    const bool raw = IsRawPythonString(written);
    for (uint32_t i = 0; i < ts_node_child_count(node); ++i) {
      const TSNode part = ts_node_child(node, i);
      if (NodeType(part) == "interpolation") return {};
      if (NodeType(part) == "string_content") DecodePythonString(TextOf(part), raw, &out);
    }
  } else if (type == "concatenated_string" || type == "parenthesized_expression") {
    for (uint32_t i = 0; i < ts_node_named_child_count(node); ++i) {
      out += StringOf(ts_node_named_child(node, i));
    }
  }
  return out;
}

std::string PythonSource::DocstringOf(TSNode function) const {
  const TSNode body = NodeField(function, "body");
  for (uint32_t i = 0; !ts_node_is_null(body) && i < ts_node_named_child_count(body); ++i) {
    const TSNode first = ts_node_named_child(body, i);
    if (NodeType(first) == "comment") continue;
    return NodeType(first) == "expression_statement" ? StringOf(ts_node_named_child(first, 0))
                                                     : std::string();
  }
  return {};
}

bool PythonSource::BeginsLine(TSNode node) const {
  const TSPoint start = ts_node_start_point(node);
  return Trim(Line(start.row).substr(0, start.column)).empty();
}

std::string PythonSource::CommentAbove(size_t row) const {
  std::vector<std::string_view> found;
  while (row > 0 && found.size() < kMostComment) {
    const std::string_view line = Trim(Line(--row));
    if (!line.starts_with('#')) break;
    found.push_back(line.substr(std::min(line.find_first_not_of('#'), line.size())));
  }
  std::reverse(found.begin(), found.end());
  return CommentAsDescription(found);
}

std::string PythonSource::CommentBehind(size_t row) const {
  const std::string_view line = Line(row);
  for (size_t at = line.find('#'); at != std::string_view::npos; at = line.find('#', at + 1)) {
    const TSPoint point{static_cast<uint32_t>(row), static_cast<uint32_t>(at)};
    const TSNode node =
        ts_node_descendant_for_point_range(ts_tree_root_node(tree_.tree.get()), point, point);
    if (NodeType(node) != "comment" || ts_node_start_point(node).column != at) continue;
    return Trim(line.substr(0, at)).empty() ? std::string()
                                            : CommentAsDescription({line.substr(at + 1)});
  }
  return {};
}

}  // namespace flagcensus
