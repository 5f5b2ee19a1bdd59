#include "analyzer/link/c/packed_unit.h"

#include <cstdint>

namespace flagcensus {
namespace {

// The first byte of a token: its kind, and which of its parts follow.
constexpr uint8_t kKinds = 7;
constexpr uint8_t kFile = 8;
constexpr uint8_t kLine = 16;
constexpr uint8_t kColumn = 32;
constexpr uint8_t kClose = 64;

// Seven bits a byte, the lowest first.
void Put(uint32_t number, std::string* out) {
  for (; number >= 0x80; number >>= 7) out->push_back(static_cast<char>(0x80 | (number & 0x7f)));
  out->push_back(static_cast<char>(number));
}

uint32_t Take(const char** at) {
  uint32_t out = 0;
  for (unsigned shift = 0;; shift += 7) {
    const auto byte = static_cast<uint8_t>(*(*at)++);
    out |= static_cast<uint32_t>(byte & 0x7f) << shift;
    if (byte < 0x80) return out;
  }
}

// Small differences in both directions are small numbers.
uint32_t Difference(uint32_t now, uint32_t before) {
  const uint32_t up = now - before;
  return (up << 1) ^ (up >> 31 != 0 ? 0xffffffffU : 0U);
}
uint32_t Added(uint32_t difference, uint32_t before) {
  return before + ((difference >> 1) ^ ((difference & 1) != 0 ? 0xffffffffU : 0U));
}

}  // namespace

PackedUnit::PackedUnit(const UnitTokens& unit)
    : count_(unit.tokens.size()), texts_(unit.texts), cut_(unit.cut) {
  std::string bytes;
  bytes.reserve(count_ * 5);
  PpPlace before;
  for (size_t i = 0; i < count_; ++i) {
    const UnitToken& token = unit.tokens[i];
    const PpPlace& place = token.place;
    uint8_t first = static_cast<uint8_t>(token.kind);
    if (place.file != before.file) first |= kFile;
    if (place.line != before.line) first |= kLine;
    if (place.column != before.column) first |= kColumn;
    if (token.close != 0) first |= kClose;
    bytes.push_back(static_cast<char>(first));
    Put(token.text, &bytes);
    if (place.file != before.file) Put(static_cast<uint32_t>(place.file), &bytes);
    if (place.line != before.line) Put(Difference(place.line, before.line), &bytes);
    if (place.column != before.column) Put(Difference(place.column, before.column), &bytes);
    if (token.close != 0) Put(Difference(token.close, static_cast<uint32_t>(i)), &bytes);
    before = place;
  }
  bytes_.assign(bytes);  // without what was reserved
}

UnitTokens PackedUnit::Unpacked() const {
  UnitTokens out;
  out.texts = texts_;
  out.cut = cut_;
  out.tokens.resize(count_);
  const char* at = bytes_.data();
  PpPlace place;
  for (size_t i = 0; i < count_; ++i) {
    UnitToken& token = out.tokens[i];
    const auto first = static_cast<uint8_t>(*at++);
    token.kind = static_cast<CToken::Kind>(first & kKinds);
    token.text = Take(&at);
    if ((first & kFile) != 0) place.file = static_cast<int>(Take(&at));
    if ((first & kLine) != 0) place.line = Added(Take(&at), place.line);
    if ((first & kColumn) != 0) place.column = Added(Take(&at), place.column);
    if ((first & kClose) != 0) token.close = Added(Take(&at), static_cast<uint32_t>(i));
    token.place = place;
  }
  return out;
}

}  // namespace flagcensus
