// The parser of one text: the state shared by its rules, and the file of each rule.
//
// One method per grammar rule, which returns the node of the rule. At unknown text failed() becomes
// and stays true, and returned nodes are meaningless.
#pragma once

#include <functional>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "analyzer/python/direct/tokens.h"
#include "analyzer/python/syntax.h"

namespace flagcensus {

class PyGrammar {
 public:
  // `blank`: comments alone on their lines count as blanks, as in ParsePythonTree.
  PyGrammar(std::string_view text, bool blank) : lexer_(text, blank) {}

  // Parses the module; the result is invalid if failed().
  NodeId Module();
  bool failed() const { return failed_; }
  uint32_t row() const { return lexer_.token().at.row; }
  Syntax Finish(NodeId root) { return builder_.Finish(root); }

 private:
  using Ids = std::vector<NodeId>;

  // The begin of a node.
  PyPosition Here() const { return lexer_.token().at; }
  bool Is(std::string_view op) const {
    return lexer_.token().kind == PyToken::kOperator && IsText(op);
  }
  bool IsWord(std::string_view keyword) const {
    return lexer_.token().kind == PyToken::kKeyword && IsText(keyword);
  }
  // Compares the first byte first: called some dozen times per token.
  bool IsText(std::string_view text) const {
    const std::string_view at_hand = lexer_.TextOf(lexer_.token());
    return at_hand.size() == text.size() && at_hand[0] == text[0] && at_hand == text;
  }
  PyToken Kind() const { return lexer_.token().kind; }
  std::string_view Text() const { return lexer_.TextOf(lexer_.token()); }
  void Advance();
  // Consumes the operator or keyword, or fails.
  void Expect(std::string_view op);
  void ExpectWord(std::string_view keyword);
  bool Take(std::string_view op);
  NodeId Fail() {
    failed_ = true;
    return 0;
  }
  // A node from `at` to the end of the last consumed token.
  NodeId Make(NodeKind kind, PyPosition at, const Ids& children = {}, std::string_view text = {},
              uint8_t flag = 0);
  // The same, to the end of another row.
  NodeId MakeTo(uint32_t end_row, NodeKind kind, PyPosition at, const Ids& children = {},
                std::string_view text = {});

  // Counts the nesting of rules; fails beyond the bound.
  class Level {
   public:
    explicit Level(PyGrammar* grammar) : grammar_(grammar) {
      if (++grammar_->depth_ > kMaxLevels) grammar_->failed_ = true;
    }
    ~Level() { --grammar_->depth_; }
    Level(const Level&) = delete;
    Level& operator=(const Level&) = delete;

   private:
    PyGrammar* grammar_;
  };
  // While one exists, no nodes are created.
  class Mute {
   public:
    explicit Mute(PyGrammar* grammar) : grammar_(grammar) { ++grammar_->muted_; }
    ~Mute() { --grammar_->muted_; }
    Mute(const Mute&) = delete;
    Mute& operator=(const Mute&) = delete;

   private:
    PyGrammar* grammar_;
  };

  // Far below the depth at which LowerPython cuts, since parentheses count there but not here.
  static constexpr int kMaxLevels = 90;
  static constexpr int kMaxHeight = 60;      // of a node
  static constexpr size_t kMaxParts = 5000;  // of a literal, and comments in it

  // expressions.cc
  NodeId Expression();
  NodeId Lambda();
  NodeId Disjunction();
  NodeId Conjunction();
  NodeId Inversion();
  NodeId Comparison();
  NodeId Binary(int least);
  NodeId Unary();
  NodeId Power();
  NodeId Primary();
  NodeId CallOf(NodeId callee, PyPosition at);
  NodeId Argument(bool* generator);
  NodeId SubscriptOf(NodeId object, PyPosition at);
  NodeId Index();
  NodeId Star(NodeKind kind);
  NodeId ExpressionOrSplat();
  // a, b: a tuple if there is a comma; `expression` may be a splat. Ends before `=`, `in`, `:`...
  NodeId ExpressionList();
  bool EndsList() const;

  // atoms.cc
  NodeId Atom();
  NodeId Name();
  NodeId Parenthesized();
  NodeId Bracketed();
  NodeId Braced();
  NodeId Element();
  NodeId Yield();
  bool IsTooLong(const Ids& ids, uint32_t comments_before) const;
  bool AtClause() const { return !failed_ && (IsWord("for") || IsWord("async")); }
  void Clauses(Ids* out);
  NodeId Targets();
  NodeId Target();
  bool IsCalledOrGiven() const;
  // strings.cc
  NodeId Strings();
  struct Piece {
    PyPosition at;
    uint32_t end_row = 0;
    std::string decoded;       // its value; of a format string with `{{` unchanged
    std::string said;          // its value with `{{` resolved
    bool expressions = false;  // it is a format string with expressions
    Ids parts;                 // of such a format string
  };
  Piece String();
  size_t PastInner(size_t open, size_t end, uint32_t row, size_t line_begin, Ids* out);
  size_t PastForm(size_t at, size_t end, uint32_t row, size_t line_begin, Ids* out);
  void Interpolations(const PyLexeme& token, size_t begin, size_t end, bool raw, Piece* out);

  // statements.cc
  void Statement(Ids* out);
  void SimpleStatements(Ids* out);
  void Simple(Ids* out);
  void ExpressionStatement(Ids* out);
  bool EndsWithOperator() const;
  NodeId Import();
  NodeId ImportFrom();
  NodeId Alias();
  std::string_view DottedName();

  // blocks.cc
  bool Compound(Ids* out);
  NodeId Block();
  PyPosition Indented(const std::function<void()>& statement);
  NodeId If();
  NodeId While();
  NodeId For(PyPosition at);
  NodeId Try();
  bool GoesOn(std::string_view word);
  // Parses `else: ...` if the statement continues with it; returns whether it does.
  bool BlockBehind(std::string_view word, Ids* out);

  // with.cc
  NodeId With(PyPosition at);
  Ids WithParts();
  void ParenthesizedItems(Ids* out);
  bool IsPlainWith();

  // patterns.cc
  bool IsMatch();
  NodeId Match();
  NodeId Case(bool* all);
  void Pattern(Ids* names, int depth);
  void ClosedPattern(Ids* names, int depth);
  void NumberPattern();
  void NamePattern(Ids* names, int depth);
  void PatternsIn(std::string_view closing, Ids* names, int depth);
  void Mapping(Ids* names, int depth);
  void Capture(Ids* names);

  // definitions.cc
  void Decorated(Ids* out);
  NodeId Function(PyPosition at, const Ids& decorators, bool async);
  NodeId Class(const Ids& decorators);
  NodeId Parameters(std::string_view closing);
  NodeId Parameter(bool typed);
  NodeId Type();
  void TypeParameters();
  bool IsTypeAlias();
  void TypeAlias();

  PyLexer lexer_;
  SyntaxBuilder builder_;
  std::vector<uint8_t> heights_;  // of nodes, by id
  PyLine line_;                   // the current one
  uint32_t block_indent_ = 0;
  uint32_t end_row_ = 0;             // of the last consumed token
  uint32_t last_end_ = 0;            // its end in bytes
  uint32_t statement_ = UINT32_MAX;  // byte at which the current one begins with a name
  int depth_ = 0;
  int muted_ = 0;
  bool failed_ = false;
};

}  // namespace flagcensus
