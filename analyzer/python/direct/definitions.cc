// Functions, classes and type aliases → nodes (Python Language Reference, 7.14, 8.7, 8.8, 8.10).
//
//   @d                          ─→ kFunction f(kParameters, kBlock, kDecorator)
//   def f[T](a: T) -> int: ...      type parameters and the result's annotation make no nodes
#include "analyzer/base/characters.h"
#include "analyzer/python/direct/blocks.h"

namespace flagcensus {

// @a, @b(c): one on each line, then a function or a class.
void PyDefinitions::Decorated(PyIds* out) {
  PyIds decorators;
  while (!cursor_.failed() && cursor_.Is("@")) {
    const uint32_t at = cursor_.Here();
    cursor_.Advance();
    const NodeId inner = expressions_.Expression();
    decorators.push_back(cursor_.Make(NodeKind::kDecorator, at, {inner}));
    // A decorator is alone on its line.
    if (cursor_.failed() || cursor_.Kind() != PyToken::kLineEnd) {
      cursor_.Fail();
      return;
    }
    // The definition is on a line of the same block; blank lines and comments may be between.
    cursor_.line = cursor_.lexer.NextLine();
    if (cursor_.Kind() == PyToken::kBad || cursor_.line.end ||
        cursor_.line.indent != blocks_.indent())
      cursor_.Fail();
    cursor_.lexer.comments().clear();
  }
  const uint32_t at = cursor_.Here();
  if (cursor_.IsWord("class")) {
    out->push_back(Class(decorators));
    return;
  }
  // Anything else after a decorator is an error.
  if (!cursor_.IsWord("def") && !cursor_.IsWord("async")) {
    cursor_.Break();
    return;
  }
  const bool async = cursor_.IsWord("async");
  if (async) cursor_.Advance();
  out->push_back(Function(at, decorators, async));
}

// def name[T](parameters) -> result: block
NodeId PyDefinitions::Function(uint32_t at, const PyIds& decorators, bool async) {
  // def and class without a name are errors in any version.
  cursor_.ExpectWord("def");
  if (cursor_.Kind() != PyToken::kName) return cursor_.Break();
  const std::string_view name = cursor_.Text();
  cursor_.Advance();
  TypeParameters();
  if (!cursor_.Is("(")) return cursor_.Break();
  PyIds ids = {expressions_.Parameters(")")};
  // The result's annotation makes no node, as in LowerPython.
  if (cursor_.Take("->")) {
    const PyCursor::Mute mute(cursor_);
    expressions_.Type();
  }
  ids.push_back(blocks_.Block());
  ids.insert(ids.end(), decorators.begin(), decorators.end());
  return cursor_.Make(NodeKind::kFunction, at, ids, name, async ? 1 : 0);
}

// class Name[T](Base, metaclass=M): block
NodeId PyDefinitions::Class(const PyIds& decorators) {
  const uint32_t at = cursor_.Here();
  cursor_.Advance();
  if (cursor_.Kind() != PyToken::kName) return cursor_.Break();
  const std::string_view name = cursor_.Text();
  cursor_.Advance();
  TypeParameters();
  PyIds bases;
  // Bases are parsed as arguments: keywords and splats are allowed.
  if (cursor_.Take("(")) {
    while (!cursor_.failed() && !cursor_.Is(")")) {
      bool generator = false;
      bases.push_back(expressions_.Argument(&generator));
      if (!cursor_.Take(",")) break;
    }
    cursor_.Expect(")");
  }
  // The body is the first child; decorators and bases follow.
  PyIds ids = {blocks_.Block()};
  ids.insert(ids.end(), decorators.begin(), decorators.end());
  ids.insert(ids.end(), bases.begin(), bases.end());
  return cursor_.Make(NodeKind::kClass, at, ids, name);
}

// [T: bound, *Ts, **P, U = default], if there are any: LowerPython has no nodes for them.
void PyDefinitions::TypeParameters() {
  if (cursor_.failed() || !cursor_.Is("[")) return;
  const PyCursor::Mute mute(cursor_);
  cursor_.Advance();
  // One parameter: its kind, name, bound and default.
  do {
    if (!cursor_.Take("**")) cursor_.Take("*");
    cursor_.Name();
    if (cursor_.Take(":")) expressions_.Expression();
    if (cursor_.Take("=")) expressions_.ExpressionOrSplat();
  } while (cursor_.Take(",") && !cursor_.Is("]"));
  cursor_.Expect("]");
}

// `type X[T] = list[T]`: its value is evaluated only by tools that read types.
void PyDefinitions::TypeAlias() {
  const PyCursor::Mute mute(cursor_);
  // The name, its parameters and the value are read without nodes.
  cursor_.Advance();
  cursor_.Name();
  TypeParameters();
  cursor_.Expect("=");
  expressions_.Expression();
}

// Whether a statement that begins with `type` is an alias, and not a call or assignment. The
// grammar also reads `type(a).b = c` as one, although it is an assignment.
bool PyDefinitions::IsTypeAlias() {
  const char next = static_cast<char>(cursor_.lexer.After() | 0x20);
  if (next != '_' && next != 0x7f && !IsLower(next)) return false;
  const PyLexer::State before = cursor_.lexer.Mark();
  cursor_.lexer.Next();
  const bool alias = cursor_.Kind() == PyToken::kName;
  cursor_.lexer.Resume(before);
  return alias;
}

}  // namespace flagcensus
