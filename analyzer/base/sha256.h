// SHA-256 (FIPS 180-4) of bytes in pieces, computed by Nettle.
//
//   Sha256 hash; hash.Update("ab"); hash.Update("c"); hash.Hex()  ─→ "ba7816bf..."
#pragma once

#include <nettle/sha2.h>

#include <string>
#include <string_view>

namespace flagcensus {

class Sha256 {
 public:
  Sha256() { sha256_init(&context_); }
  void Update(std::string_view bytes);
  // Returns 64 lower-case hex digits and resets the state.
  std::string Hex();

 private:
  sha256_ctx context_;
};

// A UUID of version 8 (RFC 9562, section 5.8) from the first bits of a hash in the form of Hex():
// the same content has the same UUID.
std::string UuidOf(std::string_view sha256_hex);

}  // namespace flagcensus
