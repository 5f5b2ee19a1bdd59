// Near names: names of a tree that differ so little that one may be a misspelling of the other.
// Only names that share a key are compared, so the cost grows only with their number.
//
//   APP_TIMOUT, APP_TIMEOUT  ─→ kLetter      APP_LOG_DIR, APP_LOG_DIRECTORY  ─→ kShort
//   APP_DIR_LOG, APP_LOG_DIR ─→ kOrder       APP_LOG_FILE, APP_LOG_PATH      ─→ kWord
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "analyzer/model/flag.h"

namespace flagcensus {

// The difference between two names.
enum class Nearness {
  kLetter,  // a letter of one word, or a '_'
  kShort,   // one word, which is an abbreviation of the other: DIR, DIRECTORY; NSPACE, NAMESPACE
  kOrder,   // the same words in a different order
  kWord,    // one word, which is different or missing
};

inline constexpr size_t kMinTypedWord = 6;  // the longer of the two words that differ
inline constexpr size_t kMinTypedWords =
    4;  // of names where shorter words count: APP_SSL_CLIENT_CA

// Whether `a` is `b` with a typo: one letter, in the middle or at the end of the word. `words`: the
// number of words of the name. Short words often differ by one letter, so they count only in names
// of many words.
bool IsSlip(std::string_view a, std::string_view b, size_t words);

// Whether `longer` is `shorter` with one letter more, inside the word: PATCH, PATH. Words of pairs
// differ at their ends: SYNC, ASYNC; ALLTOALL, ALLTOALLV.
bool HasLostLetter(std::string_view shorter, std::string_view longer);

class NearNames {
 public:
  struct Near {
    const Flag* flag = nullptr;
    Nearness how = Nearness::kWord;
    std::string own, other;  // the words that differ; "" if none does, or one is missing
  };

  void Add(const Flag& flag);
  // The added names that are near to `name`, except itself, nearest first.
  std::vector<Near> Find(const std::string& name) const;

 private:
  std::map<std::string, std::vector<const Flag*>> by_key_;
};

}  // namespace flagcensus
