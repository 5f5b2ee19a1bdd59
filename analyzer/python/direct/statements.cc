// Simple statements → nodes (Python Language Reference, 7).
#include <string>

#include "analyzer/python/direct/grammar.h"
#include "analyzer/python/direct/parser.h"
#include "analyzer/python/tree.h"

namespace flagcensus {

// The module's node begins with its first token or comment and ends with the text.
NodeId PyGrammar::Module() {
  line_ = lexer_.NextLine();
  if (Kind() == PyToken::kBad) failed_ = true;
  const auto& comments = lexer_.comments();
  const PyPosition at = comments.empty() ? Here() : PyPosition{comments[0].row, comments[0].column};
  Ids out;
  while (!failed_ && !line_.end) {
    if (line_.indent != 0) return Fail();
    lexer_.comments().clear();
    Statement(&out);
  }
  end_row_ = lexer_.row();
  return Make(NodeKind::kModule, at, out);
}

void PyGrammar::Statement(Ids* out) {
  const Level level(this);
  if (failed_) return;
  if (Compound(out)) return;
  SimpleStatements(out);
}

// a; b
void PyGrammar::SimpleStatements(Ids* out) {
  while (!failed_) {
    Simple(out);
    if (failed_) return;
    if (Kind() == PyToken::kLineEnd) break;
    Expect(";");
    if (Kind() == PyToken::kLineEnd) break;
  }
  if (failed_) return;
  line_ = lexer_.NextLine();
  if (Kind() == PyToken::kBad) failed_ = true;
}

void PyGrammar::Simple(Ids* out) {
  if (Kind() != PyToken::kKeyword) return ExpressionStatement(out);
  const PyPosition at = Here();
  const std::string_view word = Text();
  const auto list = [&](NodeKind kind) {
    Advance();
    Ids ids;
    if (!EndsList()) ids.push_back(ExpressionList());
    out->push_back(Make(kind, at, ids));
  };
  if (word == "return") return list(NodeKind::kReturn);
  if (word == "del") return list(NodeKind::kDelete);
  if (word == "pass" || word == "break" || word == "continue") {
    Advance();
    if (word == "break") out->push_back(Make(NodeKind::kBreak, at));
    if (word == "continue") out->push_back(Make(NodeKind::kContinue, at));
    return;
  }
  if (word == "import") {
    out->push_back(Import());
    return;
  }
  if (word == "from") {
    const bool future = lexer_.After() == '_' &&
                        lexer_.text().substr(lexer_.token().end, 40).find("__future__") < 10;
    const NodeId made = ImportFrom();
    if (!future) out->push_back(made);
    return;
  }
  if (word == "raise") {
    Advance();
    Ids ids;
    if (!EndsList() && !IsWord("from")) ids.push_back(ExpressionList());
    if (IsWord("from")) {
      Advance();
      ids.push_back(Expression());
    }
    out->push_back(Make(NodeKind::kRaise, at, ids));
    return;
  }
  if (word == "assert") {
    Advance();
    Ids ids = {Expression()};
    while (Take(",")) ids.push_back(Expression());
    out->push_back(Make(NodeKind::kAssert, at, ids));
    return;
  }
  if (word == "global" || word == "nonlocal") {
    Advance();
    Ids ids;
    do {
      ids.push_back(Name());
    } while (Take(","));
    out->push_back(Make(NodeKind::kGlobal, at, ids));
    return;
  }
  ExpressionStatement(out);
}

// An expression, or an assignment, whose first target is read as one.
void PyGrammar::ExpressionStatement(Ids* out) {
  const PyPosition at = Here();
  if (IsWord("yield")) {
    const NodeId value = Yield();
    out->push_back(Make(NodeKind::kExpression, at, {value}));
    return;
  }
  if (Kind() == PyToken::kName) {
    statement_ = lexer_.token().begin;
    if (Text() == "type" && IsTypeAlias()) return TypeAlias();
  }
  const bool bracket = Is("(") || Is("[");
  Ids ids;
  bool comma = false;
  bool splat = false;
  while (!failed_) {
    splat = splat || Is("*");
    ids.push_back(ExpressionOrSplat());
    if (ids.size() > kMaxParts) failed_ = true;
    comma = Is(",");
    if (!Take(",") || EndsList()) break;
  }
  if (failed_) return;
  const auto right = [&]() -> NodeId { return IsWord("yield") ? Yield() : ExpressionList(); };
  const bool list = ids.size() > 1 || comma;
  if (Is("=")) {
    Ids made = {0, list ? Make(NodeKind::kTuple, at, ids) : ids[0]};
    NodeId value = 0;
    while (Take("=")) {
      value = right();
      if (!Is("=")) break;
      made.push_back(value);
      if (made.size() > kMaxHeight) failed_ = true;
    }
    if (EndsWithOperator()) failed_ = true;
    made[0] = value;
    out->push_back(Make(NodeKind::kAssign, at, made));
    return;
  }
  if (Is(":")) {
    if (list || splat || bracket) failed_ = true;
    Advance();
    Ids made = {ids[0], Type()};
    if (Take("=")) made.push_back(right());
    if (Is("=")) failed_ = true;
    out->push_back(Make(NodeKind::kAnnotated, at, made));
    return;
  }
  if (EndsWithOperator()) {
    if (list || bracket) failed_ = true;
    const std::string_view op = Text();
    Advance();
    const NodeId value = right();
    if (Is("=") || EndsWithOperator()) failed_ = true;
    out->push_back(Make(NodeKind::kAugmented, at, {ids[0], value}, op.substr(0, op.size() - 1)));
    return;
  }
  const NodeId value = ids.size() == 1 ? ids[0] : Make(NodeKind::kTuple, at, ids);
  out->push_back(Make(NodeKind::kExpression, at, {value}));
}

// `+=` and its like; `==` is none.
bool PyGrammar::EndsWithOperator() const {
  return Kind() == PyToken::kOperator && Text().size() > 1 && Text().back() == '=' &&
         Text() != "==" && Text() != "!=" && Text() != "<=" && Text() != ">=" && Text() != ":=";
}

std::string_view PyGrammar::DottedName() {
  const uint32_t begin = lexer_.token().begin;
  do {
    if (Kind() != PyToken::kName) failed_ = true;
    Advance();
  } while (Take("."));
  return lexer_.text().substr(begin, failed_ ? 0 : last_end_ - begin);
}

// a.b, a.b as c
NodeId PyGrammar::Alias() {
  const PyPosition at = Here();
  const std::string_view name = DottedName();
  Ids ids;
  if (!failed_ && IsWord("as")) {
    Advance();
    ids.push_back(Name());
  }
  return Make(NodeKind::kAlias, at, ids, name);
}

NodeId PyGrammar::Import() {
  const PyPosition at = Here();
  Advance();
  Ids ids = {Alias()};
  while (Take(",")) ids.push_back(Alias());
  return Make(NodeKind::kImport, at, ids);
}

NodeId PyGrammar::ImportFrom() {
  const PyPosition at = Here();
  Advance();
  std::string module;
  while (!failed_ && (Is(".") || Is("..."))) {
    module += Text();
    Advance();
  }
  if (module.empty() || !IsWord("import")) {
    for (const char c : DottedName()) {
      if (c != ' ' && c != '\t') module += c;
    }
  }
  ExpectWord("import");
  Ids ids;
  if (Is("*")) {
    const PyPosition star = Here();
    Advance();
    ids.push_back(Make(NodeKind::kAlias, star, {}, "*"));
    return Make(NodeKind::kImportFrom, at, ids, module);
  }
  const bool brackets = Take("(");
  do {
    if (brackets && Is(")")) break;
    ids.push_back(Alias());
  } while (Take(","));
  if (brackets) Expect(")");
  return Make(NodeKind::kImportFrom, at, ids, module);
}

std::optional<Syntax> ParseDirectly(std::string_view text, uint32_t* stopped) {
  if (text.find('\0') != std::string_view::npos) return std::nullopt;
  const PythonHurdles hurdles = FindHurdles(text);
  if (hurdles.deepest) return std::nullopt;
  PyGrammar grammar(text, hurdles.comments);
  const NodeId root = grammar.Module();
  if (!grammar.failed()) return grammar.Finish(root);
  if (stopped != nullptr) *stopped = grammar.row();
  return std::nullopt;
}

}  // namespace flagcensus
