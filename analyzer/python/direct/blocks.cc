// Statements with blocks of their own → nodes (Python Language Reference, 8).
#include <algorithm>

#include "analyzer/python/direct/grammar.h"

namespace flagcensus {

// Whether a statement with a block stands here; it is passed then.
bool PyGrammar::Compound(Ids* out) {
  if (Is("@")) {
    Decorated(out);
    return true;
  }
  if (Kind() == PyToken::kName) {
    if (Text() == "match" && IsMatch()) failed_ = true;
    return false;
  }
  if (Kind() != PyToken::kKeyword) return false;
  const PyPosition at = Here();
  const uint32_t begin = lexer_.token().begin;
  const std::string_view word = Text();
  if (word == "if") {
    out->push_back(If());
  } else if (word == "for") {
    out->push_back(For(at));
  } else if (word == "while") {
    out->push_back(While());
  } else if (word == "try") {
    out->push_back(Try());
  } else if (word == "with") {
    out->push_back(With(at));
  } else if (word == "def") {
    out->push_back(Function(at, begin, {}, false));
  } else if (word == "class") {
    out->push_back(Class({}));
  } else if (word == "async") {
    Advance();
    if (IsWord("def")) {
      out->push_back(Function(at, begin, {}, true));
    } else if (IsWord("for")) {
      out->push_back(For(at));
    } else {
      out->push_back(With(at));
    }
  } else {
    return false;
  }
  return true;
}

// `match x:` and not `match(x)`, `match = 1`, `match.group()`.
bool PyGrammar::IsMatch() const {
  const char next = lexer_.After();
  if (next == '=' || next == '.' || next == ',' || next == ')' || next == ';' || next == '\n' ||
      next == '\r') {
    return false;
  }
  const size_t end = std::min(lexer_.text().find('\n', lexer_.token().end), lexer_.text().size());
  const std::string_view line = lexer_.text().substr(lexer_.token().end, end - lexer_.token().end);
  return (next != '(' && next != '[') || line.find(':') != std::string_view::npos ||
         line.find(')') == std::string_view::npos;
}

// The block behind a ':', on the line or below it. It begins with its first statement and ends
// behind the comments that are indented like it.
NodeId PyGrammar::Block(uint8_t flag) {
  const Level level(this);
  Expect(":");
  if (failed_) return 0;
  Ids out;
  if (Kind() != PyToken::kLineEnd) {
    const PyPosition at = Here();
    lexer_.comments().clear();
    SimpleStatements(&out);
    return Make(NodeKind::kBlock, at, flag != 0 ? Ids() : out, {}, flag);
  }
  lexer_.comments().clear();
  line_ = lexer_.NextLine();
  if (Kind() == PyToken::kBad) failed_ = true;
  const uint32_t indent = line_.indent;
  if (failed_ || line_.end || indent <= block_indent_) return Fail();
  const uint32_t around = block_indent_;
  block_indent_ = indent;
  const PyPosition at = Here();
  while (!failed_ && !line_.end && line_.indent == indent) {
    lexer_.comments().clear();
    Statement(&out);
  }
  if (failed_ || (!line_.end && line_.indent > indent)) return Fail();
  block_indent_ = around;
  std::vector<PyComment>& comments = lexer_.comments();
  size_t own = 0;
  while (own < comments.size() && comments[own].indent >= indent) {
    end_row_ = std::max(end_row_, comments[own].row);
    ++own;
  }
  comments.erase(comments.begin(), comments.begin() + static_cast<long>(own));
  return Make(NodeKind::kBlock, at, flag != 0 ? Ids() : out, {}, flag);
}

// Whether the line at hand goes on with the statement around the block that has just ended.
bool PyGrammar::GoesOn(std::string_view word) {
  if (failed_ || line_.end || line_.indent != block_indent_ || !IsWord(word)) return false;
  lexer_.comments().clear();
  return true;
}

bool PyGrammar::BlockBehind(std::string_view word, Ids* out) {
  if (!GoesOn(word)) return false;
  Advance();
  out->push_back(Block());
  return true;
}

// Each `elif` is an `if` alone in the block of what is else; it ends with its own block.
NodeId PyGrammar::If() {
  struct Arm {
    PyPosition at;
    NodeId test;
    NodeId block;
    uint32_t end_row;
  };
  const Level level(this);
  std::vector<Arm> arms;
  do {
    const PyPosition at = Here();
    Advance();
    const NodeId test = Expression();
    const NodeId block = Block();
    arms.push_back({at, test, block, end_row_});
    if (arms.size() > kMaxHeight) return Fail();
  } while (GoesOn("elif"));
  Ids otherwise;
  BlockBehind("else", &otherwise);
  for (size_t i = arms.size(); i-- > 1;) {
    Ids ids = {arms[i].test, arms[i].block};
    ids.insert(ids.end(), otherwise.begin(), otherwise.end());
    const NodeId made = MakeTo(arms[i].end_row, NodeKind::kIf, arms[i].at, ids);
    otherwise = {MakeTo(arms[i].end_row, NodeKind::kBlock, arms[i].at, {made})};
  }
  Ids ids = {arms[0].test, arms[0].block};
  ids.insert(ids.end(), otherwise.begin(), otherwise.end());
  return Make(NodeKind::kIf, arms[0].at, ids);
}

NodeId PyGrammar::While() {
  const PyPosition at = Here();
  Advance();
  Ids ids = {Expression()};
  ids.push_back(Block());
  BlockBehind("else", &ids);
  return Make(NodeKind::kWhile, at, ids);
}

NodeId PyGrammar::For(PyPosition at) {
  Advance();
  Ids ids = {Targets()};
  ExpectWord("in");
  ids.push_back(ExpressionList());
  ids.push_back(Block());
  BlockBehind("else", &ids);
  return Make(NodeKind::kFor, at, ids);
}

NodeId PyGrammar::Try() {
  const PyPosition at = Here();
  Advance();
  Ids ids = {Block()};
  while (GoesOn("except")) {
    const PyPosition clause = Here();
    Advance();
    NodeId caught = 0;
    const bool bare = Is(":");
    std::string_view alias;
    if (!bare) {
      caught = Expression();
      if (IsWord("as")) {
        Advance();
        if (Kind() != PyToken::kName) return Fail();
        alias = Text();
        Advance();
      }
    }
    const NodeId block = Block();
    if (bare) caught = Make(NodeKind::kOpaque, clause);
    ids.push_back(Make(NodeKind::kExcept, clause, {caught, block}, alias));
  }
  const uint8_t otherwise = BlockBehind("else", &ids) ? 1 : 0;
  BlockBehind("finally", &ids);
  return Make(NodeKind::kTry, at, ids, {}, otherwise);
}

NodeId PyGrammar::With(PyPosition at) {
  ExpectWord("with");
  // `with (a, b):` and `with (a as b):` have several readings.
  if (Is("(") && !IsPlainWith()) return Fail();
  Ids ids;
  do {
    const PyPosition item = Here();
    Ids parts = {Expression()};
    if (!failed_ && IsWord("as")) {
      Advance();
      // `a if b else c as d`: the name is that of `c` to the grammar.
      if (Is("*") || builder_[parts[0]].kind == NodeKind::kConditional) return Fail();
      parts.push_back(Expression());
    }
    ids.push_back(Make(NodeKind::kWithItem, item, parts));
  } while (Take(","));
  ids.push_back(Block());
  return Make(NodeKind::kWith, at, ids);
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
  const uint32_t begin = lexer_.token().begin;
  if (IsWord("class")) {
    out->push_back(Class(decorators));
    return;
  }
  const bool async = IsWord("async");
  if (async) Advance();
  out->push_back(Function(at, begin, decorators, async));
}

NodeId PyGrammar::Function(PyPosition at, uint32_t begin, const Ids& decorators, bool async) {
  ExpectWord("def");
  if (Kind() != PyToken::kName) return Fail();
  const std::string_view name = Text();
  Advance();
  if (!Is("(")) return Fail();
  Ids ids = {Parameters(")")};
  if (Take("->")) {
    const Mute mute(this);
    Type();
  }
  const bool keep = kept_functions_ > 0 || keep_(begin, begin);
  kept_functions_ += keep ? 1 : 0;
  ids.push_back(Block(keep ? 0 : 1));
  kept_functions_ -= keep ? 1 : 0;
  ids.insert(ids.end(), decorators.begin(), decorators.end());
  return Make(NodeKind::kFunction, at, ids, name, async ? 1 : 0);
}

NodeId PyGrammar::Class(const Ids& decorators) {
  const PyPosition at = Here();
  Advance();
  if (Kind() != PyToken::kName) return Fail();
  const std::string_view name = Text();
  Advance();
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
