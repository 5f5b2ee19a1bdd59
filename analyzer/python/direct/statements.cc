// Simple statements → nodes (Python Language Reference, 7).
//
//   a = b = f()      ─→ kAssign(f(), a, b)
//   x: int = 1       ─→ kAnnotated(x, int, 1)
//   import a.b as c  ─→ kImport(kAlias a.b(kName c))
#include <string>

#include "analyzer/python/direct/blocks.h"

namespace flagcensus {

// a; b
void PyStatements::SimpleStatements(PyIds* out) {
  // One statement after the other, separated by ';'.
  while (!cursor_.failed()) {
    Simple(out);
    if (cursor_.failed()) return;
    if (cursor_.Kind() == PyToken::kLineEnd) break;
    cursor_.Expect(";");
    if (cursor_.Kind() == PyToken::kLineEnd) break;
  }
  if (cursor_.failed()) return;
  cursor_.NextLine();
}

// Statements by their keyword; any other begins an expression.
void PyStatements::Simple(PyIds* out) {
  if (cursor_.Kind() != PyToken::kKeyword) return ExpressionStatement(out);
  const uint32_t at = cursor_.Here();
  const std::string_view word = cursor_.Text();
  // return, del: an optional list of expressions.
  const auto list = [&](NodeKind kind) {
    cursor_.Advance();
    PyIds ids;
    if (!expressions_.EndsList()) ids.push_back(expressions_.ExpressionList());
    out->push_back(cursor_.Make(kind, at, ids));
  };
  // Statements with an optional list first, then those with their own rules.
  if (word == "return") return list(NodeKind::kReturn);
  if (word == "del") return list(NodeKind::kDelete);
  // `pass` makes no node.
  if (word == "pass" || word == "break" || word == "continue") {
    cursor_.Advance();
    if (word == "break") out->push_back(cursor_.Make(NodeKind::kBreak, at));
    if (word == "continue") out->push_back(cursor_.Make(NodeKind::kContinue, at));
    return;
  }
  if (word == "import") {
    out->push_back(Import());
    return;
  }
  if (word == "from") {
    // `from __future__ import x` makes no node, as in LowerPython.
    const bool future =
        cursor_.lexer.After() == '_' &&
        cursor_.lexer.text().substr(cursor_.lexer.token().end, 40).find("__future__") < 10;
    const NodeId made = ImportFrom();
    if (!future) out->push_back(made);
    return;
  }
  if (word == "raise") {
    // raise, raise E, raise E from F
    cursor_.Advance();
    PyIds ids;
    if (!expressions_.EndsList() && !cursor_.IsWord("from"))
      ids.push_back(expressions_.ExpressionList());
    if (cursor_.IsWord("from")) {
      cursor_.Advance();
      ids.push_back(expressions_.Expression());
    }
    out->push_back(cursor_.Make(NodeKind::kRaise, at, ids));
    return;
  }
  if (word == "assert") {
    // assert a, "message"
    cursor_.Advance();
    PyIds ids = {expressions_.Expression()};
    while (cursor_.Take(",")) ids.push_back(expressions_.Expression());
    out->push_back(cursor_.Make(NodeKind::kAssert, at, ids));
    return;
  }
  // Both declare names of another scope.
  if (word == "global" || word == "nonlocal") {
    const bool nonlocal = word == "nonlocal";
    cursor_.Advance();
    PyIds ids;
    // Names only; at least one.
    do {
      ids.push_back(cursor_.Name());
    } while (cursor_.Take(","));
    out->push_back(cursor_.Make(NodeKind::kGlobal, at, ids, {}, nonlocal ? 1 : 0));
    return;
  }
  ExpressionStatement(out);
}

// An expression, or an assignment: the first target is parsed as an expression.
void PyStatements::ExpressionStatement(PyIds* out) {
  const uint32_t at = cursor_.Here();
  // A generator's statement: yield x
  if (cursor_.IsWord("yield")) {
    // A generator's value is not assigned.
    const NodeId value = atoms_.Yield();
    out->push_back(cursor_.Make(NodeKind::kExpression, at, {value}));
    return;
  }
  // Python 2 statements and type aliases begin with a name.
  if (cursor_.Kind() == PyToken::kName) {
    cursor_.statement = cursor_.lexer.token().begin;
    if (cursor_.Text() == "type" && definitions_.IsTypeAlias()) return definitions_.TypeAlias();
  }
  // (a): int and [a] += b are errors in one of the grammars.
  const bool bracket = cursor_.Is("(") || cursor_.Is("[");
  PyIds ids;
  bool comma = false;
  // All expressions of the line, up to the operator that says what they are.
  bool splat = false;
  while (!cursor_.failed()) {
    splat = splat || cursor_.Is("*");
    ids.push_back(expressions_.ExpressionOrSplat());
    if (ids.size() > PyCursor::kMaxParts) cursor_.Fail();
    comma = cursor_.Is(",");
    if (!cursor_.Take(",") || expressions_.EndsList()) break;
  }
  if (cursor_.failed()) return;
  // The right side may be a yield.
  const auto right = [&]() -> NodeId {
    return cursor_.IsWord("yield") ? atoms_.Yield() : expressions_.ExpressionList();
  };
  const bool list = ids.size() > 1 || comma;
  // Each further `=` makes the value so far a target.
  if (cursor_.Is("=")) {
    PyIds made = {0, list ? cursor_.Make(NodeKind::kTuple, at, ids) : ids[0]};
    NodeId value = 0;
    while (cursor_.Take("=")) {
      value = right();
      if (!cursor_.Is("=")) break;
      made.push_back(value);
      // A chain of assignments is nested in the grammar, which has a limit.
      if (made.size() > PyCursor::kMaxHeight) cursor_.Fail();
    }
    // `a = b += c` is an error, which the grammar reports in its own way.
    if (EndsWithOperator()) cursor_.Fail();
    made[0] = value;
    out->push_back(cursor_.Make(NodeKind::kAssign, at, made));
    return;
  }
  // An annotation needs a single target.
  if (cursor_.Is(":")) {
    if (list || splat || bracket) cursor_.Fail();
    cursor_.Advance();
    PyIds made = {ids[0], expressions_.Type()};
    if (cursor_.Take("=")) made.push_back(right());
    if (cursor_.Is("=")) cursor_.Fail();
    out->push_back(cursor_.Make(NodeKind::kAnnotated, at, made));
    return;
  }
  // += and the like.
  if (EndsWithOperator()) {
    if (list || bracket) cursor_.Fail();
    // The operator without its "=".
    const std::string_view op = cursor_.Text();
    cursor_.Advance();
    const NodeId value = right();
    if (cursor_.Is("=") || EndsWithOperator()) cursor_.Fail();
    out->push_back(
        cursor_.Make(NodeKind::kAugmented, at, {ids[0], value}, op.substr(0, op.size() - 1)));
    return;
  }
  const NodeId value = ids.size() == 1 ? ids[0] : cursor_.Make(NodeKind::kTuple, at, ids);
  out->push_back(cursor_.Make(NodeKind::kExpression, at, {value}));
}

// Whether the operator is an augmented assignment: `+=`; not `==` and the other comparisons.
bool PyStatements::EndsWithOperator() const {
  // Two characters or more, ending with "=".
  return cursor_.Kind() == PyToken::kOperator && cursor_.Text().size() > 1 &&
         cursor_.Text().back() == '=' && cursor_.Text() != "==" && cursor_.Text() != "!=" &&
         cursor_.Text() != "<=" && cursor_.Text() != ">=" && cursor_.Text() != ":=";
}

// a.b, a.b as c.
NodeId PyStatements::Alias() {
  const uint32_t at = cursor_.Here();
  const std::string_view name = cursor_.DottedName();
  PyIds ids;
  // The alias is a child, since it is what the statement binds.
  if (!cursor_.failed() && cursor_.IsWord("as")) {
    cursor_.Advance();
    ids.push_back(cursor_.Name());
  }
  return cursor_.Make(NodeKind::kAlias, at, ids, name);
}

// import a, b as c
NodeId PyStatements::Import() {
  const uint32_t at = cursor_.Here();
  cursor_.Advance();
  PyIds ids = {Alias()};
  while (cursor_.Take(",")) ids.push_back(Alias());
  return cursor_.Make(NodeKind::kImport, at, ids);
}

// from ..a import b as c, (d, e)
NodeId PyStatements::ImportFrom() {
  const uint32_t at = cursor_.Here();
  cursor_.Advance();
  std::string module;
  // "..." is one token.
  while (!cursor_.failed() && (cursor_.Is(".") || cursor_.Is("..."))) {
    module += cursor_.Text();
    cursor_.Advance();
  }
  // `from . import x` has dots only.
  if (module.empty() || !cursor_.IsWord("import")) {
    for (const char c : cursor_.DottedName()) {
      // Blanks inside the name are dropped.
      if (c != ' ' && c != '\t') module += c;
    }
  }
  cursor_.ExpectWord("import");
  PyIds ids;
  if (cursor_.Is("*")) {
    const uint32_t star = cursor_.Here();
    cursor_.Advance();
    ids.push_back(cursor_.Make(NodeKind::kAlias, star, {}, "*"));
    return cursor_.Make(NodeKind::kImportFrom, at, ids, module);
  }
  // With parentheses, the names may be on several lines.
  const bool brackets = cursor_.Take("(");
  do {
    if (brackets && cursor_.Is(")")) break;
    ids.push_back(Alias());
  } while (cursor_.Take(","));
  if (brackets) cursor_.Expect(")");
  return cursor_.Make(NodeKind::kImportFrom, at, ids, module);
}

}  // namespace flagcensus
