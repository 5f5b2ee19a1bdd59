// SHA-256 (FIPS 180-4) of bytes that come in pieces, computed by Nettle.
#pragma once

#include <nettle/sha2.h>

#include <string>
#include <string_view>

namespace flagcensus {

class Sha256 {
 public:
  Sha256() { sha256_init(&context_); }
  void Update(std::string_view bytes);
  // 64 hex digits in small letters; begins anew.
  std::string Hex();

 private:
  sha256_ctx context_;
};

// A UUID of version 8 (RFC 9562, section 5.8) made of the first bits of a hash as Hex() gives it:
// the same content has the same UUID.
std::string UuidOf(std::string_view sha256_hex);

}  // namespace flagcensus
