// Vocabulary: the phrase lists of queries/pages/ (words.toml, claims.toml, labels.toml), by name.
//
//   HasAnyPhrase("reads environment variables", Phrases("environment"))   ─→ true
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace flagcensus {

// A list of phrases, all of which are searched for in one pass over a text. They are sorted by
// their first byte. A place where no phrase begins with the same two bytes costs one test of a bit.
class PhraseList {
 public:
  PhraseList() = default;
  explicit PhraseList(std::vector<std::string> phrases);

  // The phrases in the order of the file.
  const std::vector<std::string>& phrases() const { return phrases_; }
  auto begin() const { return phrases_.begin(); }
  auto end() const { return phrases_.end(); }
  bool empty() const { return phrases_.empty(); }
  operator const std::vector<std::string>&() const { return phrases_; }

  // Whether `text` is one of the phrases.
  bool Holds(std::string_view text) const;

  // Whether `text`, which is not empty, begins with a phrase for which fits(phrase) is true.
  template <typename Fits>
  bool AnyBegins(std::string_view text, const Fits& fits) const {
    const size_t first = BucketOf(text[0]);
    if ((seconds_[first] >> BucketOf(text.size() > 1 ? text[1] : '\0') & 1) == 0) return false;
    for (size_t i = begins_[first]; i < begins_[first + 1]; ++i) {
      const std::string& phrase = phrases_[sorted_[i]];
      if (text.size() > 2 && phrase.size() > 2 && text[2] != phrase[2]) continue;
      if (text.starts_with(phrase) && fits(phrase)) return true;
    }
    return false;
  }

 private:
  // The low bits of a byte. Letters of one case have different buckets, and 32 bits fit a word.
  static constexpr size_t kBuckets = 32;
  static size_t BucketOf(char c) { return static_cast<unsigned char>(c) % kBuckets; }

  std::vector<std::string> phrases_;
  std::vector<uint32_t> sorted_;                    // the phrases by the bucket of the first byte
  std::array<uint32_t, kBuckets + 1> begins_ = {};  // where each bucket begins in sorted_
  std::array<uint32_t, kBuckets> seconds_ = {};  // by bucket: a bit per bucket of the second byte
};

// The phrases of a list; empty if there is no such list. The reference stays valid for the whole
// run, so each caller looks it up once.
const PhraseList& Phrases(std::string_view list);

// The phrases of several lists as one, so a text is searched once and not for each list.
PhraseList PhrasesOfAll(const std::vector<std::string_view>& lists);

// Whether `lower` contains `phrase` at the start of a word; plural and other endings may follow:
// "default" is in "the defaults" but not in "nondefault".
bool HasPhrase(std::string_view lower, std::string_view phrase);
bool HasAnyPhrase(std::string_view lower, const PhraseList& phrases);
// Whether `lower` contains one of the phrases as whole words (HasWord).
bool HasAny(std::string_view lower, const PhraseList& phrases);
// Whether `lower` begins with one of the phrases.
bool StartsWithPhrase(std::string_view lower, const PhraseList& phrases);

}  // namespace flagcensus
