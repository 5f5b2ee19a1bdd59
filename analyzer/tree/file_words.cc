#include "analyzer/tree/file_words.h"

#include <array>
#include <bit>

#include "analyzer/base/text.h"

namespace flagcensus {
namespace {

constexpr uint64_t kSeed = 0x9e3779b97f4a7c15;   // 2^64 divided by the golden ratio
constexpr uint64_t kPrime = 0x00000100000001b3;  // FNV's of 64 bits (RFC 9923)
constexpr size_t kBytesABlock = 128;

// The byte as it counts: letters in lower case, 0 for what is in no word.
constexpr std::array<uint8_t, 256> MakeCounted() {
  std::array<uint8_t, 256> out = {};
  for (int c = '0'; c <= '9'; ++c) out[static_cast<size_t>(c)] = static_cast<uint8_t>(c);
  for (int c = 'a'; c <= 'z'; ++c) {
    out[static_cast<size_t>(c)] = static_cast<uint8_t>(c);
    out[static_cast<size_t>(c - 'a' + 'A')] = static_cast<uint8_t>(c);
  }
  out['_'] = '_';
  return out;
}
constexpr std::array<uint8_t, 256> kCounted = MakeCounted();

uint8_t Counted(char c) { return kCounted[static_cast<unsigned char>(c)]; }

uint64_t Mixed(uint64_t hash) {
  hash ^= hash >> 32;
  hash *= kSeed;
  return hash ^ hash >> 29;
}

uint64_t BitsOf(uint64_t hash) {
  return uint64_t{1} << (hash & 63) | uint64_t{1} << (hash >> 6 & 63) |
         uint64_t{1} << (hash >> 12 & 63);
}

// Whether the backslash at `at` joins two lines, and a word that they part.
bool PartsWord(std::string_view text, size_t at) {
  size_t next = at + 1;
  if (next < text.size() && text[next] == '\r') ++next;
  if (next >= text.size() || text[next] != '\n' || at == 0) return false;
  ++next;
  return Counted(text[at - 1]) != 0 && next < text.size() &&
         (Counted(text[next]) != 0 || text[next] == '\\');
}

}  // namespace

uint64_t FileWords::HashOf(std::string_view word) {
  uint64_t hash = kSeed;
  for (const char c : word) hash = (hash ^ Counted(c)) * kPrime;
  return Mixed(hash);
}

void FileWords::Add(uint64_t hash) { blocks_[(hash >> 32) & (blocks_.size() - 1)] |= BitsOf(hash); }

void FileWords::Note(std::string_view text) {
  if (!blocks_.empty()) return;
  blocks_.assign(std::bit_ceil(text.size() / kBytesABlock + 1), 0);
  uint64_t hash = kSeed;
  bool inside = false;
  for (size_t at = 0; at < text.size(); ++at) {
    if (const uint8_t byte = Counted(text[at]); byte != 0) {
      hash = (hash ^ byte) * kPrime;
      inside = true;
      continue;
    }
    if (text[at] == '\\' && PartsWord(text, at)) anything_ = true;
    if (!inside) continue;
    Add(Mixed(hash));
    hash = kSeed;
    inside = false;
  }
  if (inside) Add(Mixed(hash));
}

bool FileWords::MayHold(uint64_t hash) const {
  if (blocks_.empty() || anything_) return true;
  const uint64_t bits = BitsOf(hash);
  return (blocks_[(hash >> 32) & (blocks_.size() - 1)] & bits) == bits;
}

}  // namespace flagcensus
