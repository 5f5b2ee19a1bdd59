// Symbols: interned texts of a run, as numbers that compare and hash in one step.
#pragma once

#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <unordered_map>

namespace flagcensus {

using Symbol = uint32_t;  // 0: ""

// Not thread-safe. Costs a copy of each distinct text, and a hash a call.
class SymbolTable {
 public:
  SymbolTable() { Intern(""); }
  SymbolTable(const SymbolTable&) = delete;
  SymbolTable& operator=(const SymbolTable&) = delete;

  Symbol Intern(std::string_view text) {
    const auto found = numbers_.find(text);
    if (found != numbers_.end()) return found->second;
    texts_.emplace_back(text);
    const auto symbol = static_cast<Symbol>(texts_.size() - 1);
    numbers_.emplace(texts_.back(), symbol);
    return symbol;
  }
  // The symbol of a text that was interned before, else `otherwise`.
  Symbol Find(std::string_view text, Symbol otherwise) const {
    const auto found = numbers_.find(text);
    return found == numbers_.end() ? otherwise : found->second;
  }
  // Valid as long as the table.
  const std::string& TextOf(Symbol symbol) const { return texts_[symbol]; }

 private:
  std::deque<std::string> texts_;
  std::unordered_map<std::string_view, Symbol> numbers_;
};

}  // namespace flagcensus
