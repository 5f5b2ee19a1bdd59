#include "analyzer/python/outline.h"
#include "analyzer/python/scan.h"

namespace flagcensus {

uint32_t WordHash(std::string_view word) {
  uint32_t hash = WordIndex::kHashBasis;  // Fowler, Noll, Vo
  for (const char c : word) hash = (hash ^ static_cast<unsigned char>(c)) * WordIndex::kHashPrime;
  return hash;
}

bool WordIndex::IsWord(char c) { return IsPythonWordByte(c); }

bool WordIndex::IsEnd(size_t offset) const {
  return offset >= text_.size() || !IsPythonWordByte(text_[offset]);
}

void WordIndex::Add(uint32_t begin, uint32_t end) {
  EachIn(text_, begin, end,
         [&](uint32_t offset, uint32_t hash) { words_.push_back({offset, hash, 0}); });
}

void WordIndex::Finish() {
  size_t size = 64;
  while (size < words_.size()) size *= 2;
  heads_.assign(size, 0);
  for (size_t i = 0; i < words_.size(); ++i) {
    uint32_t& head = heads_[words_[i].hash & (size - 1)];
    words_[i].next = head;
    head = static_cast<uint32_t>(i + 1);
  }
}

}  // namespace flagcensus
