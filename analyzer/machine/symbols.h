// Symbols: interned texts of a run, as numbers that compare and hash in one step.
//
//   table.Intern("")        ─→ 0, always
//   table.Intern("APP_X")   ─→ 1
//   table.Intern("APP_X")   ─→ 1
//   table.Find("APP_Y", 0)  ─→ 0: Find does not add a text
#pragma once

#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <vector>

#include "analyzer/base/quick_hash.h"

namespace flagcensus {

using Symbol = uint32_t;  // 0: ""

// Not thread-safe. Costs a copy of each distinct text, and a hash per call.
class SymbolTable {
 public:
  SymbolTable() : places_(kFirstSize) { Intern(""); }
  SymbolTable(const SymbolTable&) = delete;
  SymbolTable& operator=(const SymbolTable&) = delete;
  SymbolTable(SymbolTable&&) = default;  // only destruction is valid afterwards
  SymbolTable& operator=(SymbolTable&&) = default;

  Symbol Intern(std::string_view text) {
    const auto hash = static_cast<uint32_t>(QuickHash(text));
    Place* place = &places_[PlaceOf(text, hash)];
    if (place->number != 0) return place->number - 1;
    texts_.emplace_back(text);
    if (2 * texts_.size() > places_.size()) {
      Grow();
      place = &places_[PlaceOf(text, hash)];
    }
    *place = {hash, static_cast<uint32_t>(texts_.size())};
    return place->number - 1;
  }
  // The symbol of a text that was interned before, or `otherwise`.
  Symbol Find(std::string_view text, Symbol otherwise) const {
    const Place& place = places_[PlaceOf(text, static_cast<uint32_t>(QuickHash(text)))];
    return place.number == 0 ? otherwise : place.number - 1;
  }
  // All symbols are smaller than this.
  size_t size() const { return texts_.size(); }
  // Valid as long as the table: a deque never moves its strings.
  const std::string& TextOf(Symbol symbol) const { return texts_[symbol]; }

 private:
  static constexpr size_t kFirstSize = 1024;

  // A place of the hash table, with linear probing.
  struct Place {
    uint32_t hash = 0;
    uint32_t number = 0;  // the symbol plus one; 0: the place is free
  };
  size_t PlaceOf(std::string_view text, uint32_t hash) const {
    const size_t mask = places_.size() - 1;
    size_t at = hash & mask;
    while (places_[at].number != 0 &&
           (places_[at].hash != hash || texts_[places_[at].number - 1] != text)) {
      at = (at + 1) & mask;
    }
    return at;
  }
  void Grow() {
    std::vector<Place> before(2 * places_.size());
    before.swap(places_);
    for (const Place& place : before) {
      if (place.number == 0) continue;
      size_t at = place.hash & (places_.size() - 1);
      while (places_[at].number != 0) at = (at + 1) & (places_.size() - 1);
      places_[at] = place;
    }
  }

  std::deque<std::string> texts_;
  std::vector<Place> places_;  // the size is a power of two, at least twice that of texts_
};

// A set of symbols: a bit for each symbol up to the largest.
class SymbolSet {
 public:
  void insert(Symbol symbol) {
    // Twice what is needed, so ascending symbols do not resize it each time.
    if (symbol >= bits_.size()) bits_.resize(2 * (size_t{symbol} + 1));
    bits_[symbol] = true;
  }
  size_t count(Symbol symbol) const { return symbol < bits_.size() && bits_[symbol] ? 1 : 0; }
  void clear() { bits_.clear(); }

 private:
  std::vector<bool> bits_;
};

}  // namespace flagcensus
