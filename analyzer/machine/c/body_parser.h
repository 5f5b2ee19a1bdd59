// Expressions and statements of C and C++, as far as they can be parsed without types. Internal to
// the parser.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "analyzer/machine/c/declarators.h"
#include "analyzer/machine/c/syntax.h"

namespace flagcensus {

class CBodyParser {
 public:
  explicit CBodyParser(CUnit& unit) : u_(unit), t_(unit.tokens_) {}

  CNodeId Body(const CRange& body);  // its block, and the handlers of a function-try-block
  CNodeId Expression(CRange range);
  CNodeId Initial(CRange range);
  std::vector<std::pair<Symbol, CNodeId>> Initialisers(const CRange& range);

 private:
  static constexpr int kMaxDepth = 120;

  CNodeId Make(CNodeKind kind, uint32_t token, Symbol text = 0);
  CNode& At(CNodeId id) { return u_.nodes_[id]; }
  Symbol Intern(std::string_view text) { return u_.symbols_.Intern(text); }
  bool Is(UnitWord text) const { return i_ < end_ && t_[i_].Is(text); }
  bool IsName(UnitWord text) const { return i_ < end_ && t_[i_].IsName(text); }
  // Counts something nested too deeply to be parsed, and skips to the end.
  CNodeId Cut();
  // The bracket that closes the one at `open`, within the current range.
  uint32_t Close(uint32_t open) const;
  void PastStatement();

  // Statements, starting at i_.
  CNodeId Block(uint32_t open);  // its '{'
  CNodeId Statement();
  CNodeId Keyword();
  CNodeId Return();
  CNodeId Case();
  CNodeId Simple();
  uint32_t SimpleEnd() const;
  bool PassedOver();
  bool HoldsStatements(uint32_t open) const;
  CNodeId If();
  CNodeId IfCondition();
  CNodeId For();
  CNodeId RangeFor(uint32_t at, CRange variable, uint32_t close);
  CNodeId While();
  CNodeId DoWhile();
  CNodeId Switch();
  CNodeId Try();
  void Handlers(CNodeId made);
  CNodeId Branches();
  CSpecifiers Type(uint32_t stop) const;
  CNodeId Declaration(uint32_t stop);
  // `tests`: as a condition, which must have an initialiser.
  bool Declares(uint32_t stop, bool tests) const;
  bool IsPrototype(const CSpecifiers& type, const CDeclarator& declared) const;
  void Bindings(CNodeId made, const CDeclarator& declared, uint32_t stop);
  CNodeId Variable(const CSpecifiers& type, const CDeclarator& declared, uint32_t stop,
                   uint32_t* next);
  void Statements(CNodeId block, uint32_t end);
  CNodeId Condition(CRange range, bool tests);

  // Expressions, from i_ up to end_.
  CNodeId Assignment();
  CNodeId Ternary();
  CNodeId Binary(int least);
  CNodeId Unary();
  CNodeId Operation();
  CNodeId SizeOf();
  CNodeId Cast();
  CNodeId Postfix(CNodeId left);
  CNodeId Member();
  CNodeId Primary();
  CNodeId Text();
  CNodeId Number();
  CNodeId Name();
  CNodeId NamedCast();
  CNodeId Construct(uint32_t at, const std::string& type);
  bool IsMessage(uint32_t open) const;
  CNodeId Lambda();
  CNodeId New();
  CNodeId Message();
  CNodeId BlockValue(uint32_t open);
  CNodeId List(uint32_t open);
  CNodeId Element(CRange range);
  // `surely`: only a cast may occur there, as in (int)(a).
  bool IsCast(uint32_t open, bool surely) const;
  uint32_t PastPointers(uint32_t k, uint32_t close) const;
  void Arguments(CNodeId call, CRange range);

  CUnit& u_;
  const UnitTokens& t_;
  uint32_t i_ = 0;
  uint32_t end_ = 0;
  int depth_ = 0;
};

}  // namespace flagcensus
