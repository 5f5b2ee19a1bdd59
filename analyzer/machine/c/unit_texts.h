// The texts of a unit's tokens, as numbers.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "analyzer/machine/c/unit_words.h"

namespace flagcensus {

// The first numbers are those of kUnitWords. Owns a copy of each other text.
class UnitTexts {
 public:
  UnitTexts();

  // Costs a hash, and a copy of a new text.
  uint32_t Number(std::string_view text);
  // Valid until a new text comes.
  std::string_view Text(uint32_t number) const {
    if (number < kUnitWords.size()) return kUnitWords[number];
    const size_t at = number - kUnitWords.size();
    const size_t begin = at == 0 ? 0 : ends_[at - 1];
    return std::string_view(bytes_).substr(begin, ends_[at] - begin);
  }
  size_t size() const { return kUnitWords.size() + ends_.size(); }
  bool SameAs(const UnitTexts& other) const {
    return ends_ == other.ends_ && bytes_ == other.bytes_;
  }
  // Frees what only Number needs, which must not be called any more.
  void Finish();

 private:
  void Grow();
  static size_t HashOf(std::string_view text);

  std::string bytes_;
  std::vector<uint32_t> ends_;   // in bytes_
  std::vector<uint32_t> slots_;  // numbers by hash; 0: free
};

}  // namespace flagcensus
