#include "analyzer/base/sha256.h"

#include <array>

#include "analyzer/base/text.h"

namespace flagcensus {

void Sha256::Update(std::string_view bytes) {
  sha256_update(&context_, bytes.size(), reinterpret_cast<const uint8_t*>(bytes.data()));
}

std::string Sha256::Hex() {
  std::array<uint8_t, SHA256_DIGEST_SIZE> digest{};
  sha256_digest(&context_, digest.size(), digest.data());
  return ToHex({reinterpret_cast<const char*>(digest.data()), digest.size()});
}

std::string UuidOf(std::string_view sha256_hex) {
  constexpr size_t kDigits = 32;
  // The variant: the bits 10 before two bits of the hash.
  constexpr std::string_view kVariants = "89ab";
  std::string hex(sha256_hex.substr(0, kDigits));
  hex.resize(kDigits, '0');
  hex[12] = '8';
  hex[16] = kVariants[static_cast<size_t>(HexValue(hex[16])) & 3];
  return hex.substr(0, 8) + "-" + hex.substr(8, 4) + "-" + hex.substr(12, 4) + "-" +
         hex.substr(16, 4) + "-" + hex.substr(20);
}

}  // namespace flagcensus
