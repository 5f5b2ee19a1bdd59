// Names, literals, and expressions in brackets → nodes.
#include "analyzer/base/text.h"
#include "analyzer/python/direct/expressions.h"
#include "analyzer/python/strings.h"

namespace flagcensus {

// One leaf, or what begins with a bracket. A token that begins no expression is an error, or
// unknown.
NodeId PyAtoms::Atom() {
  const PyCursor::Level level(cursor_);
  if (cursor_.failed()) return 0;
  const uint32_t at = cursor_.Here();
  const std::string_view text = cursor_.Text();
  // Most atoms are one token: a node without children.
  const auto leaf = [&](NodeKind kind, std::string_view kept) {
    cursor_.Advance();
    return cursor_.Make(kind, at, {}, kept);
  };
  switch (cursor_.Kind()) {
    // Also `match`, `case` and `type`: they are names wherever an expression can be.
    case PyToken::kName:
      // Statements of Python 2 begin with these names: print x, exec code.
      if ((text == "print" || text == "exec") && cursor_.lexer.token().begin == cursor_.statement &&
          !IsCalledOrGiven()) {
        return cursor_.Fail();
      }
      return leaf(NodeKind::kName, text);
    case PyToken::kInteger:
      return leaf(NodeKind::kInteger, PythonInteger(text));
    case PyToken::kFloat:
      return leaf(NodeKind::kFloat, ReplaceAll(text, "_", ""));
    case PyToken::kString:
      return strings_.Strings();
    case PyToken::kKeyword:
      if (text == "None") return leaf(NodeKind::kNone, {});
      if (text == "True") return leaf(NodeKind::kTrue, {});
      if (text == "False") return leaf(NodeKind::kFalse, {});
      // Other keywords are an error here, except for those that the grammar accepts in more places.
      return text == "lambda" || text == "not" || text == "yield" || text == "await"
                 ? cursor_.Fail()
                 : cursor_.Break();
    case PyToken::kOperator:
      if (text == "(") return Parenthesized();
      if (text == "[") return Bracketed();
      if (text == "{") return Braced();
      if (text == "...") return leaf(NodeKind::kEllipsis, {});
      return text == "*" || text == "**" ? cursor_.Fail() : cursor_.Break();
    case PyToken::kLineEnd:
    case PyToken::kEnd:
      return cursor_.Break();
    default:
      return cursor_.Fail();
  }
}

// Whether the name is used as a function or a variable: `print(...)`, `print = log`, `x.run(exec)`.
bool PyAtoms::IsCalledOrGiven() const {
  const char next = cursor_.lexer.After();
  return next == '(' || next == '=' || next == ')' || next == ',' || next == '.' || next == ']' ||
         next == ':';
}

// yield, yield from x, yield a, b.
NodeId PyAtoms::Yield() {
  const uint32_t at = cursor_.Here();
  // `yield from` and `yield` have one kind of node.
  cursor_.Advance();
  if (cursor_.IsWord("from")) {
    cursor_.Advance();
    const NodeId from = expressions_.Expression();
    return cursor_.Make(NodeKind::kYield, at, {from});
  }
  // A bare yield yields None.
  if (expressions_.EndsList()) return cursor_.Make(NodeKind::kYield, at);
  const NodeId value = expressions_.ExpressionList();
  return cursor_.Make(NodeKind::kYield, at, {value});
}

// Whether the node is a value without effects, or a short list of such values. Four levels and
// fifty parts, as in chains.cc, so both parsers drop the same elements.
bool PyAtoms::IsPlain(NodeId id, int depth) const {
  constexpr int kDeepest = 4;
  constexpr size_t kMostParts = 50;
  const Syntax& made = cursor_.builder.made();
  switch (made.kind(id)) {
    case NodeKind::kName:
    case NodeKind::kString:
    case NodeKind::kInteger:
    case NodeKind::kFloat:
    case NodeKind::kTrue:
    case NodeKind::kFalse:
    case NodeKind::kNone:
      return true;
    // Displays of plain elements are plain, too.
    case NodeKind::kTuple:
    case NodeKind::kList:
    case NodeKind::kDict:
    case NodeKind::kPair:
    case NodeKind::kUnary:
      break;
    default:
      return false;
  }
  // Larger displays are lowered as a whole.
  if (depth >= kDeepest || made.count(id) > kMostParts) return false;
  for (size_t i = 0; i < made.count(id); ++i) {
    if (!IsPlain(made.child(id, i), depth + 1)) return false;
  }
  return true;
}

// A literal that is too long to be followed is a call of something unknown, with those of its
// elements that have effects. Comments count among its parts, as they do in the grammar's tree.
NodeId PyAtoms::Literal(NodeKind kind, uint32_t at, const PyIds& ids, size_t comments_before) {
  const size_t comments = cursor_.lexer.all_comments().size() - comments_before;
  // The common case: a node of the display itself.
  if (cursor_.failed() || cursor_.muted() || ids.size() + comments <= PyCursor::kMaxParts)
    return cursor_.Make(kind, at, ids);
  AddCut(at, kTooLongLiteral, &cursor_.cuts);
  // The source, shortened, as the text of what is unknown.
  PyIds parts = {cursor_.Make(NodeKind::kOpaque, at, {}, cursor_.SourceFrom(at).substr(0, 80))};
  const Syntax& made = cursor_.builder.made();
  for (const NodeId id : ids) {
    if (made.kind(id) != NodeKind::kPair) {
      if (!IsPlain(id, 0)) parts.push_back(id);
      continue;
    }
    for (size_t i = 0; i < made.count(id); ++i) {
      if (!IsPlain(made.child(id, i), 0)) parts.push_back(made.child(id, i));
    }
  }
  return cursor_.Make(NodeKind::kCall, at, parts);
}

// An element of a tuple, list or set.
NodeId PyAtoms::Element() {
  // (yield a, b) is only allowed alone in parentheses.
  if (cursor_.IsWord("yield")) return cursor_.Fail();
  return expressions_.ExpressionOrSplat();
}

// (a), (a, b), (a for b in c), (yield a)
NodeId PyAtoms::Parenthesized() {
  const uint32_t at = cursor_.Here();
  const size_t comments = cursor_.lexer.all_comments().size();
  cursor_.Advance();
  // ()
  if (cursor_.Take(")")) return cursor_.Make(NodeKind::kTuple, at);
  if (cursor_.IsWord("yield")) {
    const NodeId inner = Yield();
    cursor_.Expect(")");
    return inner;
  }
  const bool splat = cursor_.Is("*");
  // The first element decides: a generator, a value in parentheses, or a tuple.
  PyIds ids = {Element()};
  if (AtClause()) {
    Clauses(&ids);
    cursor_.Expect(")");
    return splat ? cursor_.Fail() : cursor_.Make(NodeKind::kComprehension, at, ids, "generator");
  }
  // Parentheses make no node.
  if (cursor_.Is(")")) {
    cursor_.Advance();
    return splat ? cursor_.Fail() : ids[0];
  }
  // A comma after the last element is allowed; after a single one it makes a tuple.
  while (cursor_.Take(",")) {
    if (cursor_.Is(")")) break;
    ids.push_back(Element());
  }
  cursor_.Expect(")");
  return Literal(NodeKind::kTuple, at, ids, comments);
}

// [a, *b], [a for a in b]
NodeId PyAtoms::Bracketed() {
  const uint32_t at = cursor_.Here();
  const size_t comments = cursor_.lexer.all_comments().size();
  cursor_.Advance();
  PyIds ids;
  // Elements up to the bracket; the first one may begin a comprehension.
  while (!cursor_.failed() && !cursor_.Is("]")) {
    const bool splat = cursor_.Is("*");
    ids.push_back(Element());
    if (AtClause()) {
      if (ids.size() != 1 || splat) return cursor_.Fail();
      Clauses(&ids);
      cursor_.Expect("]");
      return cursor_.Make(NodeKind::kComprehension, at, ids, "list");
    }
    if (!cursor_.Take(",")) break;
  }
  cursor_.Expect("]");
  return Literal(NodeKind::kList, at, ids, comments);
}

// {a: b, **c}, {a, *b}, {a: b for a in c}, {a for a in c}
NodeId PyAtoms::Braced() {
  const uint32_t at = cursor_.Here();
  const size_t comments = cursor_.lexer.all_comments().size();
  cursor_.Advance();
  PyIds ids;
  bool dict = true;
  bool known = false;
  // A display with pairs is a dict, one without is a set; an empty one is a dict.
  while (!cursor_.failed() && !cursor_.Is("}")) {
    const uint32_t first = cursor_.Here();
    const bool double_splat = cursor_.Is("**");
    const bool splat = cursor_.Is("*");
    // **mapping, or an element that a ':' turns into a key.
    NodeId element = double_splat ? expressions_.Star(NodeKind::kDoubleSplat) : Element();
    bool pair = false;
    if (!cursor_.failed() && cursor_.Is(":")) {
      cursor_.Advance();
      const NodeId value = expressions_.Expression();
      element = cursor_.Make(NodeKind::kPair, first, {element, value});
      pair = true;
    }
    const bool of_dict = pair || double_splat;
    // Both in one display is an error, but perhaps not of the grammar's.
    if (known && of_dict != dict) return cursor_.Fail();
    dict = of_dict;
    known = true;
    ids.push_back(element);
    if (AtClause()) {
      if (ids.size() != 1 || splat || double_splat) return cursor_.Fail();
      Clauses(&ids);
      cursor_.Expect("}");
      return cursor_.Make(NodeKind::kComprehension, at, ids, dict ? "dict" : "set");
    }
    if (!cursor_.Take(",")) break;
  }
  cursor_.Expect("}");
  return Literal(dict ? NodeKind::kDict : NodeKind::kSet, at, ids, comments);
}

// for a in b if c ...: each clause ends after its iterable; the conditions after it are its
// children.
void PyAtoms::Clauses(PyIds* out) {
  while (AtClause()) {
    // Each clause begins with `for`, or with `async for`.
    const uint32_t at = cursor_.Here();
    if (cursor_.IsWord("async")) cursor_.Advance();
    cursor_.ExpectWord("for");
    PyIds ids = {Targets()};
    cursor_.ExpectWord("in");
    // A lambda here extends over the conditions, in one of the two grammars.
    if (cursor_.IsWord("lambda")) cursor_.Fail();
    ids.push_back(expressions_.Disjunction());
    if (cursor_.IsWord("else") || cursor_.Is(",")) cursor_.Fail();
    // The end is recorded before the conditions are read.
    const uint32_t end = cursor_.last_end;
    while (!cursor_.failed() && cursor_.IsWord("if")) {
      // Several conditions may follow each other.
      cursor_.Advance();
      if (cursor_.IsWord("lambda")) cursor_.Fail();
      ids.push_back(expressions_.Disjunction());
      if (cursor_.IsWord("else") || cursor_.Is(":=")) cursor_.Fail();
    }
    out->push_back(cursor_.MakeTo(end, NodeKind::kClause, at, ids));
  }
}

// The targets of a loop.
NodeId PyAtoms::Targets() {
  const uint32_t at = cursor_.Here();
  const NodeId first = Target();
  if (cursor_.failed() || !cursor_.Is(",")) return first;
  // a, b in ...: a comma makes a tuple, without parentheses.
  PyIds ids = {first};
  while (cursor_.Take(",")) {
    if (cursor_.IsWord("in") || cursor_.Is("=")) break;
    ids.push_back(Target());
  }
  return cursor_.Make(NodeKind::kTuple, at, ids);
}

// A target is parsed like a primary, so a.b and a[0] are targets as well.
NodeId PyAtoms::Target() {
  const PyCursor::Level level(cursor_);
  if (cursor_.failed()) return 0;
  const uint32_t at = cursor_.Here();
  // *rest among the targets.
  if (cursor_.Is("*")) {
    cursor_.Advance();
    const NodeId inner = expressions_.Primary();
    return cursor_.Make(NodeKind::kSplat, at, {inner});
  }
  // (a, b) and [a, b] as targets; (a).b and (a or b).c are expressions, which are rare here.
  if (cursor_.Is("(") || cursor_.Is("[")) {
    const bool round = cursor_.Is("(");
    const PyWord closing = round ? PyWord(")") : PyWord("]");
    cursor_.Advance();
    PyIds ids;
    bool comma = false;
    while (!cursor_.failed() && !cursor_.Is(closing)) {
      ids.push_back(Target());
      comma = cursor_.Is(",");
      if (!cursor_.Take(",")) break;
    }
    if (!cursor_.Is(closing)) return cursor_.Fail();  // (a or b).c
    cursor_.Advance();
    if (cursor_.Is(".") || cursor_.Is("[") || cursor_.Is("(")) return cursor_.Fail();  // (a).b
    if (round && ids.size() == 1 && !comma) return ids[0];
    return cursor_.Make(round ? NodeKind::kTuple : NodeKind::kList, at, ids);
  }
  return expressions_.Primary();
}

}  // namespace flagcensus
