// EntryCollector: the entries of a page as they are found, the second-best places of names, and the
// mentions.
//
//   - `APP_NEW`: The new one, formerly `APP_OLD`. See `APP_X`.
//
// Add makes an entry of APP_NEW and a fallback of APP_OLD, an alias. The fallback becomes an entry
// in Finish if the page has no other entry of that name. APP_X becomes a mention.
#pragma once

#include <cstddef>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "analyzer/catalog/block_context.h"
#include "analyzer/catalog/body.h"
#include "analyzer/catalog/leading_names.h"
#include "analyzer/catalog/page_facts.h"
#include "analyzer/model/entry.h"
#include "analyzer/pages/document.h"

namespace flagcensus {

class EntryCollector {
 public:
  explicit EntryCollector(const PageFacts& page) : page_(page) {}

  // Adds an entry for each name, with the claims of the text above it. The earlier names that a
  // description states become fallbacks.
  void Add(const std::vector<LeadName>& names, EntryHow how, Body body,
           const BlockContext& context);
  // Adds names that occur only in docstrings or examples according to the page (EntryHow::kNote).
  void AddNote(const LeadingNames& lead, const Prose& text, const BlockContext& context);
  // An entry to use if the page has no better place for the name.
  void AddFallback(double score, Entry entry) { fallbacks_.emplace_back(score, std::move(entry)); }
  std::vector<Entry>& entries() { return entries_; }

  void Clear();

  // The entries, fallbacks and mentions of the page, sorted by EntryLess.
  std::vector<Entry> Finish(const Document& document);

 private:
  void AddFallbacks(std::set<std::string>* known);
  void CollectMentions(const std::vector<Block>& blocks, int depth);
  void Mention(const Prose& text, const Block& block);

  const PageFacts& page_;
  std::vector<Entry> entries_;
  std::vector<std::pair<double, Entry>> fallbacks_;  // with their scores
  std::set<std::pair<int, std::string>> mentioned_;
  size_t mentions_ = 0;  // of `entries_`
};

}  // namespace flagcensus
