// Which words a file may contain, recorded on its first read: later searches open only files that
// may contain their words.
//
// A blocked Bloom filter (Putze, Sanders, Singler: Cache-, Hash- and Space-Efficient Bloom Filters,
// WEA 2007): a word sets three bits of one 64-bit block, and a text has a block for each 128 of its
// bytes. Words are runs of identifier bytes (IsIdentifierByte), in any case of their ASCII letters.
// There are only false positives, about one per hundred absent words.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace flagcensus {

class FileWords {
 public:
  // The hash to be passed to MayHold.
  static uint64_t HashOf(std::string_view word);

  // Records the words of the file's text on the first call. Not thread-safe. Costs about one
  // nanosecond per byte, once.
  void Note(std::string_view text);

  // Whether the file may contain the word; true if nothing is recorded.
  bool MayHold(uint64_t hash) const;

  // Whether a joined line parts a word, which is then recorded as its parts.
  bool PartsWords() const { return anything_; }

 private:
  void Add(uint64_t hash);

  std::vector<uint64_t> blocks_;  // the size is a power of two; empty: nothing recorded
  bool anything_ = false;         // a word of the file is split, as by a joined line
};

}  // namespace flagcensus
