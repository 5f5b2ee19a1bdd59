// The units of a tree that have been read, by the names that they define.
#pragma once

#include <deque>
#include <functional>
#include <memory>
#include <set>
#include <vector>

#include "analyzer/machine/c/syntax.h"

namespace flagcensus {

// Values by symbol: a table of all symbols, so that a look-up is a step. Values do not move.
template <class T>
class BySymbol {
 public:
  // Adds an empty value if there is none.
  T& operator[](Symbol symbol) {
    if (symbol >= numbers_.size()) numbers_.resize(symbol + symbol / 2 + 16);
    if (numbers_[symbol] == 0) {
      values_.emplace_back();
      numbers_[symbol] = static_cast<uint32_t>(values_.size());
    }
    return values_[numbers_[symbol] - 1];
  }
  // Null if there is none.
  const T* Find(Symbol symbol) const {
    const uint32_t number = symbol < numbers_.size() ? numbers_[symbol] : 0;
    return number == 0 ? nullptr : &values_[number - 1];
  }

 private:
  std::deque<T> values_;
  std::vector<uint32_t> numbers_;  // 1 + index of the value; 0: none
};

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

  // Whether anybody has looked up what the name denotes: if not, its definitions did not matter.
  bool WasAsked(Symbol name) const { return asked_.count(name) > 0; }
  // Whether anybody has looked up who uses it.
  bool WasAskedForUsers(Symbol name) const { return asked_for_users_.count(name) > 0; }

 private:
  Symbol FindTypeName(Symbol type) const;

  SymbolTable& symbols_;
  mutable SymbolSet asked_;
  mutable SymbolSet asked_for_users_;
  static constexpr Symbol kNoSymbol = 0xffffffff;
  mutable std::vector<Symbol> type_names_;  // by type; kNoSymbol: not asked for so far
  mutable size_t named_units_ = 0;          // of how many units they are
  std::deque<std::unique_ptr<CUnit>> units_;
  BySymbol<std::vector<CRoutine*>> routines_;
  BySymbol<CStructure> structures_;
  BySymbol<CEnumerator> enumerators_;
  BySymbol<Symbol> aliases_;
  std::vector<const CGlobal*> globals_;
  BySymbol<std::vector<int>> globals_by_name_;
  BySymbol<std::vector<CRoutine*>> users_;
  BySymbol<std::vector<int>> global_users_;
  BySymbol<std::set<Symbol>> structure_users_;
  std::set<std::pair<PpPlace, Symbol>, std::function<bool(const std::pair<PpPlace, Symbol>&,
                                                          const std::pair<PpPlace, Symbol>&)>>
      known_{[](const auto& a, const auto& b) {
        return std::tuple(a.first.file, a.first.line, a.first.column, a.second) <
               std::tuple(b.first.file, b.first.line, b.first.column, b.second);
      }};
};

}  // namespace flagcensus
