// The level of files, namespaces and classes: functions, variables, structures, enumerations, each
// added to the unit; bodies and initialisers stay ranges of tokens. Internal to the parser.
//
// Error-tolerant: a declaration that cannot be parsed is skipped up to its ';' or past its '}'.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "analyzer/machine/c/declarators.h"
#include "analyzer/machine/c/syntax.h"

namespace flagcensus {

class CTopParser {
 public:
  explicit CTopParser(CUnit& unit) : u_(unit), t_(unit.tokens_) {}

  void Run() { Level(0, static_cast<uint32_t>(t_.size() - kCTokenPadding), 0, 0); }

 private:
  static constexpr int kMaxDepth = 60;  // nested classes and namespaces

  Symbol Intern(std::string_view text) { return u_.symbols_.Intern(text); }

  // Each returns the end of what begins at `i`; `i` if that is something else. `owner`: the
  // enclosing class; 0: none.
  void Level(uint32_t begin, uint32_t end, Symbol owner, int depth);
  uint32_t Declaration(uint32_t i, uint32_t end, Symbol owner, int depth);
  uint32_t Directive(uint32_t i, uint32_t end, Symbol owner, int depth);
  uint32_t Namespace(uint32_t i, uint32_t end, int depth);
  uint32_t Alias(uint32_t i, uint32_t end, Symbol owner, int depth);
  void TypeNames(uint32_t i, uint32_t end, Symbol type);
  uint32_t PastStatement(uint32_t i, uint32_t end) const;
  uint32_t PastMacroUses(uint32_t i, uint32_t end);
  uint32_t PastTemplateHead(uint32_t open, uint32_t end) const;
  uint32_t PastConstraint(uint32_t i, uint32_t end) const;

  // Structures and variables. `local`: in a body, where variables are statements.
  uint32_t Structure(uint32_t i, uint32_t end, Symbol owner, int depth, Symbol other, bool local);
  void LocalStructures(uint32_t begin, uint32_t end, int depth);
  void Members(Symbol name, std::vector<Symbol> bases, CRange range, int depth);
  void Enumeration(uint32_t begin, uint32_t end);
  uint32_t Variables(uint32_t i, uint32_t end, Symbol owner);
  uint32_t Declarators(uint32_t i, uint32_t end, const CSpecifiers& type, Symbol owner);
  bool IsInitial(uint32_t open) const;
  uint32_t Initialiser(uint32_t at, uint32_t stop, CGlobal* made);

  // Functions with a body.
  struct Head {
    uint32_t name = 0;      // its token: a name, or `operator`
    uint32_t open = 0;      // the '(' of its parameters; 0: not a function
    uint32_t behind = 0;    // after these, or after the brackets around the whole
    bool destroys = false;  // ~name
  };
  Head ReadHead(uint32_t i, uint32_t end) const;
  uint32_t Routine(uint32_t i, uint32_t end, Symbol owner, int depth);
  uint32_t BodyOf(const Head& head, uint32_t end, CRoutine* made);
  void ReadType(uint32_t i, const Head& head, CRoutine* made);
  uint32_t Finish(std::unique_ptr<CRoutine> made, uint32_t brace, uint32_t end, int depth);
  uint32_t BodyBehind(uint32_t i, uint32_t end) const;
  uint32_t OldFormals(uint32_t open, uint32_t end, std::vector<CFormal>* formals);
  void NoteMethod(std::string_view name, Symbol owner);
  uint32_t ObjectiveWord(uint32_t i, uint32_t end);
  uint32_t ObjectiveMethod(uint32_t i, uint32_t end, int depth);

  CUnit& u_;
  const UnitTokens& t_;
};

}  // namespace flagcensus
