// One Python file as a syntax tree with its text, for queries about the code around an access.
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
// The function that contains the node, or is the node; null if there is none.
TSNode FunctionAround(TSNode node);
// Whether the node is a statement of a block or of the module.
bool EndsStatement(TSNode node);

class PythonSource {
 public:
  // Keeps a reference to the text, which must outlive it.
  explicit PythonSource(std::string_view text);

  bool parsed() const { return tree_.tree != nullptr; }
  std::string_view text() const { return text_; }
  TSNode root() const { return ts_tree_root_node(tree_.tree.get()); }
  std::string_view TextOf(TSNode node) const;
  std::string_view Line(size_t row) const;
  TSNode At(const Place& place) const;

  // The value of a string, of adjacent strings, or of either in parentheses; "" for other nodes.
  std::string StringOf(TSNode node) const;
  // The string that the body of a function begins with.
  std::string DocstringOf(TSNode function) const;
  // Whether only blanks precede the node on its line.
  bool BeginsLine(TSNode node) const;
  // The comment lines directly above `row`, without comment marks.
  std::vector<std::string_view> CommentAbove(size_t row) const;
  // The comment after the code on `row`, a line without its mark; empty if there is none.
  std::vector<std::string_view> CommentBehind(size_t row) const;
  // Calls `visit` for each named node, parents before children.
  void ForEach(const std::function<void(TSNode)>& visit) const;

 private:
  std::string_view text_;
  std::vector<std::string_view> lines_;
  PythonTree tree_;
};

}  // namespace flagcensus
