// Expressions and statements of C and C++, as far as a reader can tell them without types. Internal
// to the parser.
#pragma once

#include <string>
#include <vector>

#include "analyzer/machine/c/declarators.h"
#include "analyzer/machine/c/syntax.h"

namespace flagcensus {

class CBodyParser {
 public:
  explicit CBodyParser(CUnit& unit) : u_(unit), t_(unit.tokens_.tokens) {}

  CNodeId Block(uint32_t open);  // its '{'
  CNodeId Expression(CRange range);
  CNodeId Initial(CRange range);
  std::vector<std::pair<Symbol, CNodeId>> Initialisers(const CRange& range);

 private:
  static constexpr int kMostDepth = 120;

  CNodeId Make(CNodeKind kind, uint32_t token, Symbol text = 0);
  CNode& At(CNodeId id) { return u_.nodes_[id]; }
  Symbol Intern(const std::string& text) { return u_.symbols_.Intern(text); }
  bool Is(std::string_view text) const { return i_ < end_ && t_[i_].Is(text); }
  bool IsName(std::string_view text) const { return i_ < end_ && t_[i_].IsName(text); }
  // The bracket that closes the one at `open`, within the range at hand.
  uint32_t Close(uint32_t open) const;
  void PastStatement();

  // Statements, from i_ on.
  CNodeId Statement();
  CNodeId Keyword();
  CNodeId Simple();
  CNodeId If();
  CNodeId For();
  CNodeId While();
  CNodeId DoWhile();
  CNodeId Switch();
  CNodeId Try();
  CNodeId Branches();
  CNodeId Declaration(uint32_t stop);
  bool Declares(uint32_t stop) const;
  CNodeId Variable(const CSpecifiers& type, const CDeclarator& declared, uint32_t stop,
                   uint32_t* next);
  void Statements(CNodeId block, uint32_t end);
  CNodeId Condition(CRange range);

  // Expressions, from i_ on, up to end_.
  CNodeId Assignment();
  CNodeId Ternary();
  CNodeId Binary(int least);
  CNodeId Unary();
  CNodeId Postfix(CNodeId left);
  CNodeId Primary();
  CNodeId Name();
  CNodeId Lambda();
  CNodeId New();
  CNodeId Objective();
  CNodeId List(uint32_t open);
  bool IsCast(uint32_t open) const;
  void Arguments(CNodeId call, CRange range);

  CUnit& u_;
  const std::vector<UnitToken>& t_;
  uint32_t i_ = 0;
  uint32_t end_ = 0;
  int depth_ = 0;
};

}  // namespace flagcensus
