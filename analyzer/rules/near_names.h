// Near names: which names of a tree differ so little that one may be meant for the other. Only
// names that share a key are compared, so that the cost grows with their number.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "analyzer/model/flag.h"

namespace flagcensus {

// How two names differ.
enum class Nearness {
  kLetter,  // one letter of a word, or a '_'
  kShort,   // one word, which is the other's cut or contracted: DIR, DIRECTORY; NSPACE, NAMESPACE
  kOrder,   // the same words in another order
  kWord,    // one word, which is another one or missing
};

// Whether `a` is `b` with a typo: one letter, in the middle or at the end of the word. `words`: of
// the name. Short words are a letter apart by nature, but for one of many words.
bool IsSlip(std::string_view a, std::string_view b, size_t words);

class NearNames {
 public:
  struct Near {
    const Flag* flag = nullptr;
    Nearness how = Nearness::kWord;
    std::string own, other;  // the words that differ; "" where none does, or one is missing
  };

  void Add(const Flag& flag);
  // The names that were added and are near to `name`, itself left out, the nearest first.
  std::vector<Near> Find(const std::string& name) const;

 private:
  std::map<std::string, std::vector<const Flag*>> by_key_;
};

}  // namespace flagcensus
