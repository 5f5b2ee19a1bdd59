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

// Words of a text into the two filters, 64 bytes at a time.
constexpr uint64_t kSeed = 0x9e3779b97f4a7c15;   // 2^64 divided by the golden ratio
constexpr uint64_t kPrime = 0x00000100000001b3;  // FNV's of 64 bits (RFC 9923)
// One block per 128 bytes, 64 bits: half a byte of filter for eight bytes of text. The filter of
// capitals needs fewer blocks, as such words are rare in most sources.
constexpr size_t kBytesABlock = 128;
constexpr size_t kBytesACapitalsBlock = 512;
// The hash of words that are not recorded: any file may contain them.
constexpr uint64_t kAnyFile = 0;

// A bit for each of the first 64 bytes of `text`, the lowest for the first: whether it is part of a
// word. The bits after the end of the text are 0.
uint64_t InWordOf(std::string_view text) {
  uint64_t out = 0;
#ifdef __SSE2__
  if (text.size() >= 64) {
    const auto all = [](char c) { return _mm_set1_epi8(c); };
    // The comparisons are signed: bytes beyond ASCII are below all bytes of words.
    const auto between = [&](__m128i bytes, char first, char last) {
      return _mm_and_si128(_mm_cmpgt_epi8(bytes, all(static_cast<char>(first - 1))),
                           _mm_cmplt_epi8(bytes, all(static_cast<char>(last + 1))));
    };
    for (size_t i = 0; i < 4; ++i) {
      const __m128i bytes = _mm_loadu_si128(reinterpret_cast<const __m128i*>(text.data() + 16 * i));
      // The bit of ' ' makes a letter lower case. Other bytes that it turns into letters do not
      // exist.
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

// The first `count` bytes of `text` (8 at most), with both cases of a letter alike.
uint64_t Eight(std::string_view text, size_t count) {
  uint64_t bytes = 0;
  if (std::endian::native == std::endian::little && text.size() >= 8) {
    std::memcpy(&bytes, text.data(), 8);  // one load; the bytes beyond `count` are cleared
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

// The hash of the word with which `text` begins: eight bytes at a time, letters in lower case.
// Setting the bit 0x20 keeps all other identifier bytes distinct, except '_' from 0x7f, which is
// not one.
inline uint64_t HashOfFirst(std::string_view text, size_t length) {
  uint64_t hash = kSeed ^ length;
  for (; length > 8; length -= 8, text.remove_prefix(8)) {
    hash = Mixed((hash ^ Eight(text, 8)) * kPrime);
  }
  return Mixed((hash ^ Eight(text, length)) * kPrime);
}

// Capitals, digits and '_', and not a number.
bool IsOfCapitals(std::string_view word) {
  return !word.empty() && !IsDigit(word.front()) && AllBytes(word, IsVariableNameByte);
}

// "APP_" of APP_HOME; "" if there is no '_' after the first byte.
std::string_view BeginningOf(std::string_view word) {
  const size_t underscore = word.find('_', 1);
  return underscore == std::string_view::npos ? "" : word.substr(0, underscore + 1);
}

// Whether the word of that length with which `text` begins is recorded: numbers and words of one or
// two bytes are too common to distinguish files.
bool IsRecorded(std::string_view text, size_t length) { return length > 2 && !IsDigit(text[0]); }

uint64_t BitsOf(uint64_t hash) {
  return uint64_t{1} << (hash & 63) | uint64_t{1} << (hash >> 6 & 63) |
         uint64_t{1} << (hash >> 12 & 63);
}

// Whether the backslash at `at` joins two lines and splits a word: AP\ at the end of one line, P_X
// on the next.
bool PartsWord(std::string_view text, size_t at) {
  size_t next = at + 1;
  if (next < text.size() && text[next] == '\r') ++next;
  if (next >= text.size() || text[next] != '\n' || at == 0) return false;
  ++next;
  return IsIdentifierByte(text[at - 1]) && next < text.size() &&
         (IsIdentifierByte(text[next]) || text[next] == '\\');
}

}  // namespace

FileWords::Key FileWords::KeyOf(std::string_view word, bool any_case) {
  if (!IsRecorded(word, word.size())) return {kAnyFile, false};
  return {HashOfFirst(word, word.size()), !any_case && IsOfCapitals(word)};
}

std::optional<FileWords::Key> FileWords::KeyOfBeginning(std::string_view beginning) {
  const std::string_view known = BeginningOf(beginning);
  if (!IsOfCapitals(known)) return std::nullopt;
  return Key{HashOfFirst(known, known.size()), true};
}

// A word of capitals is in both filters, and so is its beginning in the second.
void FileWords::Add(std::string_view text, size_t length) {
  const auto set = [](Blocks& blocks, uint64_t hash) {
    blocks[(hash >> 32) & (blocks.size() - 1)] |= BitsOf(hash);
  };
  const std::string_view word = text.substr(0, length);
  const bool recorded = IsRecorded(word, length);
  const uint64_t hash = recorded ? HashOfFirst(text, length) : kAnyFile;
  if (recorded) set(blocks_, hash);
  if (!IsVariableNameByte(text.front())) return;
  if (recorded && IsOfCapitals(word)) set(capitals_, hash);
  const std::string_view beginning = BeginningOf(word);
  if (IsOfCapitals(beginning)) set(capitals_, HashOfFirst(text, beginning.size()));
}

// The edges of words are found in a mask of 64 bytes at a time.
void FileWords::Note(std::string_view text) {
  if (!blocks_.empty()) return;
  blocks_.assign(std::bit_ceil(text.size() / kBytesABlock + 1), 0);
  capitals_.assign(std::bit_ceil(text.size() / kBytesACapitalsBlock + 1), 0);
  size_t begin = 0;
  uint64_t inside = 0;  // 1: the byte before is in the word that begins at `begin`
  for (size_t at = 0; at < text.size(); at += 64) {
    const uint64_t in_word = InWordOf(text.substr(at));
    // A word begins or ends where a byte is not what the one before it is.
    for (uint64_t edges = in_word ^ (in_word << 1 | inside); edges != 0; edges &= edges - 1) {
      const size_t edge = at + static_cast<size_t>(std::countr_zero(edges));
      if (inside != 0) Add(text.substr(begin), edge - begin);
      begin = edge;
      inside ^= 1;
    }
  }
  if (inside != 0) Add(text.substr(begin), text.size() - begin);
  // Rare enough that such a file is simply searched each time.
  anything_ = PartsWords(text);
}

bool FileWords::PartsWords(std::string_view text) {
  for (size_t at = text.find('\\'); at != std::string_view::npos; at = text.find('\\', at + 1)) {
    if (PartsWord(text, at)) return true;
  }
  return false;
}

bool FileWords::MayContain(const Key& key) const {
  if (blocks_.empty() || anything_ || key.hash == kAnyFile) return true;
  const Blocks& blocks = key.capitals ? capitals_ : blocks_;
  const uint64_t bits = BitsOf(key.hash);
  return (blocks[(key.hash >> 32) & (blocks.size() - 1)] & bits) == bits;
}

}  // namespace flagcensus
