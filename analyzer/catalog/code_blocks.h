// CodeBlockReader: a block of code → candidates and entries.
//
// code_blocks.cc has lines that assign or describe variables, code_expansions.cc settings that
// take their values from variables, code_help_tags.cc help texts with tags, code_described.cc
// blocks that show one variable with its description below.
#pragma once

#include <cstddef>
#include <vector>

#include "analyzer/catalog/reading.h"
#include "analyzer/pages/document.h"

namespace flagcensus {

class CodeBlockReader {
 public:
  explicit CodeBlockReader(const EntryReading& reading)
      : page_(reading.page), scorer_(reading.scorer), out_(reading.out) {}

  void Read(const std::vector<Block>& blocks, size_t at, const BlockContext& context);

 private:
  bool Shown(const std::vector<Block>& blocks, size_t at, const BlockContext& context);
  // Whether the block is a help text with tags of variables; adds those variables.
  bool HelpTags(const Block& block, const BlockContext& context);
  void Expansions(const Block& block, const BlockContext& context);
  void Code(const Block& block, const BlockContext& context);
  bool Introduces(const BlockContext& context) const;

  const PageFacts& page_;
  CandidateScorer& scorer_;
  EntryCollector& out_;
};

}  // namespace flagcensus
