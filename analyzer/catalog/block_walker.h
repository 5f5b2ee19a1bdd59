// BlockWalker: the walk over a document's blocks; each proposes the names that it begins with.
//
// block_walker.cc has the walk itself, walk_sections.cc headings and paragraphs, walk_lists.cc
// lists, definitions and sub-flags, walk_directives.cc directives, fields, records and assignments.
// Tables have a separate reader (table_reader.h); code is read as statements (documents/).
#pragma once

#include <cstddef>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "analyzer/catalog/reading.h"
#include "analyzer/catalog/table_reader.h"
#include "analyzer/pages/document.h"

namespace flagcensus {

class BlockWalker {
 public:
  explicit BlockWalker(const EntryReading& reading)
      : page_(reading.page), scorer_(reading.scorer), out_(reading.out), tables_(reading) {}

  void Walk(const std::vector<Block>& blocks) { Walk(blocks, 0, blocks.size(), {}); }

 private:
  void Walk(const std::vector<Block>& blocks, size_t begin, size_t end, BlockContext context);

  // walk_sections.cc
  void Heading(const std::vector<Block>& blocks, size_t at, BlockContext& context);
  std::vector<LeadName> HeadingNames(const std::vector<Block>& blocks, size_t at,
                                     const LeadingNames& lead, const BlockContext& context);
  // Those that return an index return that of the last block they consumed.
  size_t Paragraph(const std::vector<Block>& blocks, size_t at, BlockContext& context);
  SiblingStats ParagraphPeers(const std::vector<Block>& blocks, size_t at) const;

  // walk_lists.cc
  void List(const Block& list, const BlockContext& context);
  // Reads one item: its names become entries, otherwise its blocks are walked as a group.
  void Item(const Block& item, const LeadingNames& lead, const Prose& text,
            const BlockContext& context, const SiblingStats& peers);
  // Adds the "--option" items of a list below `parent` as its sub-flags; false if it has no such
  // item.
  bool SubFlags(const Block& list, const std::string& parent,
                const std::vector<std::string>& claims, const std::string& section);
  void Group(const Block& item, const BlockContext& context);
  void Term(const Block& block, const LeadingNames& lead, const Prose& term,
            const BlockContext& context, const SiblingStats& peers);
  size_t Definitions(const std::vector<Block>& blocks, size_t at, const BlockContext& context);

  // walk_directives.cc
  void Directive(const std::vector<Block>& blocks, size_t at, const BlockContext& context);
  size_t Fields(const std::vector<Block>& blocks, size_t at, const BlockContext& context);
  void Record(const Block& block, const BlockContext& context);
  size_t Assignments(const std::vector<Block>& blocks, size_t at, const BlockContext& context);

  const PageFacts& page_;
  CandidateScorer& scorer_;
  EntryCollector& out_;
  TableReader tables_;
  // Cache: leads of headings and their lower-case texts, which all sibling headings need.
  std::unordered_map<const Block*, std::pair<LeadingNames, std::string>> titles_;
};

}  // namespace flagcensus
