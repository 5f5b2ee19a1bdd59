// `with` statements → nodes (Python Language Reference, 8.5).
#include "analyzer/python/direct/grammar.h"

namespace flagcensus {

NodeId PyGrammar::With(PyPosition at) {
  ExpectWord("with");
  Ids ids;
  if (Is("(") && !IsPlainWith()) {
    ParenthesizedItems(&ids);
  } else {
    do {
      const PyPosition item = Here();
      ids.push_back(Make(NodeKind::kWithItem, item, WithParts()));
    } while (Take(","));
  }
  ids.push_back(Block());
  return Make(NodeKind::kWith, at, ids);
}

// a, a as b: what is entered, and the target where there is one.
PyGrammar::Ids PyGrammar::WithParts() {
  Ids parts = {Expression()};
  if (failed_ || !IsWord("as")) return parts;
  // `a if b else c as d`, where the grammar has the name for a part of what stands before it, in
  // the rows of both.
  const NodeKind kind = builder_[parts[0]].kind;
  const bool open = kind == NodeKind::kConditional || kind == NodeKind::kLambda;
  const uint32_t row = end_row_;
  Advance();
  if (Is("*") || kind == NodeKind::kWalrus) Fail();
  parts.push_back(Expression());
  if (open && end_row_ != row) Fail();
  return parts;
}

// (a as b, c): all of the items, whose parentheses are those of the statement. What stands in them
// alone and without a name is an item in parentheses.
void PyGrammar::ParenthesizedItems(Ids* out) {
  const PyPosition open = Here();
  Advance();
  while (!failed_ && (out->empty() || !Is(")"))) {
    const PyPosition item = Here();
    const Ids parts = WithParts();
    if (out->empty() && parts.size() == 1 && Take(")")) {
      out->push_back(Make(NodeKind::kWithItem, open, parts));
      return;
    }
    if (!failed_ && builder_[parts[0]].kind == NodeKind::kWalrus) Fail();
    out->push_back(Make(NodeKind::kWithItem, item, parts));
    if (!Take(",")) break;
  }
  Expect(")");
}

// Whether the '(' at hand belongs to the first item alone: something else than ':' follows its end.
bool PyGrammar::IsPlainWith() {
  const PyLexer::State before = lexer_.Mark();
  int brackets = 0;
  bool plain = false;
  for (;; lexer_.Next()) {
    if (Kind() == PyToken::kBad || Kind() == PyToken::kEnd || Kind() == PyToken::kLineEnd) break;
    if (Kind() != PyToken::kOperator) continue;
    if (Is("(") || Is("[") || Is("{")) ++brackets;
    if (Is(")") || Is("]") || Is("}")) --brackets;
    if (brackets > 0) continue;
    lexer_.Next();
    plain = Kind() != PyToken::kBad && !Is(":");
    break;
  }
  lexer_.Resume(before);
  return plain;
}

}  // namespace flagcensus
