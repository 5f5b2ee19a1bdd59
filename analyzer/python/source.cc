#include "analyzer/python/source.h"

#include <algorithm>

#include "analyzer/base/text.h"

namespace flagcensus {
namespace {

constexpr size_t kMaxComment = 30;  // lines; a longer comment is documentation of something else

// Whether the byte is in the node, or in one of its children that are written outside it (the
// decorators of a definition, the conditions of a comprehension's clause).
bool Holds(const Syntax& syntax, NodeId id, uint32_t offset) {
  const auto covers = [&](NodeId one) {
    return syntax[one].begin <= offset && offset < syntax[one].end;
  };
  // Its own range is the common case.
  if (covers(id)) return true;
  const NodeKind kind = syntax.kind(id);
  if (kind != NodeKind::kFunction && kind != NodeKind::kClass && kind != NodeKind::kClause)
    return false;
  for (size_t i = 0; i < syntax.count(id); ++i) {
    if (covers(syntax.child(id, i))) return true;
  }
  return false;
}

// Whether the children of nodes of this kind are in the order of the text, none inside another.
bool IsList(NodeKind kind) {
  switch (kind) {
    case NodeKind::kModule:
    case NodeKind::kBlock:
    case NodeKind::kTuple:
    case NodeKind::kList:
    case NodeKind::kSet:
    case NodeKind::kDict:
    case NodeKind::kCall:
      return true;
    default:
      return false;
  }
}

// How many children of a list begin at the byte or before it.
size_t CountBegun(const Syntax& syntax, NodeId list, uint32_t offset) {
  size_t low = 0;
  for (size_t high = syntax.count(list); low < high;) {
    const size_t middle = low + (high - low) / 2;
    if (syntax[syntax.child(list, middle)].begin <= offset)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

}  // namespace

NodeId BodyOf(const Syntax& syntax, NodeId definition) {
  return syntax.child(definition, syntax.kind(definition) == NodeKind::kFunction ? 1 : 0);
}

PythonSource::PythonSource(std::string_view text, const Syntax& syntax)
    : text_(text), syntax_(syntax), parents_(ParentsOf(syntax)) {}

std::string_view PythonSource::TextOf(NodeId id) const {
  if (id == kNoNode) return {};
  return text_.substr(syntax_[id].begin, syntax_[id].end - syntax_[id].begin);
}

// Without the line end.
std::string_view PythonSource::Line(uint32_t line) const {
  if (line == 0 || line > syntax_.lines.size()) return {};
  const std::string_view rest = text_.substr(syntax_.lines[line - 1]);
  return rest.substr(0, rest.find('\n'));
}

NodeId PythonSource::Child(NodeId id, size_t i) const {
  return id == kNoNode || i >= syntax_.count(id) ? kNoNode : syntax_.child(id, i);
}

// From the root to the innermost node, by the byte of the place.
NodeId PythonSource::At(const Place& place) const {
  const auto row = static_cast<size_t>(std::max(place.line, 1) - 1);
  // A place outside the text belongs to no node.
  if (syntax_.root == kNoNode || row >= syntax_.lines.size()) return kNoNode;
  const uint32_t offset = syntax_.lines[row] + static_cast<uint32_t>(std::max(place.column, 1) - 1);
  NodeId found = syntax_.root;
  for (NodeId next = found; next != kNoNode;) {
    found = next;
    next = kNoNode;
    // The smallest child with the byte. In a list it is the last one that begins before it, or the
    // next one: a definition begins after its decorators.
    size_t first = 0, end = syntax_.count(found);
    if (IsList(kind(found))) {
      const size_t begun = CountBegun(syntax_, found, offset);
      first = begun - std::min<size_t>(begun, 1);
      end = std::min(end, begun + 1);
    }
    for (size_t i = first; i < end; ++i) {
      const NodeId child = syntax_.child(found, i);
      if (!Holds(syntax_, child, offset)) continue;
      const auto size = [&](NodeId id) { return syntax_[id].end - syntax_[id].begin; };
      // A text of a format string has the string's range; the expressions in it are shorter.
      if (next == kNoNode || size(child) < size(next)) next = child;
    }
  }
  return found;
}

bool PythonSource::IsStatement(NodeId id) const {
  const NodeKind around = kind(Parent(id));
  return around == NodeKind::kBlock || around == NodeKind::kModule;
}

NodeId PythonSource::FunctionAround(NodeId id) const {
  // A lambda does not count.
  while (id != kNoNode && kind(id) != NodeKind::kFunction) id = Parent(id);
  return id;
}

NodeId PythonSource::NextStatement(NodeId id) const {
  const NodeId block = Parent(id);
  if (!IsStatement(id)) return kNoNode;
  // The last statement of a block has no successor.
  return Child(block, CountBegun(syntax_, block, syntax_[id].begin));
}

// The last target is the one next to the value's own name: a = b = x.
std::vector<NodeId> PythonSource::TargetsOf(NodeId statement) const {
  if (kind(statement) == NodeKind::kAnnotated) return {syntax_.child(statement, 0)};
  std::vector<NodeId> out;
  if (kind(statement) != NodeKind::kAssign) return out;
  for (size_t i = syntax_.count(statement); i-- > 1;) out.push_back(syntax_.child(statement, i));
  return out;
}

// Only constant text; an f-string with expressions has no value.
std::string PythonSource::StringOf(NodeId id) const {
  if (kind(id) == NodeKind::kString) return syntax_.text(id);
  // Only adjacent strings have parts of their own.
  std::string out;
  if (kind(id) != NodeKind::kFormat || syntax_.count(id) == 0) return out;
  // Adjacent strings have their own ranges, texts of a format string the range of the whole.
  const Node& first = syntax_[syntax_.child(id, 0)];
  if (first.begin != syntax_[id].begin || first.end == syntax_[id].end) return out;
  // Pieces without expressions, one after the other.
  for (size_t i = 0; i < syntax_.count(id); ++i) out += StringOf(syntax_.child(id, i));
  return out;
}

std::string PythonSource::StringStatement(NodeId id) const {
  return kind(id) == NodeKind::kExpression ? StringOf(syntax_.child(id, 0)) : std::string();
}

std::string PythonSource::DocstringOf(NodeId definition) const {
  const bool known =
      kind(definition) == NodeKind::kFunction || kind(definition) == NodeKind::kClass;
  return known ? StringStatement(Child(BodyOf(syntax_, definition), 0)) : std::string();
}

// Decorators are before the definition's own first byte.
uint32_t PythonSource::FirstLine(NodeId id) const {
  uint32_t begin = syntax_[id].begin;
  for (size_t i = 0; i < syntax_.count(id); ++i) {
    const NodeId child = syntax_.child(id, i);
    if (kind(child) == NodeKind::kDecorator) begin = std::min(begin, syntax_[child].begin);
  }
  return syntax_.LineOf(begin);
}

// From the line's first byte to the node.
bool PythonSource::BeginsLine(NodeId id) const {
  const uint32_t begin = syntax_[id].begin;
  const uint32_t line = syntax_.lines[syntax_.line(id) - 1];
  return Trim(text_.substr(line, begin - line)).empty();
}

std::vector<std::string_view> PythonSource::CommentAbove(uint32_t line) const {
  // Upwards from the line, as long as lines are comments; the order is restored at the end.
  std::vector<std::string_view> found;
  while (line > 1 && found.size() < kMaxComment) {
    const std::string_view above = Trim(Line(--line));
    if (!above.starts_with('#')) break;
    // Without its marks.
    found.push_back(above.substr(std::min(above.find_first_not_of('#'), above.size())));
  }
  std::reverse(found.begin(), found.end());
  return found;
}

std::vector<std::string_view> PythonSource::TrailingComment(uint32_t line) const {
  const uint32_t begin = syntax_.lines[line - 1];
  // Comments are in the order of the text, so the line's is found by a search.
  const auto found = std::lower_bound(
      syntax_.comments.begin(), syntax_.comments.end(), begin,
      [](const SyntaxComment& comment, uint32_t offset) { return comment.begin < offset; });
  // A comment after the end of the line belongs to another one.
  if (found == syntax_.comments.end() || found->begin >= begin + Line(line).size()) return {};
  if (Trim(text_.substr(begin, found->begin - begin)).empty()) return {};
  return {text_.substr(found->begin + 1, found->end - found->begin - 1)};
}

}  // namespace flagcensus
