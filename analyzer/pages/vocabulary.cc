// queries/pages/*.toml → lists of phrases, read once. A list that occurs in two files is read from
// the first.
#include "analyzer/pages/vocabulary.h"

#include <algorithm>
#include <map>
#include <utility>

#include "analyzer/base/characters.h"
#include "analyzer/base/embedded_lists.h"
#include "analyzer/base/text.h"

namespace flagcensus {
namespace {

using Lists = std::map<std::string, PhraseList, std::less<>>;

// The files are embedded in the program.
Lists ReadLists() {
  Lists all;
  for (const std::string_view file :
       {"pages/words.toml", "pages/claims.toml", "pages/labels.toml"}) {
    for (auto& [name, phrases] : EmbeddedLists(file)) {
      all.try_emplace(name, std::move(phrases));
    }
  }
  return all;
}

}  // namespace

// Sorts the phrases into buckets by their first byte, and notes the second bytes of each bucket.
PhraseList::PhraseList(std::vector<std::string> phrases) : phrases_(std::move(phrases)) {
  for (size_t i = 0; i < phrases_.size(); ++i) {
    const std::string& phrase = phrases_[i];
    if (phrase.empty()) continue;
    const size_t first = BucketOf(phrase[0]);
    sorted_.push_back(static_cast<uint32_t>(i));
    ++begins_[first + 1];
    // A phrase of one byte accepts any second byte.
    seconds_[first] |= phrase.size() > 1 ? uint32_t{1} << BucketOf(phrase[1]) : ~uint32_t{0};
  }
  // Sizes of the buckets ─→ their first places.
  for (size_t i = 0; i < kBuckets; ++i) begins_[i + 1] += begins_[i];
  std::stable_sort(sorted_.begin(), sorted_.end(), [&](uint32_t a, uint32_t b) {
    return BucketOf(phrases_[a][0]) < BucketOf(phrases_[b][0]);
  });
}

bool PhraseList::Holds(std::string_view text) const {
  return !text.empty() &&
         AnyBegins(text, [&](const std::string& phrase) { return phrase.size() == text.size(); });
}

// The lists are read at the first call, which is safe from several threads.
const PhraseList& Phrases(std::string_view list) {
  static const Lists kLists = ReadLists();
  static const PhraseList kNone;
  const auto found = kLists.find(list);
  return found == kLists.end() ? kNone : found->second;
}

// A phrase that is in two lists occurs twice, which does no harm.
PhraseList PhrasesOfAll(const std::vector<std::string_view>& lists) {
  std::vector<std::string> all;
  for (const std::string_view list : lists) {
    const PhraseList& phrases = Phrases(list);
    all.insert(all.end(), phrases.begin(), phrases.end());
  }
  return PhraseList(std::move(all));
}

bool HasPhrase(std::string_view lower, std::string_view phrase) {
  for (size_t at = lower.find(phrase); at != std::string_view::npos;
       at = lower.find(phrase, at + 1)) {
    if (!DividesWord(lower, at)) return true;
  }
  return false;
}

// Tries all phrases at the start of each word and at each other byte, such as '#' in "#define".
bool HasAnyPhrase(std::string_view lower, const PhraseList& phrases) {
  for (size_t at = 0; at < lower.size();) {
    if (StartsWithPhrase(lower.substr(at), phrases)) return true;
    // A phrase begins a word, so the search continues after this word or at the next byte.
    at = std::max(EndOfRun(lower, at, IsIdentifierByte), at + 1);
  }
  return false;
}

// As HasAnyPhrase, but the phrase must also end with a word.
bool HasAny(std::string_view lower, const PhraseList& phrases) {
  for (size_t at = 0; at < lower.size();) {
    const auto ends = [&](const std::string& phrase) {
      return at + phrase.size() == lower.size() || !IsIdentifierByte(lower[at + phrase.size()]);
    };
    if (phrases.AnyBegins(lower.substr(at), ends)) return true;
    at = EndOfRun(lower, at, IsIdentifierByte) + 1;  // the byte after a word begins no phrase
  }
  return false;
}

bool StartsWithPhrase(std::string_view lower, const PhraseList& phrases) {
  return !lower.empty() && phrases.AnyBegins(lower, [](const std::string&) { return true; });
}

}  // namespace flagcensus
