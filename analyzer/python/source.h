// One Python file as its syntax with its text, for queries about the code around an access: the
// statement that contains it, its targets, the comment above it, the docstring of its function.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "analyzer/model/place.h"
#include "analyzer/python/syntax.h"

namespace flagcensus {

// Queries with kNoNode answer kNoNode, "" or false.
class PythonSource {
 public:
  // Keeps references to both, which must outlive it. `syntax`: of `text`. Costs a pass over the
  // nodes.
  PythonSource(std::string_view text, const Syntax& syntax);

  std::string_view text() const { return text_; }
  const Syntax& syntax() const { return syntax_; }
  NodeKind kind(NodeId id) const { return id == kNoNode ? NodeKind::kPass : syntax_.kind(id); }
  std::string_view TextOf(NodeId id) const;
  NodeId Parent(NodeId id) const { return id == kNoNode ? kNoNode : parents_[id]; }
  // kNoNode beyond the last one.
  NodeId Child(NodeId id, size_t i) const;
  // The innermost node at a place.
  NodeId At(const Place& place) const;
  // Whether the node is a statement of a block or of the module.
  bool IsStatement(NodeId id) const;
  // The function that contains the node, or is the node; kNoNode if there is none.
  NodeId FunctionAround(NodeId id) const;
  // The statement after this one in its block.
  NodeId NextStatement(NodeId id) const;
  // The targets of an assignment, with or without an annotation, the last one first; empty for
  // other statements.
  std::vector<NodeId> TargetsOf(NodeId statement) const;

  // The value of a string, or of adjacent strings without the expressions in them; "" for other
  // nodes.
  std::string StringOf(NodeId id) const;
  // The string that a statement consists of.
  std::string StringStatement(NodeId id) const;
  // The string that the body of a function or class begins with.
  std::string DocstringOf(NodeId definition) const;
  // 1-based lines of a node; of a definition, from its first decorator on.
  uint32_t FirstLine(NodeId id) const;
  uint32_t LastLine(NodeId id) const { return syntax_.end_line(id); }
  // Whether only blanks precede the node on its line.
  bool BeginsLine(NodeId id) const;
  // The comment lines directly above a line, without comment marks.
  std::vector<std::string_view> CommentAbove(uint32_t line) const;
  // The comment after the code on a line, without its mark; empty if there is none.
  std::vector<std::string_view> TrailingComment(uint32_t line) const;

 private:
  std::string_view Line(uint32_t line) const;

  std::string_view text_;
  const Syntax& syntax_;
  std::vector<NodeId> parents_;
};

// The body of a function or class.
NodeId BodyOf(const Syntax& syntax, NodeId definition);

}  // namespace flagcensus
