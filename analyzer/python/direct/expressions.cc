// Python's expressions by precedence → nodes (Python Language Reference, 6.17).
#include <algorithm>
#include <array>
#include <utility>

#include "analyzer/python/direct/grammar.h"

namespace flagcensus {
namespace {

// How tightly a binary operator binds; 0: none. In Python `&` binds tighter than `^`; it is the
// other way round in the grammar.
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

void PyGrammar::Advance() {
  if (failed_) return;
  end_row_ = lexer_.token().end_row;
  last_end_ = lexer_.token().end;
  lexer_.Next();
  if (Kind() == PyToken::kBad) failed_ = true;
}

void PyGrammar::Expect(std::string_view op) {
  if (!Is(op)) failed_ = true;
  Advance();
}

void PyGrammar::ExpectWord(std::string_view keyword) {
  if (!IsWord(keyword)) failed_ = true;
  Advance();
}

bool PyGrammar::Take(std::string_view op) {
  if (failed_ || !Is(op)) return false;
  Advance();
  return true;
}

NodeId PyGrammar::Make(NodeKind kind, PyPosition at, const Ids& children, std::string_view text,
                       uint8_t flag) {
  if (failed_ || muted_ > 0) return 0;
  Node node;
  node.kind = kind;
  node.flag = flag;
  node.line = at.row + 1;
  node.column = at.column + 1;
  node.end_line = end_row_ + 1;
  node.text = text.empty() ? 0 : builder_.Intern(text);
  int height = 0;
  for (const NodeId child : children) height = std::max<int>(height, heights_[child] + 1);
  if (height > kMaxHeight) return Fail();
  heights_.push_back(static_cast<uint8_t>(height));
  return builder_.Add(node, children);
}

NodeId PyGrammar::MakeTo(uint32_t end_row, NodeKind kind, PyPosition at, const Ids& children,
                         std::string_view text) {
  const uint32_t last = std::exchange(end_row_, end_row);
  const NodeId made = Make(kind, at, children, text);
  end_row_ = last;
  return made;
}

NodeId PyGrammar::Expression() {
  const Level level(this);
  if (failed_) return 0;
  if (IsWord("lambda")) return Lambda();
  const PyPosition at = Here();
  if (Kind() == PyToken::kName && lexer_.After() == ':' && lexer_.After(1) == '=') {
    const NodeId name = Primary();
    Expect(":=");
    // `x := a if b else c`: the grammar takes `x := a` for what the condition chooses.
    const NodeId value = IsWord("lambda") ? Fail() : Disjunction();
    return IsWord("if") ? Fail() : Make(NodeKind::kWalrus, at, {name, value});
  }
  const NodeId then = Disjunction();
  if (failed_ || !IsWord("if")) return then;
  Advance();
  const NodeId test = Disjunction();
  ExpectWord("else");
  const NodeId otherwise = Expression();
  return Make(NodeKind::kConditional, at, {test, then, otherwise});
}

NodeId PyGrammar::Lambda() {
  const PyPosition at = Here();
  Advance();
  const bool bare = Is(":");
  NodeId parameters = bare ? 0 : Parameters(":");
  Expect(":");
  const NodeId body = Expression();
  if (bare) parameters = Make(NodeKind::kParameters, at);
  return Make(NodeKind::kLambda, at, {parameters, body});
}

NodeId PyGrammar::Disjunction() {
  const PyPosition at = Here();
  NodeId left = Conjunction();
  while (!failed_ && IsWord("or")) {
    Advance();
    const NodeId right = Conjunction();
    left = Make(NodeKind::kOr, at, {left, right});
  }
  return left;
}

NodeId PyGrammar::Conjunction() {
  const PyPosition at = Here();
  NodeId left = Inversion();
  while (!failed_ && IsWord("and")) {
    Advance();
    const NodeId right = Inversion();
    left = Make(NodeKind::kAnd, at, {left, right});
  }
  return left;
}

NodeId PyGrammar::Inversion() {
  if (IsWord("lambda")) return Fail();  // `a or lambda: b` takes what stands behind it, too
  if (!IsWord("not")) return Comparison();
  const Level level(this);
  if (failed_) return 0;
  const PyPosition at = Here();
  Advance();
  const NodeId operand = Inversion();
  return Make(NodeKind::kNot, at, {operand});
}

NodeId PyGrammar::Comparison() {
  static constexpr std::array<std::string_view, 6> kOperators = {"==", "!=", "<", ">", "<=", ">="};
  const PyPosition at = Here();
  const NodeId first = Binary(1);
  Ids ids;
  std::string operators;
  while (!failed_) {
    std::string op;
    if (Kind() == PyToken::kOperator) {
      if (std::find(kOperators.begin(), kOperators.end(), Text()) == kOperators.end()) break;
      op = Text();
      Advance();
    } else if (IsWord("in")) {
      op = "in";
      Advance();
    } else if (IsWord("not")) {
      op = "not in";
      Advance();
      ExpectWord("in");
    } else if (IsWord("is")) {
      op = "is";
      Advance();
      if (IsWord("not")) {
        op = "is not";
        Advance();
      }
    } else {
      break;
    }
    if (ids.empty()) ids.push_back(first);
    if (!operators.empty()) operators += ',';
    operators += op;
    ids.push_back(Binary(1));
  }
  return ids.empty() ? first : Make(NodeKind::kCompare, at, ids, operators);
}

NodeId PyGrammar::Binary(int least) {
  const PyPosition at = Here();
  NodeId left = Unary();
  while (!failed_ && Kind() == PyToken::kOperator) {
    const std::string_view op = Text();
    const int precedence = Precedence(op);
    if (precedence < least || precedence == 0) break;
    Advance();
    const NodeId right = Binary(precedence + 1);
    left = Make(NodeKind::kBinary, at, {left, right}, op);
  }
  return left;
}

NodeId PyGrammar::Unary() {
  if (Kind() != PyToken::kOperator || Text().size() != 1) return Power();
  const std::string_view op = Text();
  if (op != "-" && op != "+" && op != "~") return Power();
  const Level level(this);
  if (failed_) return 0;
  const PyPosition at = Here();
  Advance();
  const NodeId operand = Unary();
  return Make(NodeKind::kUnary, at, {operand}, op);
}

NodeId PyGrammar::Power() {
  const Level level(this);
  if (failed_) return 0;
  const PyPosition at = Here();
  NodeId left = 0;
  if (IsWord("await")) {
    Advance();
    const NodeId operand = Primary();
    if (Is("**")) return Fail();
    left = Make(NodeKind::kAwait, at, {operand});
  } else {
    left = Primary();
  }
  if (failed_ || !Is("**")) return left;
  Advance();
  const NodeId right = Unary();
  return Make(NodeKind::kBinary, at, {left, right}, "**");
}

NodeId PyGrammar::Primary() {
  const PyPosition at = Here();
  NodeId made = Atom();
  while (!failed_ && Kind() == PyToken::kOperator) {
    if (Is(".")) {
      Advance();
      if (Kind() != PyToken::kName) return Fail();
      const std::string_view name = Text();
      Advance();
      made = Make(NodeKind::kAttribute, at, {made}, name);
    } else if (Is("(")) {
      made = CallOf(made, at);
    } else if (Is("[")) {
      made = SubscriptOf(made, at);
    } else {
      break;
    }
  }
  return made;
}

// f(a, *b, **c, d=e), f(x for x in y)
NodeId PyGrammar::CallOf(NodeId callee, PyPosition at) {
  const PyPosition bracket = Here();
  const bool print = muted_ == 0 && !failed_ && builder_[callee].kind == NodeKind::kName &&
                     builder_.text(callee) == "print";
  Advance();
  Ids ids = {callee};
  bool generator = false;
  while (!failed_ && !Is(")")) {
    if (print && Is("*")) {
      generator = true;
      ids.push_back(Star(NodeKind::kSplat));
    } else {
      ids.push_back(Argument(&generator));
    }
    if (!generator && AtClause()) {
      if (ids.size() != 2) return Fail();
      Ids parts = {ids[1]};
      Clauses(&parts);
      if (!Is(")")) return Fail();
      Advance();
      ids[1] = Make(NodeKind::kComprehension, bracket, parts, "generator");
      return Make(NodeKind::kCall, at, ids);
    }
    if (!Take(",")) break;
  }
  Expect(")");
  return Make(NodeKind::kCall, at, ids);
}

// `generator`: set where no generator can begin with it.
NodeId PyGrammar::Argument(bool* generator) {
  *generator = true;
  if (Is("*")) return Star(NodeKind::kSplat);
  if (Is("**")) return Star(NodeKind::kDoubleSplat);
  const PyPosition at = Here();
  if (Kind() == PyToken::kName && lexer_.After() == '=' && lexer_.After(1) != '=') {
    const std::string_view name = Text();
    Advance();
    Expect("=");
    const NodeId value = Expression();
    return Make(NodeKind::kKeyword, at, {value}, name);
  }
  *generator = false;
  return Expression();
}

// *x, **x
NodeId PyGrammar::Star(NodeKind kind) {
  const PyPosition at = Here();
  Advance();
  const NodeId operand = Expression();
  if (failed_) return 0;
  return Make(kind, at, {operand});
}

NodeId PyGrammar::SubscriptOf(NodeId object, PyPosition at) {
  Advance();
  Ids index;
  while (!failed_ && !Is("]")) {
    index.push_back(Index());
    if (!Take(",")) break;
  }
  if (index.empty()) return Fail();
  Expect("]");
  const NodeId inner = index.size() == 1 ? index[0] : Make(NodeKind::kTuple, at, index);
  return Make(NodeKind::kSubscript, at, {object, inner});
}

// An index, or a slice, which is kept as it is written beside what it is made of.
NodeId PyGrammar::Index() {
  if (Is("*")) return Star(NodeKind::kSplat);
  const PyLexeme first = lexer_.token();
  Ids ids;
  const auto part = [&] {
    if (!failed_ && !Is(":") && !Is("]") && !Is(",")) ids.push_back(Expression());
  };
  part();
  if (failed_) return 0;
  if (!Is(":")) return ids.empty() ? Fail() : ids[0];
  Advance();
  part();
  if (Take(":")) part();
  return Make(NodeKind::kSlice, first.at, ids,
              lexer_.text().substr(first.begin, last_end_ - first.begin).substr(0, 80));
}

// Whether nothing of a list of expressions can follow.
bool PyGrammar::EndsList() const {
  switch (Kind()) {
    case PyToken::kLineEnd:
    case PyToken::kEnd:
      return true;
    case PyToken::kKeyword:
      return IsWord("in");
    case PyToken::kOperator:
      return Is("=") || Is(":") || Is(")") || Is("]") || Is("}") || Is(";") || Is("!") ||
             (Text().size() > 1 && Text().back() == '=');
    default:
      return false;
  }
}

NodeId PyGrammar::ExpressionOrSplat() { return Is("*") ? Star(NodeKind::kSplat) : Expression(); }

NodeId PyGrammar::ExpressionList() {
  const PyPosition at = Here();
  const NodeId first = ExpressionOrSplat();
  if (failed_ || !Is(",")) return first;
  Ids ids = {first};
  while (Take(",")) {
    if (EndsList()) break;
    ids.push_back(ExpressionOrSplat());
    if (ids.size() > kMaxParts) return Fail();
  }
  return Make(NodeKind::kTuple, at, ids);
}

}  // namespace flagcensus
