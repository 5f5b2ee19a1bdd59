#include "analyzer/tree/file_words.h"

#include <algorithm>
#include <bit>
#include <cstring>

#ifdef __SSE2__
#include <emmintrin.h>
#endif

#include "analyzer/base/characters.h"
#include "analyzer/base/text.h"

namespace flagcensus {
namespace {

constexpr uint64_t kSeed = 0x9e3779b97f4a7c15;   // 2^64 divided by the golden ratio
constexpr uint64_t kPrime = 0x00000100000001b3;  // FNV's of 64 bits (RFC 9923)
constexpr size_t kBytesABlock = 128;
constexpr uint64_t kAnyFile = 0;  // the hash of words that are not recorded: any file may hold them

// A bit for each of the first 64 bytes of `text`, the first one's lowest: whether it is of a word;
// 0 behind the text's end.
uint64_t InWordOf(std::string_view text) {
  uint64_t out = 0;
#ifdef __SSE2__
  if (text.size() >= 64) {
    const auto all = [](char c) { return _mm_set1_epi8(c); };
    // Signed comparisons: bytes beyond ASCII are below all that count.
    const auto between = [&](__m128i bytes, char first, char last) {
      return _mm_and_si128(_mm_cmpgt_epi8(bytes, all(static_cast<char>(first - 1))),
                           _mm_cmplt_epi8(bytes, all(static_cast<char>(last + 1))));
    };
    for (size_t i = 0; i < 4; ++i) {
      const __m128i bytes = _mm_loadu_si128(reinterpret_cast<const __m128i*>(text.data() + 16 * i));
      const __m128i letters = between(_mm_or_si128(bytes, all(' ')), 'a', 'z');
      const __m128i others =
          _mm_or_si128(between(bytes, '0', '9'), _mm_cmpeq_epi8(bytes, all('_')));
      const int mask = _mm_movemask_epi8(_mm_or_si128(letters, others));
      out |= static_cast<uint64_t>(static_cast<unsigned>(mask)) << 16 * i;
    }
    return out;
  }
#endif
  const size_t count = std::min<size_t>(text.size(), 64);
  for (size_t i = 0; i < count; ++i) out |= static_cast<uint64_t>(IsIdentifierByte(text[i])) << i;
  return out;
}

// The first `count` bytes of `text` (8 at most), a letter's two cases alike.
uint64_t Eight(std::string_view text, size_t count) {
  uint64_t bytes = 0;
  if (std::endian::native == std::endian::little && text.size() >= 8) {
    std::memcpy(&bytes, text.data(), 8);  // one load, and what is too much cut off
    if (count < 8) bytes &= (uint64_t{1} << 8 * count) - 1;
  } else {
    std::memcpy(&bytes, text.data(), count);
  }
  return bytes | 0x2020202020202020;
}

uint64_t Mixed(uint64_t hash) {
  hash ^= hash >> 32;
  hash *= kSeed;
  return hash ^ hash >> 29;
}

// The hash of the word that `text` begins with: eight bytes at a time, letters in lower case; all
// bytes of identifiers are told apart by what Eight leaves of them.
inline uint64_t HashOfFirst(std::string_view text, size_t length) {
  uint64_t hash = kSeed ^ length;
  for (; length > 8; length -= 8, text.remove_prefix(8)) {
    hash = Mixed((hash ^ Eight(text, 8)) * kPrime);
  }
  return Mixed((hash ^ Eight(text, length)) * kPrime);
}

// Whether the word of that length that `text` begins with is recorded: numbers and words of two
// bytes are too common to tell files apart.
bool IsRecorded(std::string_view text, size_t length) { return length > 2 && !IsDigit(text[0]); }

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
  return IsIdentifierByte(text[at - 1]) && next < text.size() &&
         (IsIdentifierByte(text[next]) || text[next] == '\\');
}

}  // namespace

uint64_t FileWords::HashOf(std::string_view word) {
  return IsRecorded(word, word.size()) ? HashOfFirst(word, word.size()) : kAnyFile;
}

void FileWords::Add(uint64_t hash) { blocks_[(hash >> 32) & (blocks_.size() - 1)] |= BitsOf(hash); }

void FileWords::Note(std::string_view text) {
  if (!blocks_.empty()) return;
  blocks_.assign(std::bit_ceil(text.size() / kBytesABlock + 1), 0);
  size_t begin = 0;
  uint64_t inside = 0;  // 1: the byte before is in the word that begins at `begin`
  for (size_t at = 0; at < text.size(); at += 64) {
    const uint64_t in_word = InWordOf(text.substr(at));
    // A word begins or ends where a byte is not what the one before it is.
    for (uint64_t edges = in_word ^ (in_word << 1 | inside); edges != 0; edges &= edges - 1) {
      const size_t edge = at + static_cast<size_t>(std::countr_zero(edges));
      if (inside != 0 && IsRecorded(text.substr(begin), edge - begin)) {
        Add(HashOfFirst(text.substr(begin), edge - begin));
      }
      begin = edge;
      inside ^= 1;
    }
  }
  const std::string_view last = text.substr(begin);
  if (inside != 0 && IsRecorded(last, last.size())) Add(HashOfFirst(last, last.size()));
  for (size_t at = text.find('\\'); at != std::string_view::npos; at = text.find('\\', at + 1)) {
    if (PartsWord(text, at)) anything_ = true;
  }
}

bool FileWords::MayHold(uint64_t hash) const {
  if (blocks_.empty() || anything_ || hash == kAnyFile) return true;
  const uint64_t bits = BitsOf(hash);
  return (blocks_[(hash >> 32) & (blocks_.size() - 1)] & bits) == bits;
}

}  // namespace flagcensus
