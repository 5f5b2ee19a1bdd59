// `with` statements → nodes (Python Language Reference, 8.5).
//
//   with a as b, c:        ─→ kWith(kWithItem(a, b), kWithItem(c), kBlock)
//   with (a as b, c):      the same: parentheses of the statement
//   with (a).b as c:       parentheses of the first item
#include "analyzer/python/direct/blocks.h"

namespace flagcensus {

// with a as b, c: block
NodeId PyBlocks::With(uint32_t at) {
  cursor_.ExpectWord("with");
  PyIds ids;
  // Parentheses of the first item, or of the statement.
  if (cursor_.Is("(") && !IsPlainWith()) {
    ParenthesizedItems(&ids);
  } else {
    do {
      const uint32_t item = cursor_.Here();
      ids.push_back(cursor_.Make(NodeKind::kWithItem, item, WithParts()));
    } while (cursor_.Take(","));
  }
  ids.push_back(Block());
  return cursor_.Make(NodeKind::kWith, at, ids);
}

// a, a as b: the context manager, and the target if there is one.
PyIds PyBlocks::WithParts() {
  // The expression ends before `as`.
  PyIds parts = {expressions_.Expression()};
  if (cursor_.failed() || !cursor_.IsWord("as")) return parts;
  // In `a if b else c as d`, the grammar makes the name a part of the expression before it. A line
  // end between them would give another place.
  const NodeKind kind = cursor_.builder[parts[0]].kind;
  const bool open = kind == NodeKind::kConditional || kind == NodeKind::kLambda;
  const uint32_t end = cursor_.last_end;
  // The name, which may be any target.
  cursor_.Advance();
  if (cursor_.Is("*") || kind == NodeKind::kWalrus) cursor_.Fail();
  parts.push_back(expressions_.Expression());
  const std::string_view name = cursor_.lexer.text().substr(end, cursor_.last_end - end);
  if (open && name.find('\n') != std::string_view::npos) cursor_.Fail();
  return parts;
}

// (a as b, c): all items; the parentheses are those of the statement. A single item without a name
// is an expression in parentheses.
void PyBlocks::ParenthesizedItems(PyIds* out) {
  const uint32_t open = cursor_.Here();
  // The first item decides whether the parentheses are its own.
  cursor_.Advance();
  while (!cursor_.failed() && (out->empty() || !cursor_.Is(")"))) {
    const uint32_t item = cursor_.Here();
    const PyIds parts = WithParts();
    // A single expression in parentheses, without a name.
    if (out->empty() && parts.size() == 1 && cursor_.Take(")")) {
      out->push_back(cursor_.Make(NodeKind::kWithItem, open, parts));
      return;
    }
    if (!cursor_.failed() && cursor_.builder[parts[0]].kind == NodeKind::kWalrus) cursor_.Fail();
    out->push_back(cursor_.Make(NodeKind::kWithItem, item, parts));
    if (!cursor_.Take(",")) break;
  }
  cursor_.Expect(")");
}

// Whether the current '(' belongs to the first item alone: something other than ':' follows its
// closing bracket. Scans to it.
bool PyBlocks::IsPlainWith() {
  const PyLexer::State before = cursor_.lexer.Mark();
  // Only tokens are read; the lexer returns to the '(' afterwards.
  int brackets = 0;
  bool plain = false;
  for (;; cursor_.lexer.Next()) {
    if (cursor_.Kind() == PyToken::kBad || cursor_.Kind() == PyToken::kEnd ||
        cursor_.Kind() == PyToken::kLineEnd)
      break;
    if (cursor_.Kind() != PyToken::kOperator) continue;
    // Brackets are counted up to the one that closes the first.
    if (cursor_.Is("(") || cursor_.Is("[") || cursor_.Is("{")) ++brackets;
    if (cursor_.Is(")") || cursor_.Is("]") || cursor_.Is("}")) --brackets;
    if (brackets > 0) continue;
    cursor_.lexer.Next();
    plain = cursor_.Kind() != PyToken::kBad && !cursor_.Is(":");
    break;
  }
  cursor_.lexer.Resume(before);
  return plain;
}

}  // namespace flagcensus
