// SentenceReader: sentences → candidates: "the `X` environment variable", "set `X` to 1".
#pragma once

#include <cstddef>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "analyzer/catalog/reading.h"
#include "analyzer/pages/document.h"
#include "analyzer/pages/names.h"

namespace flagcensus {

// Where the names of a chain are in a text, and the words around them.
struct ToldNames {
  size_t begin = 0;  // of the sentence
  size_t end = 0;
  std::string_view before;  // of the sentence, in lower case, before the chain
  std::string_view behind;  // of the text, after the chain and its value
  bool assigned = false;    // a value follows: "X=1"
  bool beside = false;      // the sentence calls them variables
  bool listed = false;      // and they are the list that the sentence announces
  size_t names = 0;
};

class SentenceReader {
 public:
  explicit SentenceReader(const EntryReading& reading)
      : page_(reading.page), scorer_(reading.scorer), out_(reading.out) {}

  // Reads all sentences; names that sentences call variables tell in turn which others are.
  void Read(const std::vector<Block>& blocks);

 private:
  // sentence_reader.cc
  void Sentences(const std::vector<Block>& blocks, int depth, bool history);
  void Sentence(const Prose& text, const Block& block, bool history);
  void NameInSentence(const NameAt& found, const Prose& text, const Block& block, bool history,
                      const ToldNames& told);
  // sentence_settings.cc
  void AddWays(const LeadName& name, size_t at, const Prose& text, const ToldNames& told,
               Evidence& own);
  bool IsKnownStart(std::string_view name);
  void PathsIn(const Prose& text, const Block& block);

  const PageFacts& page_;
  CandidateScorer& scorer_;
  EntryCollector& out_;
  std::set<std::string> starts_;  // first words of the names that the page calls variables
  bool asked_start_ = false;      // a first word was looked up there and not found
};

}  // namespace flagcensus
