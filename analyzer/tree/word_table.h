// WordTable: words by the runs of identifier bytes with which they begin. Internal to
// word_search.cc.
//
//   words "APP_X", "app.port"   ─→ buckets of "APP_X" and "app"
//   text "my APP_X"             ─→ "my": no word has a run of 2 bytes that begins with m
//                                  "APP_X": found(0, 3)
//
// Built in microseconds; a search costs about a nanosecond per byte: a run of a length that no word
// has is not even hashed. It does not know where a word ends nor its case; the caller compares.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "analyzer/base/characters.h"
#include "analyzer/tree/file_words.h"
#include "analyzer/tree/word_search.h"

namespace flagcensus {

class WordTable {
 public:
  WordTable(const std::vector<std::string>& words, const std::vector<WordShape>& shapes)
      : buckets_(std::bit_ceil(2 * words.size() + 1)) {
    for (size_t id = 0; id < words.size(); ++id) {
      const std::string& word = words[id];
      if (word.empty()) continue;
      const size_t length = EndOfRun(word, 0, IsIdentifierByte);
      complete_ = complete_ && length > 0 && !(shapes[id].prefix && length == word.size());
      if (!complete_) return;
      lengths_[GroupOf(word[0])] |= BitOf(length);
      BucketOf(std::string_view(word).substr(0, length)).push_back(static_cast<uint32_t>(id));
    }
  }

  // Whether it has all words. A prefix without another byte ("APP_") and a word that does not begin
  // with an identifier byte cannot be in the table.
  bool complete() const { return complete_; }

  // Calls found(id, offset) for each place where a word may be, until it returns true.
  template <typename Found>
  void Search(std::string_view text, const Found& found) const {
    for (size_t at = 0; at < text.size();) {
      const size_t end = EndOfRun(text, at, IsIdentifierByte);
      if (end > at && (lengths_[GroupOf(text[at])] & BitOf(end - at)) != 0) {
        for (const uint32_t id : BucketOf(text.substr(at, end - at))) {
          if (found(id, at)) return;
        }
      }
      at = end + 1;
    }
  }

 private:
  using Bucket = std::vector<uint32_t>;

  // Both cases of a letter are in one group.
  static size_t GroupOf(char first) { return static_cast<unsigned char>(first) % 32; }
  // Runs of 63 bytes and more share a bit.
  static uint64_t BitOf(size_t length) { return uint64_t{1} << std::min<size_t>(length, 63); }
  const Bucket& BucketOf(std::string_view run) const {
    return buckets_[FileWords::KeyOf(run, true).hash & (buckets_.size() - 1)];
  }
  Bucket& BucketOf(std::string_view run) {
    return buckets_[FileWords::KeyOf(run, true).hash & (buckets_.size() - 1)];
  }

  std::vector<Bucket> buckets_;
  std::array<uint64_t, 32> lengths_ = {};  // by the first byte: the lengths of the runs
  bool complete_ = true;
};

}  // namespace flagcensus
