// A fast hash of bytes, for tables with sizes and keys that no input controls: not stable between
// releases, and not safe against chosen keys.
#pragma once

#include <cstdint>
#include <cstring>
#include <string_view>

namespace flagcensus {

// Eight bytes at a time: multiplied and folded. The rest of up to eight bytes is one more block,
// and the length is mixed in first, so trailing zero bytes count.
inline uint64_t QuickHash(std::string_view text) {
  constexpr uint64_t kSeed = 0x9e3779b97f4a7c15;  // 2^64 divided by the golden ratio
  uint64_t hash = kSeed ^ text.size();
  const auto add = [&](uint64_t bytes) {
    hash = (hash ^ bytes) * kSeed;
    hash ^= hash >> 32;
  };
  const char* at = text.data();
  size_t left = text.size();
  for (; left > 8; left -= 8, at += 8) {
    uint64_t bytes = 0;
    std::memcpy(&bytes, at, 8);
    add(bytes);
  }
  uint64_t bytes = 0;
  for (size_t i = 0; i < left; ++i) bytes = bytes << 8 | static_cast<unsigned char>(at[i]);
  add(bytes);
  return hash * kSeed ^ hash >> 29;
}

}  // namespace flagcensus
