// Functions, classes, their parameters and annotations → nodes (Python Language
// Reference, 8.7, 8.8, 8.10).
#include "analyzer/base/characters.h"
#include "analyzer/python/direct/grammar.h"

namespace flagcensus {

void PyGrammar::Decorated(Ids* out) {
  Ids decorators;
  while (!failed_ && Is("@")) {
    const PyPosition at = Here();
    Advance();
    const NodeId inner = Expression();
    decorators.push_back(Make(NodeKind::kDecorator, at, {inner}));
    if (failed_ || Kind() != PyToken::kLineEnd) {
      failed_ = true;
      return;
    }
    line_ = lexer_.NextLine();
    if (Kind() == PyToken::kBad || line_.end || line_.indent != block_indent_) failed_ = true;
    lexer_.comments().clear();
  }
  const PyPosition at = Here();
  if (IsWord("class")) {
    out->push_back(Class(decorators));
    return;
  }
  const bool async = IsWord("async");
  if (async) Advance();
  out->push_back(Function(at, decorators, async));
}

NodeId PyGrammar::Function(PyPosition at, const Ids& decorators, bool async) {
  ExpectWord("def");
  if (Kind() != PyToken::kName) return Fail();
  const std::string_view name = Text();
  Advance();
  TypeParameters();
  if (!Is("(")) return Fail();
  Ids ids = {Parameters(")")};
  if (Take("->")) {
    const Mute mute(this);
    Type();
  }
  ids.push_back(Block());
  ids.insert(ids.end(), decorators.begin(), decorators.end());
  return Make(NodeKind::kFunction, at, ids, name, async ? 1 : 0);
}

NodeId PyGrammar::Class(const Ids& decorators) {
  const PyPosition at = Here();
  Advance();
  if (Kind() != PyToken::kName) return Fail();
  const std::string_view name = Text();
  Advance();
  TypeParameters();
  Ids bases;
  if (Take("(")) {
    while (!failed_ && !Is(")")) {
      bool generator = false;
      bases.push_back(Argument(&generator));
      if (!Take(",")) break;
    }
    Expect(")");
  }
  Ids ids = {Block()};
  ids.insert(ids.end(), decorators.begin(), decorators.end());
  ids.insert(ids.end(), bases.begin(), bases.end());
  return Make(NodeKind::kClass, at, ids, name);
}

// [T: bound, *Ts, **P, U = default], where some stand: they mean nothing to LowerPython.
void PyGrammar::TypeParameters() {
  if (failed_ || !Is("[")) return;
  const Mute mute(this);
  Advance();
  do {
    if (!Take("**")) Take("*");
    Name();
    if (Take(":")) Expression();
    if (Take("=")) ExpressionOrSplat();
  } while (Take(",") && !Is("]"));
  Expect("]");
}

// `type X[T] = list[T]`, whose value is only asked for by those who read types.
void PyGrammar::TypeAlias() {
  const Mute mute(this);
  Advance();
  Name();
  TypeParameters();
  Expect("=");
  Expression();
}

// Whether a statement that begins with `type` is one of these and no call or assignment. The
// grammar takes `type(a).b = c` for one, too: it is an assignment.
bool PyGrammar::IsTypeAlias() {
  const char next = static_cast<char>(lexer_.After() | 0x20);
  if (next != '_' && next != 0x7f && !IsLower(next)) return false;
  const PyLexer::State before = lexer_.Mark();
  lexer_.Next();
  const bool alias = Kind() == PyToken::kName;
  lexer_.Resume(before);
  return alias;
}

// Of a function, from '(' on and past ')'; of a lambda, up to the ':'.
NodeId PyGrammar::Parameters(std::string_view closing) {
  const PyPosition at = Here();
  const bool typed = closing == ")";
  if (typed) Advance();
  Ids ids;
  while (!failed_ && !Is(closing)) {
    if (Is("/")) {
      Advance();
    } else {
      ids.push_back(Parameter(typed));
    }
    if (!Take(",")) break;
  }
  if (typed) Expect(closing);
  return Make(NodeKind::kParameters, at, ids);
}

// `a`, `a: int = 1`, `*rest`, `**named`, a bare `*`.
NodeId PyGrammar::Parameter(bool typed) {
  const PyPosition at = Here();
  uint8_t flag = 0;
  if (Is("*") || Is("**")) {
    flag = Is("*") ? 1 : 2;
    Advance();
  }
  std::string_view name;
  if (Kind() == PyToken::kName) {
    name = Text();
    Advance();
  } else if (flag != 1) {
    return Fail();
  }
  Ids ids = {0};
  bool annotated = false;
  if (typed && !name.empty() && Take(":")) {
    annotated = true;
    ids[0] = Type();
  }
  if (Take("=")) {
    if (flag != 0) return Fail();
    ids.push_back(Expression());
  }
  if (!annotated) ids[0] = Make(NodeKind::kOpaque, at);
  return Make(NodeKind::kParameter, at, ids, name, flag);
}

// An annotation. `List[int]` has a tree of its own in the grammar, whose tuples begin at the
// bracket; a union that begins with one of these has no meaning to LowerPython.
NodeId PyGrammar::Type() {
  const Level level(this);
  if (failed_) return 0;
  if (Kind() != PyToken::kName || lexer_.After() != '[') {
    const NodeId made = Expression();
    return Is(":=") ? Fail() : made;
  }
  const PyLexeme first = lexer_.token();
  const NodeId name = Name();
  const PyPosition bracket = Here();
  Advance();
  Ids ids;
  while (!failed_ && !Is("]")) {
    if (Is("*")) return Fail();
    ids.push_back(Type());
    if (!Take(",")) break;
  }
  Expect("]");
  if (ids.empty()) return Fail();
  const NodeId inner = ids.size() == 1 ? ids[0] : Make(NodeKind::kTuple, bracket, ids);
  const NodeId made = Make(NodeKind::kSubscript, first.at, {name, inner});
  if (Take("|")) {
    {
      const Mute mute(this);
      Type();
    }
    if (failed_) return 0;
    return Make(NodeKind::kOpaque, first.at, {},
                lexer_.text().substr(first.begin, last_end_ - first.begin).substr(0, 80));
  }
  const bool ends =
      Is(",") || Is(")") || Is("]") || Is("=") || Is(":") || Kind() == PyToken::kLineEnd || Is(";");
  return ends ? made : Fail();
}

}  // namespace flagcensus
