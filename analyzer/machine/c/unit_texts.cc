#include "analyzer/machine/c/unit_texts.h"

#include <utility>

namespace flagcensus {

size_t UnitTexts::HashOf(std::string_view text) {
  uint64_t hash = 0xcbf29ce484222325;
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3;
  return static_cast<size_t>(hash ^ hash >> 29);
}

UnitTexts::UnitTexts() {
  constexpr size_t kSlots = 1024;
  static const std::vector<uint32_t> kWords = [] {
    std::vector<uint32_t> slots(kSlots);
    for (size_t i = 1; i < kUnitWords.size(); ++i) {
      size_t at = HashOf(kUnitWords[i]) % kSlots;
      while (slots[at] != 0) at = (at + 1) % kSlots;
      slots[at] = static_cast<uint32_t>(i);
    }
    return slots;
  }();
  slots_ = kWords;
}

uint32_t UnitTexts::Number(std::string_view text) {
  if (text.empty()) return 0;
  const size_t mask = slots_.size() - 1;
  size_t at = HashOf(text) & mask;
  for (; slots_[at] != 0; at = (at + 1) & mask) {
    if (Text(slots_[at]) == text) return slots_[at];
  }
  const auto number = static_cast<uint32_t>(size());
  bytes_ += text;
  ends_.push_back(static_cast<uint32_t>(bytes_.size()));
  slots_[at] = number;
  if (size() * 2 > slots_.size()) Grow();
  return number;
}

void UnitTexts::Grow() {
  std::vector<uint32_t> slots(slots_.size() * 2);
  const size_t mask = slots.size() - 1;
  for (const uint32_t number : slots_) {
    if (number == 0) continue;
    size_t at = HashOf(Text(number)) & mask;
    while (slots[at] != 0) at = (at + 1) & mask;
    slots[at] = number;
  }
  slots_ = std::move(slots);
}

void UnitTexts::Finish() {
  slots_ = {};
  bytes_.shrink_to_fit();
  ends_.shrink_to_fit();
}

}  // namespace flagcensus
