// Python's expressions by precedence → nodes (Python Language Reference, 6.17).
//
//   Expression    lambda, x := y, a if b else c
//   Disjunction   or          Conjunction  and        Inversion  not        Comparison  <, in, is
//   Binary        | & ^ << + * ...            Unary  - + ~             Power  await, **
//   Primary       x.y, x(), x[]
#include "analyzer/python/direct/expressions.h"

#include <algorithm>
#include <array>
#include <utility>

namespace flagcensus {
namespace {

// How tightly a binary operator binds; 0: it is not one. In Python `&` binds tighter than `^`; in
// tree-sitter's grammar it is the reverse, and both parsers have to agree.
int Precedence(std::string_view op) {
  if (op.size() == 1) {
    switch (op[0]) {
      case '|':
        return 1;
      case '&':
        return 2;
      case '^':
        return 3;
      case '+':
      case '-':
        return 5;
      case '*':
      case '/':
      case '%':
      case '@':
        return 6;
      default:
        return 0;
    }
  }
  if (op == "<<" || op == ">>") return 4;
  return op == "//" ? 6 : 0;
}

}  // namespace

// The entry for one value. Each level of precedence has its own method below.
NodeId PyExpressions::Expression() {
  const PyCursor::Level level(cursor_);
  if (cursor_.failed()) return 0;
  // A lambda extends as far to the right as possible.
  if (cursor_.IsWord("lambda")) return Lambda();
  const uint32_t at = cursor_.Here();
  // The two characters after a name decide: `:=` and not a slice or an annotation.
  if (cursor_.Kind() == PyToken::kName && cursor_.lexer.After() == ':' &&
      cursor_.lexer.After(1) == '=') {
    const NodeId name = Primary();
    cursor_.Expect(":=");
    const NodeId value = Expression();
    return cursor_.Make(NodeKind::kWalrus, at, {name, value});
  }
  const NodeId then = Disjunction();
  if (cursor_.failed() || !cursor_.IsWord("if")) return then;
  // a if b else c: the condition is between the two values.
  cursor_.Advance();
  const NodeId test = Disjunction();
  cursor_.ExpectWord("else");
  const NodeId otherwise = Expression();
  return cursor_.Make(NodeKind::kConditional, at, {test, then, otherwise});
}

NodeId PyExpressions::Lambda() {
  const uint32_t at = cursor_.Here();
  cursor_.Advance();
  // A lambda without parameters has an empty list, made after the body as LowerPython does.
  const bool bare = cursor_.Is(":");
  NodeId parameters = bare ? 0 : Parameters(":");
  // The body is one expression; a comma ends it.
  cursor_.Expect(":");
  const NodeId body = Expression();
  if (bare) parameters = cursor_.Make(NodeKind::kParameters, at);
  return cursor_.Make(NodeKind::kLambda, at, {parameters, body});
}

// Left-associative: a or b or c is (a or b) or c.
NodeId PyExpressions::Disjunction() {
  const uint32_t at = cursor_.Here();
  NodeId left = Conjunction();
  while (!cursor_.failed() && cursor_.IsWord("or")) {
    cursor_.Advance();
    const NodeId right = Conjunction();
    left = cursor_.Make(NodeKind::kOr, at, {left, right});
  }
  return left;
}

NodeId PyExpressions::Conjunction() {
  const uint32_t at = cursor_.Here();
  NodeId left = Inversion();
  while (!cursor_.failed() && cursor_.IsWord("and")) {
    cursor_.Advance();
    const NodeId right = Inversion();
    left = cursor_.Make(NodeKind::kAnd, at, {left, right});
  }
  return left;
}

// `not` binds looser than comparisons, and may be repeated.
NodeId PyExpressions::Inversion() {
  if (cursor_.IsWord("lambda"))
    return cursor_.Fail();  // `a or lambda: b` extends over everything after it
  if (!cursor_.IsWord("not")) return Comparison();
  const PyCursor::Level level(cursor_);
  if (cursor_.failed()) return 0;
  // Each `not` is a level of nesting.
  const uint32_t at = cursor_.Here();
  cursor_.Advance();
  const NodeId operand = Inversion();
  return cursor_.Make(NodeKind::kNot, at, {operand});
}

// Comparisons do not nest: all operands of a chain are children of one node.
NodeId PyExpressions::Comparison() {
  static constexpr std::array<std::string_view, 6> kOperators = {"==", "!=", "<", ">", "<=", ">="};
  const uint32_t at = cursor_.Here();
  const NodeId first = Binary(1);
  PyIds ids;
  std::string operators;
  while (!cursor_.failed()) {
    std::string op;
    // One operator after the other, as long as comparisons follow.
    if (cursor_.Kind() == PyToken::kOperator) {
      if (std::find(kOperators.begin(), kOperators.end(), cursor_.Text()) == kOperators.end())
        // Each operator of a chain is in the text: a < b <= c has "<,<=".
        break;
      op = cursor_.Text();
      cursor_.Advance();
    } else if (cursor_.IsWord("in")) {
      op = "in";
      cursor_.Advance();
    } else if (cursor_.IsWord("not")) {
      op = "not in";
      cursor_.Advance();
      cursor_.ExpectWord("in");
    } else if (cursor_.IsWord("is")) {
      op = "is";
      cursor_.Advance();
      if (cursor_.IsWord("not")) {
        op = "is not";
        cursor_.Advance();
      }
    } else {
      break;
    }
    if (ids.empty()) ids.push_back(first);
    if (!operators.empty()) operators += ',';
    operators += op;
    ids.push_back(Binary(1));
  }
  return ids.empty() ? first : cursor_.Make(NodeKind::kCompare, at, ids, operators);
}

// Precedence climbing: operands bind at least as tightly as `least`.
NodeId PyExpressions::Binary(int least) {
  const uint32_t at = cursor_.Here();
  NodeId left = Unary();
  while (!cursor_.failed() && cursor_.Kind() == PyToken::kOperator) {
    const std::string_view op = cursor_.Text();
    // An operator that binds less tightly ends this operand.
    const int precedence = Precedence(op);
    if (precedence < least || precedence == 0) break;
    cursor_.Advance();
    const NodeId right = Binary(precedence + 1);
    left = cursor_.Make(NodeKind::kBinary, at, {left, right}, op);
  }
  return left;
}

// -a, +a, ~a; the sign is not a part of a number.
NodeId PyExpressions::Unary() {
  // Only signs and ~ begin a unary expression.
  if (cursor_.Kind() != PyToken::kOperator || cursor_.Text().size() != 1) return Power();
  const std::string_view op = cursor_.Text();
  if (op != "-" && op != "+" && op != "~") return Power();
  const PyCursor::Level level(cursor_);
  if (cursor_.failed()) return 0;
  const uint32_t at = cursor_.Here();
  cursor_.Advance();
  const NodeId operand = Unary();
  return cursor_.Make(NodeKind::kUnary, at, {operand}, op);
}

// ** binds to the right, and tighter than a unary operator on its left.
NodeId PyExpressions::Power() {
  const PyCursor::Level level(cursor_);
  if (cursor_.failed()) return 0;
  const uint32_t at = cursor_.Here();
  NodeId left = 0;
  // await binds tighter than **.
  if (cursor_.IsWord("await")) {
    cursor_.Advance();
    const NodeId operand = Primary();
    if (cursor_.Is("**")) return cursor_.Fail();
    left = cursor_.Make(NodeKind::kAwait, at, {operand});
  } else {
    left = Primary();
  }
  if (cursor_.failed() || !cursor_.Is("**")) return left;
  cursor_.Advance();
  const NodeId right = Unary();
  return cursor_.Make(NodeKind::kBinary, at, {left, right}, "**");
}

// x, x.y, x(...), x[...], in any order and number.
NodeId PyExpressions::Primary() {
  const uint32_t at = cursor_.Here();
  // Trailers: attributes, calls and subscripts, as long as they follow.
  NodeId made = atoms_.Atom();
  while (!cursor_.failed() && cursor_.Kind() == PyToken::kOperator) {
    if (cursor_.Is(".")) {
      cursor_.Advance();
      // x.if: not a name.
      if (cursor_.Kind() != PyToken::kName) return cursor_.Fail();
      const std::string_view name = cursor_.Text();
      cursor_.Advance();
      made = cursor_.Make(NodeKind::kAttribute, at, {made}, name);
    } else if (cursor_.Is("(")) {
      made = CallOf(made, at);
    } else if (cursor_.Is("[")) {
      made = SubscriptOf(made, at);
    } else {
      break;
    }
  }
  return made;
}

// f(a, *b, **c, d=e), f(x for x in y).
NodeId PyExpressions::CallOf(NodeId callee, uint32_t at) {
  const uint32_t bracket = cursor_.Here();
  // The grammar reads `print(*x)` as a call and not as a statement of Python 2.
  const bool print = !cursor_.muted() && !cursor_.failed() &&
                     cursor_.builder[callee].kind == NodeKind::kName &&
                     cursor_.builder.text(callee) == "print";
  cursor_.Advance();
  // The callee is the first child.
  PyIds ids = {callee};
  bool generator = false;
  while (!cursor_.failed() && !cursor_.Is(")")) {
    if (print && cursor_.Is("*")) {
      generator = true;
      ids.push_back(Star(NodeKind::kSplat));
    } else {
      ids.push_back(Argument(&generator));
    }
    // A generator as the only argument needs no parentheses.
    if (!generator && atoms_.AtClause()) {
      if (ids.size() != 2) return cursor_.Fail();
      PyIds parts = {ids[1]};
      atoms_.Clauses(&parts);
      if (!cursor_.Is(")")) return cursor_.Fail();
      cursor_.Advance();
      ids[1] = cursor_.Make(NodeKind::kComprehension, bracket, parts, "generator");
      return cursor_.Make(NodeKind::kCall, at, ids);
    }
    if (!cursor_.Take(",")) break;
  }
  cursor_.Expect(")");
  return cursor_.Make(NodeKind::kCall, at, ids);
}

// `generator`: set if no generator can begin with the argument.
NodeId PyExpressions::Argument(bool* generator) {
  *generator = true;
  if (cursor_.Is("*")) return Star(NodeKind::kSplat);
  // *a and **a are not generators.
  if (cursor_.Is("**")) return Star(NodeKind::kDoubleSplat);
  const uint32_t at = cursor_.Here();
  // `=` after a name, but not `==`.
  if (cursor_.Kind() == PyToken::kName && cursor_.lexer.After() == '=' &&
      cursor_.lexer.After(1) != '=') {
    const std::string_view name = cursor_.Text();
    cursor_.Advance();
    cursor_.Expect("=");
    const NodeId value = Expression();
    return cursor_.Make(NodeKind::kKeyword, at, {value}, name);
  }
  *generator = false;
  return Expression();
}

// *x, **x
NodeId PyExpressions::Star(NodeKind kind) {
  const uint32_t at = cursor_.Here();
  cursor_.Advance();
  const NodeId operand = Expression();
  if (cursor_.failed()) return 0;
  return cursor_.Make(kind, at, {operand});
}

// a[b], a[b, c], a[b:c]
NodeId PyExpressions::SubscriptOf(NodeId object, uint32_t at) {
  cursor_.Advance();
  PyIds index;
  // Several indices are a tuple.
  while (!cursor_.failed() && !cursor_.Is("]")) {
    index.push_back(Index());
    if (!cursor_.Take(",")) break;
  }
  // a[] is an error, but of which kind is not certain.
  if (index.empty()) return cursor_.Fail();
  cursor_.Expect("]");
  const NodeId inner = index.size() == 1 ? index[0] : cursor_.Make(NodeKind::kTuple, at, index);
  return cursor_.Make(NodeKind::kSubscript, at, {object, inner});
}

// An index, or a slice, which is recorded as spelled besides its bounds.
NodeId PyExpressions::Index() {
  if (cursor_.Is("*")) return Star(NodeKind::kSplat);
  const PyLexeme first = cursor_.lexer.token();
  PyIds ids;
  uint8_t bounds = 0;
  // A bound may be missing.
  const auto part = [&](SliceBound bound) {
    if (cursor_.failed() || cursor_.Is(":") || cursor_.Is("]") || cursor_.Is(",")) return;
    ids.push_back(Expression());
    bounds |= bound;
  };
  part(kLowerBound);
  if (cursor_.failed()) return 0;
  if (!cursor_.Is(":")) return ids.empty() ? cursor_.Fail() : ids[0];
  cursor_.Advance();
  part(kUpperBound);
  if (cursor_.Take(":")) part(kStep);
  return cursor_.Make(
      NodeKind::kSlice, first.begin, ids,
      cursor_.lexer.text().substr(first.begin, cursor_.last_end - first.begin).substr(0, 80),
      bounds);
}

// Whether nothing of a list of expressions can follow: the end of the line, `in`, an assignment, a
// closing bracket.
bool PyExpressions::EndsList() const {
  // The token that would follow the last comma decides.
  switch (cursor_.Kind()) {
    case PyToken::kLineEnd:
    case PyToken::kEnd:
      return true;
    case PyToken::kKeyword:
      return cursor_.IsWord("in");
    case PyToken::kOperator:
      return cursor_.Is("=") || cursor_.Is(":") || cursor_.Is(")") || cursor_.Is("]") ||
             cursor_.Is("}") || cursor_.Is(";") || cursor_.Is("!") ||
             (cursor_.Text().size() > 1 && cursor_.Text().back() == '=');
    default:
      return false;
  }
}

// *a is allowed in lists, displays and calls only.
NodeId PyExpressions::ExpressionOrSplat() {
  return cursor_.Is("*") ? Star(NodeKind::kSplat) : Expression();
}

// Without a comma, the list is the expression.
NodeId PyExpressions::ExpressionList() {
  const uint32_t at = cursor_.Here();
  const NodeId first = ExpressionOrSplat();
  if (cursor_.failed() || !cursor_.Is(",")) return first;
  PyIds ids = {first};
  while (cursor_.Take(",")) {
    if (EndsList()) break;
    ids.push_back(ExpressionOrSplat());
    // A longer tuple is data, which LowerPython cuts in its own way.
    if (ids.size() > PyCursor::kMaxParts) return cursor_.Fail();
  }
  return cursor_.Make(NodeKind::kTuple, at, ids);
}

}  // namespace flagcensus
