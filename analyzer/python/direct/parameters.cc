// Parameters of functions and lambdas, and annotations → nodes (Python Language Reference, 8.7).
#include "analyzer/python/direct/expressions.h"

namespace flagcensus {

// Reads the parameters of a function, from '(' to after ')', or of a lambda, up to the ':'.
NodeId PyExpressions::Parameters(PyWord closing) {
  const uint32_t at = cursor_.Here();
  const bool typed = closing == ")";
  if (typed) cursor_.Advance();
  PyIds ids;
  while (!cursor_.failed() && !cursor_.Is(closing)) {
    // A bare `/` makes no parameter.
    if (cursor_.Is("/")) {
      cursor_.Advance();
    } else {
      ids.push_back(Parameter(typed));
    }
    if (!cursor_.Take(",")) break;
  }
  if (typed) cursor_.Expect(closing);
  return cursor_.Make(NodeKind::kParameters, at, ids);
}

// `a`, `a: int = 1`, `*rest`, `**named`, or a bare `*`, which is a parameter without a name.
NodeId PyExpressions::Parameter(bool typed) {
  const uint32_t at = cursor_.Here();
  uint8_t flag = 0;
  // *args: 1, **kwargs: 2; a bare * separates parameters that are passed by keyword only.
  if (cursor_.Is("*") || cursor_.Is("**")) {
    flag = cursor_.Is("*") ? 1 : 2;
    cursor_.Advance();
  }
  std::string_view name;
  if (cursor_.Kind() == PyToken::kName) {
    name = cursor_.Text();
    cursor_.Advance();
  } else if (flag != 1) {
    return cursor_.Fail();
  }
  PyIds ids = {0};
  bool annotated = false;
  // A lambda's ':' ends its parameters, so they have no annotations.
  if (typed && !name.empty() && cursor_.Take(":")) {
    annotated = true;
    ids[0] = Type();
  }
  if (cursor_.Take("=")) {
    // *args and **kwargs have no default.
    if (flag != 0) return cursor_.Fail();
    ids.push_back(Expression());
  }
  if (!annotated) ids[0] = cursor_.Make(NodeKind::kOpaque, at);
  return cursor_.Make(NodeKind::kParameter, at, ids, name, flag);
}

// An annotation. `List[int]` has its own tree in the grammar, with tuples that begin at the
// bracket. A union that begins with one of these is opaque in LowerPython, and so it is here.
NodeId PyExpressions::Type() {
  const PyCursor::Level level(cursor_);
  if (cursor_.failed()) return 0;
  // A plain name or expression; only `Name[` has its own rules in the grammar.
  if (cursor_.Kind() != PyToken::kName || cursor_.lexer.After() != '[') {
    // An assignment expression is not an annotation.
    const NodeId made = Expression();
    return cursor_.Is(":=") ? cursor_.Fail() : made;
  }
  const PyLexeme first = cursor_.lexer.token();
  const NodeId name = cursor_.Name();
  const uint32_t bracket = cursor_.Here();
  cursor_.Advance();
  // Types inside are types, too: Dict[str, List[int]].
  PyIds ids;
  while (!cursor_.failed() && !cursor_.Is("]")) {
    // A starred type is read in two ways.
    if (cursor_.Is("*")) return cursor_.Fail();
    ids.push_back(Type());
    if (!cursor_.Take(",")) break;
  }
  cursor_.Expect("]");
  if (ids.empty()) return cursor_.Fail();
  const NodeId inner = ids.size() == 1 ? ids[0] : cursor_.Make(NodeKind::kTuple, bracket, ids);
  const NodeId made = cursor_.Make(NodeKind::kSubscript, first.begin, {name, inner});
  // X | Y after a subscript: the whole is opaque.
  if (cursor_.Take("|")) {
    {
      const PyCursor::Mute mute(cursor_);
      Type();
    }
    if (cursor_.failed()) return 0;
    return cursor_.Make(
        NodeKind::kOpaque, first.begin, {},
        cursor_.lexer.text().substr(first.begin, cursor_.last_end - first.begin).substr(0, 80));
  }
  // Anything else after it is an expression that the grammar reads in its own way.
  const bool ends = cursor_.Is(",") || cursor_.Is(")") || cursor_.Is("]") || cursor_.Is("=") ||
                    cursor_.Is(":") || cursor_.Kind() == PyToken::kLineEnd || cursor_.Is(";");
  return ends ? made : cursor_.Fail();
}

}  // namespace flagcensus
