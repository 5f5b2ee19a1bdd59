// Names, literals, and what stands in brackets → nodes.
#include "analyzer/base/text.h"
#include "analyzer/python/direct/grammar.h"
#include "analyzer/python/strings.h"

namespace flagcensus {

NodeId PyGrammar::Atom() {
  const Level level(this);
  if (failed_) return 0;
  const PyPosition at = Here();
  const std::string_view text = Text();
  const auto leaf = [&](NodeKind kind, std::string_view kept) {
    Advance();
    return Make(kind, at, {}, kept);
  };
  switch (Kind()) {
    case PyToken::kName:
      // Python 2 has statements that begin with these names.
      if ((text == "print" || text == "exec") && lexer_.token().begin == statement_ &&
          !IsCalledOrGiven()) {
        return Fail();
      }
      return leaf(NodeKind::kName, text);
    case PyToken::kInteger:
      return leaf(NodeKind::kInteger, PythonInteger(text));
    case PyToken::kFloat:
      return leaf(NodeKind::kFloat, ReplaceAll(text, "_", ""));
    case PyToken::kString:
      return Strings();
    case PyToken::kKeyword:
      if (text == "None") return leaf(NodeKind::kNone, {});
      if (text == "True") return leaf(NodeKind::kTrue, {});
      if (text == "False") return leaf(NodeKind::kFalse, {});
      return Fail();
    case PyToken::kOperator:
      if (text == "(") return Parenthesized();
      if (text == "[") return Bracketed();
      if (text == "{") return Braced();
      if (text == "...") return leaf(NodeKind::kEllipsis, {});
      return Fail();
    default:
      return Fail();
  }
}

NodeId PyGrammar::Name() {
  if (failed_ || Kind() != PyToken::kName) return Fail();
  const PyPosition at = Here();
  const std::string_view name = Text();
  Advance();
  return Make(NodeKind::kName, at, {}, name);
}

// `print(...)`, `print = log`, `x.run(exec)`: no statement of Python 2.
bool PyGrammar::IsCalledOrGiven() const {
  const char next = lexer_.After();
  return next == '(' || next == '=' || next == ')' || next == ',' || next == '.' || next == ']';
}

NodeId PyGrammar::Yield() {
  const PyPosition at = Here();
  Advance();
  if (IsWord("from")) {
    Advance();
    const NodeId from = Expression();
    return Make(NodeKind::kYield, at, {from});
  }
  if (EndsList()) return Make(NodeKind::kYield, at);
  const NodeId value = ExpressionList();
  return Make(NodeKind::kYield, at, {value});
}

// Comments count among the parts of a literal, as they do in the grammar's tree.
bool PyGrammar::IsTooLong(const Ids& ids, uint32_t comments_before) const {
  return ids.size() + lexer_.comment_count() - comments_before > kMaxParts;
}

// An element of a tuple, list or set.
NodeId PyGrammar::Element() {
  if (IsWord("yield")) return Fail();
  return ExpressionOrSplat();
}

// (a), (a, b), (a for b in c), (yield a)
NodeId PyGrammar::Parenthesized() {
  const PyPosition at = Here();
  const uint32_t comments = lexer_.comment_count();
  Advance();
  if (Take(")")) return Make(NodeKind::kTuple, at);
  if (IsWord("yield")) {
    const NodeId inner = Yield();
    Expect(")");
    return inner;
  }
  const bool splat = Is("*");
  Ids ids = {Element()};
  if (AtClause()) {
    Clauses(&ids);
    Expect(")");
    return splat ? Fail() : Make(NodeKind::kComprehension, at, ids, "generator");
  }
  if (Is(")")) {
    Advance();
    return splat ? Fail() : ids[0];
  }
  while (Take(",")) {
    if (Is(")")) break;
    ids.push_back(Element());
  }
  Expect(")");
  if (IsTooLong(ids, comments)) return Fail();
  return Make(NodeKind::kTuple, at, ids);
}

NodeId PyGrammar::Bracketed() {
  const PyPosition at = Here();
  const uint32_t comments = lexer_.comment_count();
  Advance();
  Ids ids;
  while (!failed_ && !Is("]")) {
    const bool splat = Is("*");
    ids.push_back(Element());
    if (AtClause()) {
      if (ids.size() != 1 || splat) return Fail();
      Clauses(&ids);
      Expect("]");
      return Make(NodeKind::kComprehension, at, ids, "list");
    }
    if (!Take(",")) break;
  }
  Expect("]");
  if (IsTooLong(ids, comments)) return Fail();
  return Make(NodeKind::kList, at, ids);
}

NodeId PyGrammar::Braced() {
  const PyPosition at = Here();
  const uint32_t comments = lexer_.comment_count();
  Advance();
  Ids ids;
  bool dict = true;
  bool known = false;
  while (!failed_ && !Is("}")) {
    const PyPosition first = Here();
    const bool double_splat = Is("**");
    const bool splat = Is("*");
    NodeId element = double_splat ? Star(NodeKind::kDoubleSplat) : Element();
    bool pair = false;
    if (!failed_ && Is(":")) {
      Advance();
      const NodeId value = Expression();
      element = Make(NodeKind::kPair, first, {element, value});
      pair = true;
    }
    const bool of_dict = pair || double_splat;
    if (known && of_dict != dict) return Fail();
    dict = of_dict;
    known = true;
    ids.push_back(element);
    if (AtClause()) {
      if (ids.size() != 1 || splat || double_splat) return Fail();
      Clauses(&ids);
      Expect("}");
      return Make(NodeKind::kComprehension, at, ids, dict ? "dict" : "set");
    }
    if (!Take(",")) break;
  }
  Expect("}");
  if (IsTooLong(ids, comments)) return Fail();
  return Make(dict ? NodeKind::kDict : NodeKind::kSet, at, ids);
}

// for a in b if c ...: each clause ends where its `in` does, the conditions behind it are its own.
void PyGrammar::Clauses(Ids* out) {
  while (AtClause()) {
    const PyPosition at = Here();
    if (IsWord("async")) Advance();
    ExpectWord("for");
    Ids ids = {Targets()};
    ExpectWord("in");
    if (IsWord("lambda")) failed_ = true;
    ids.push_back(Disjunction());
    if (IsWord("else") || Is(",")) failed_ = true;
    const uint32_t end_row = end_row_;
    while (!failed_ && IsWord("if")) {
      Advance();
      if (IsWord("lambda")) failed_ = true;
      ids.push_back(Disjunction());
      if (IsWord("else") || Is(":=")) failed_ = true;
    }
    out->push_back(MakeTo(end_row, NodeKind::kClause, at, ids));
  }
}

// What a loop binds.
NodeId PyGrammar::Targets() {
  const PyPosition at = Here();
  const NodeId first = Target();
  if (failed_ || !Is(",")) return first;
  Ids ids = {first};
  while (Take(",")) {
    if (IsWord("in") || Is("=")) break;
    ids.push_back(Target());
  }
  return Make(NodeKind::kTuple, at, ids);
}

NodeId PyGrammar::Target() {
  const Level level(this);
  if (failed_) return 0;
  const PyPosition at = Here();
  if (Is("*")) {
    Advance();
    const NodeId inner = Primary();
    return Make(NodeKind::kSplat, at, {inner});
  }
  if (Is("(") || Is("[")) {
    const bool round = Is("(");
    Advance();
    Ids ids;
    bool comma = false;
    while (!failed_ && !Is(round ? ")" : "]")) {
      ids.push_back(Target());
      comma = Is(",");
      if (!Take(",")) break;
    }
    Expect(round ? ")" : "]");
    if (Is(".") || Is("[") || Is("(")) return Fail();  // (a).b
    if (round && ids.size() == 1 && !comma) return ids[0];
    return Make(round ? NodeKind::kTuple : NodeKind::kList, at, ids);
  }
  return Primary();
}

}  // namespace flagcensus
