// Which words a file may hold, as far as one reading of it tells: whoever looks for words later
// opens only files that may have them.
//
// A blocked Bloom filter (Putze, Sanders, Singler: Cache-, Hash- and Space-Efficient Bloom Filters,
// WEA 2007): a word sets three bits of one 64-bit block, and a text has a block for each 128 of its
// bytes. Words are runs of identifier bytes (IsIdentifierByte), in any case of their ASCII letters.
// Wrong in one way only: a word that is not there may seem to be, one time in some hundred.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace flagcensus {

class FileWords {
 public:
  // What MayHold is asked with.
  static uint64_t HashOf(std::string_view word);

  // Notes the words of the file's text, the first time that it is called. Not to be called by two
  // threads at once. Costs about a nanosecond a byte, once.
  void Note(std::string_view text);

  // Whether the file may hold the word; true where nothing is noted.
  bool MayHold(uint64_t hash) const;

 private:
  void Add(uint64_t hash);

  std::vector<uint64_t> blocks_;  // a power of two of them; none: nothing is noted
  bool anything_ = false;         // a word of the file is parted, as a joined line parts it
};

}  // namespace flagcensus
