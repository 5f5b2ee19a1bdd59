// Which words a file may contain, recorded on its first read: later searches open only files that
// may contain their words.
//
//   words.Note("int app_home = APP_HOME;")
//   MayContain(KeyOf("APP_HOME", false))    ─→ true
//   MayContain(KeyOf("APP_PORT", false))    ─→ false, or rarely true
//   MayContain(KeyOfBeginning("APP_"))      ─→ true
//
// A blocked Bloom filter (Putze, Sanders, Singler: Cache-, Hash- and Space-Efficient Bloom Filters,
// WEA 2007): a word sets three bits of one 64-bit block, and a text has a block for each 128 of its
// bytes. Words are runs of identifier bytes (IsIdentifierByte), in any case of their ASCII letters.
// There are only false positives, about one per hundred absent words. Names of variables are words
// of capitals. These few have a second, emptier filter, so a search for hundreds of names does
// not open most files in vain.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace flagcensus {

class FileWords {
 public:
  // What is passed to MayContain.
  struct Key {
    uint64_t hash = 0;
    bool capitals = false;  // whether the second filter has it
  };
  // The key of a word in this case, or in any.
  static Key KeyOf(std::string_view word, bool any_case);
  // The key of words in this case that begin with `beginning`; nullopt if no filter has it.
  static std::optional<Key> KeyOfBeginning(std::string_view beginning);

  // Records the words of the file's text on the first call. Not thread-safe. Costs about one
  // nanosecond per byte, once.
  void Note(std::string_view text);
  // The same on the second call: after most searches, the words of a file are not needed again.
  void NoteIfAgain(std::string_view text) {
    if (read_) Note(text);
    read_ = true;
  }

  // Whether the file may contain the word; true if nothing is recorded.
  bool MayContain(const Key& key) const;

  // Whether a line continuation splits a word of the text, so a search for words misses it.
  static bool PartsWords(std::string_view text);

 private:
  using Blocks = std::vector<uint64_t>;  // the size is a power of two

  // Adds the word of `length` bytes with which `text` begins.
  void Add(std::string_view text, size_t length);

  Blocks blocks_;      // empty: nothing recorded
  Blocks capitals_;    // words of capitals in this case, and their beginnings up to the first '_'
  bool read_ = false;  // passed to NoteIfAgain
  bool anything_ = false;  // a word of the file is split, as by a joined line
};

}  // namespace flagcensus
