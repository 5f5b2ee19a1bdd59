// Multi-word search over bytes: which of many identifiers occur in a text, at which offsets.
//
//   words {"APP_X", "cache_dir" (any case), "LOG_" (prefix)}
//   text  "APP_X = CACHE_DIR or MY_APP_X or LOG_LEVEL"
//   hits  APP_X at 0, cache_dir at 8, LOG_ at 33; MY_APP_X is a different word
//
// Words match with an identifier boundary on both sides ([A-Za-z0-9_] does not continue them), or,
// if requested, as the prefix of a longer word, and in any case of their ASCII letters. Built on
// Hyperscan's literal matcher (Wang et al., NSDI 2019): about memory bandwidth for a few hundred
// words. A compiled searcher is immutable; each thread creates its own Scratch.
#pragma once

#include <compare>
#include <cstdint>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "analyzer/tree/file_words.h"

namespace flagcensus {

struct WordHit {
  uint32_t word;    // index into the words passed to the constructor
  uint32_t offset;  // 0-based byte offset of its first character
};

// How a word has to occur in a text.
struct WordShape {
  bool any_case = false;  // "cache_dir" is found as CACHE_DIR too
  bool prefix = false;    // "APP_" is found in APP_NAME

  auto operator<=>(const WordShape&) const = default;
};

class WordSearch {
 public:
  // `words`: without duplicates (a word may occur again with a different shape); an empty word
  // never matches. Costs some milliseconds for hundreds of words.
  explicit WordSearch(std::vector<std::string> words);
  // `shapes`: one per word.
  WordSearch(std::vector<std::string> words, std::vector<WordShape> shapes);
  // The words of a set, in its order.
  static WordSearch Of(const std::set<std::pair<std::string, WordShape>>& words);
  ~WordSearch();
  WordSearch(WordSearch&&) noexcept;
  WordSearch& operator=(WordSearch&&) noexcept;

  class Scratch;  // one per thread
  std::shared_ptr<Scratch> MakeScratch() const;

  // Whether any word may occur in a file, judged only by `file`.
  bool MayStandIn(const FileWords& file) const;

  // Whether any word occurs in `text`; stops at the first.
  bool Contains(std::string_view text, Scratch& scratch) const;
  // Replaces `hits` with all hits in ascending (offset, word) order.
  void FindAll(std::string_view text, Scratch& scratch, std::vector<WordHit>* hits) const;

  const std::vector<std::string>& words() const { return words_; }
  // For each word, the words that a file must contain if it contains this one.
  const std::vector<std::vector<FileWords::Key>>& parts() const { return parts_; }

 private:
  struct State;
  std::vector<std::string> words_;
  std::vector<WordShape> shapes_;
  std::vector<std::vector<FileWords::Key>> parts_;
  std::unique_ptr<State> state_;
};

}  // namespace flagcensus
