// One Python file as a syntax tree with the text it was made of: what is asked around an access.
#pragma once

#include <tree_sitter/api.h>

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "analyzer/model/place.h"
#include "analyzer/python/node.h"
#include "analyzer/python/tree.h"

namespace flagcensus {

bool IsFunction(TSNode node);
// The function that the node stands in, or is; null where there is none.
TSNode FunctionAround(TSNode node);
// Whether the node is a statement of a block or of the module.
bool EndsStatement(TSNode node);

class PythonSource {
 public:
  // Keeps a reference to the text.
  explicit PythonSource(std::string_view text);

  bool parsed() const { return tree_.tree != nullptr; }
  std::string_view text() const { return text_; }
  TSNode root() const { return ts_tree_root_node(tree_.tree.get()); }
  std::string_view TextOf(TSNode node) const;
  std::string_view Line(size_t row) const;
  TSNode At(const Place& place) const;

  // The value of a string, of strings side by side, or of such in parentheses; "" of others.
  std::string StringOf(TSNode node) const;
  // The string that the body of a function begins with.
  std::string DocstringOf(TSNode function) const;
  // Whether nothing but blanks stands before the node on its line.
  bool BeginsLine(TSNode node) const;
  // The lines of comment that stand right above `row`, without their marks.
  std::string CommentAbove(size_t row) const;
  // The comment that stands behind code on `row`.
  std::string CommentBehind(size_t row) const;
  // Calls `visit` with each named node, an outer one before those in it.
  void ForEach(const std::function<void(TSNode)>& visit) const;

 private:
  std::string_view text_;
  std::vector<std::string_view> lines_;
  PythonTree tree_;
};

}  // namespace flagcensus
