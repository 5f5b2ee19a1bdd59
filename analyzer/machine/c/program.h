// The units of a tree that have been read, by the names that they define.
#pragma once

#include <deque>
#include <functional>
#include <memory>
#include <set>
#include <unordered_map>
#include <vector>

#include "analyzer/machine/c/syntax.h"

namespace flagcensus {

class CProgram {
 public:
  explicit CProgram(SymbolTable& symbols) : symbols_(symbols) {}

  // Adds a unit; its definitions can be looked up from then on.
  CUnit& Add(int file, UnitTokens tokens);
  CUnit& unit(int number) { return *units_[static_cast<size_t>(number)]; }
  const CUnit& unit(int number) const { return *units_[static_cast<size_t>(number)]; }
  const std::deque<std::unique_ptr<CUnit>>& units() const { return units_; }

  // Functions of that name, in the order in which they were read; null if there are none.
  const std::vector<CRoutine*>* Routines(Symbol name) const;
  // Null if there is none.
  const CStructure* Structure(Symbol type) const;
  const CEnumerator* Enumerator(Symbol name) const;
  // Indices of globals of that name.
  const std::vector<int>* Globals(Symbol name) const;
  const CGlobal& global(int index) const { return *globals_[static_cast<size_t>(index)]; }
  // The functions that may call something of that name, judged by words alone.
  const std::vector<CRoutine*>* Users(Symbol name) const;
  const std::vector<int>* GlobalUsers(Symbol name) const;
  // The structures whose field initialisers contain the name.
  const std::set<Symbol>* StructureUsers(Symbol name) const;
  // The name after resolving typedefs, without template arguments, `std::` and pointers.
  Symbol TypeName(Symbol type) const;
  bool Defines(Symbol name) const { return Routines(name) != nullptr; }

 private:
  Symbol FindTypeName(Symbol type) const;

  SymbolTable& symbols_;
  static constexpr Symbol kNoSymbol = 0xffffffff;
  mutable std::vector<Symbol> type_names_;  // by type, since the last unit was added
  std::deque<std::unique_ptr<CUnit>> units_;
  std::unordered_map<Symbol, std::vector<CRoutine*>> routines_;
  std::unordered_map<Symbol, CStructure> structures_;
  std::unordered_map<Symbol, CEnumerator> enumerators_;
  std::unordered_map<Symbol, Symbol> aliases_;
  std::vector<const CGlobal*> globals_;
  std::unordered_map<Symbol, std::vector<int>> globals_by_name_;
  std::unordered_map<Symbol, std::vector<CRoutine*>> users_;
  std::unordered_map<Symbol, std::vector<int>> global_users_;
  std::unordered_map<Symbol, std::set<Symbol>> structure_users_;
  std::set<std::pair<PpPlace, Symbol>, std::function<bool(const std::pair<PpPlace, Symbol>&,
                                                          const std::pair<PpPlace, Symbol>&)>>
      known_{[](const auto& a, const auto& b) {
        return std::tuple(a.first.file, a.first.line, a.first.column, a.second) <
               std::tuple(b.first.file, b.first.line, b.first.column, b.second);
      }};
};

}  // namespace flagcensus
