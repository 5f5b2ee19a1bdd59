// The tokens of a unit in a fifth of their size, for a memory that may never need them again.
#pragma once

#include <string>

#include "analyzer/machine/c/unit_tokens.h"

namespace flagcensus {

class PackedUnit {
 public:
  // All but UnitTokens::included.
  explicit PackedUnit(const UnitTokens& unit);
  UnitTokens Unpacked() const;

  bool operator==(const PackedUnit& other) const {
    return cut_ == other.cut_ && count_ == other.count_ && bytes_ == other.bytes_ &&
           texts_.SameAs(other.texts_);
  }

 private:
  size_t count_ = 0;
  std::string bytes_;  // of each token what differs from the one before
  UnitTexts texts_;
  bool cut_ = false;
};

}  // namespace flagcensus
