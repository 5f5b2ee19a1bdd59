// Multi-word search over bytes: which of many identifiers stand in a text, at which offsets.
//
// Words match with an identifier boundary on both sides ([A-Za-z0-9_] does not continue them), or,
// where that is asked for, as the start of a longer one; and in any case of their ASCII letters.
// Built on Hyperscan's literal matcher (Wang et al., NSDI 2019): about memory bandwidth for a few
// hundred words. A compiled searcher is immutable; each thread makes its own Scratch.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "analyzer/tree/file_words.h"

namespace flagcensus {

struct WordHit {
  uint32_t word;    // index into the words given to the constructor
  uint32_t offset;  // 0-based byte offset of its first character
};

// How a word is to stand in a text.
struct WordShape {
  bool any_case = false;  // "cache_dir" is found as CACHE_DIR too
  bool prefix = false;    // "APP_" is found in APP_NAME
};

class WordSearch {
 public:
  // `words`: without duplicates (a word may come again in another shape); an empty one is found
  // nowhere. Costs some milliseconds for hundreds of words.
  explicit WordSearch(std::vector<std::string> words);
  // `shapes`: one a word.
  WordSearch(std::vector<std::string> words, std::vector<WordShape> shapes);
  ~WordSearch();
  WordSearch(WordSearch&&) noexcept;
  WordSearch& operator=(WordSearch&&) noexcept;

  class Scratch;  // one a thread
  std::shared_ptr<Scratch> MakeScratch() const;

  // Whether any word may stand in a file of which no more is known than `file`.
  bool MayStandIn(const FileWords& file) const;

  // True where any word stands in `text`; stops at the first.
  bool Contains(std::string_view text, Scratch& scratch) const;
  // All hits in ascending (offset, word) order, replacing what is in `hits`.
  void FindAll(std::string_view text, Scratch& scratch, std::vector<WordHit>* hits) const;

  const std::vector<std::string>& words() const { return words_; }

 private:
  struct State;
  std::vector<std::string> words_;
  std::vector<WordShape> shapes_;
  // For each word those that a text must have which holds it; FileWords::HashOf.
  std::vector<std::vector<uint64_t>> parts_;
  std::unique_ptr<State> state_;
};

}  // namespace flagcensus
