// Reads the body elements of one region. Internal to rst*.cc.
#pragma once

#include <string_view>
#include <vector>

#include "analyzer/pages/document.h"
#include "analyzer/pages/rst/rst_page.h"

namespace flagcensus {

class RstBlockReader {
 public:
  RstBlockReader(RstPage& page, const Region& region, int depth, std::vector<Block>& out)
      : page_(page), region_(region), depth_(depth), out_(out) {}

  void Read();

 private:
  Block Make(Block::Kind kind, size_t at);
  Block& Add(Block::Kind kind, size_t at);
  Region Inner(size_t first, size_t last, int first_column, bool first_counts) const;
  size_t EndOfIndented(size_t at, int indent) const;
  Region BodyAfter(size_t at, int column, size_t& end) const;
  size_t ReadOne(size_t at);
  static bool IsSimpleTableBorder(std::string_view text);
  static bool IsGridTableBorder(std::string_view text);
  size_t ReadQuote(size_t at);
  size_t ReadBullets(size_t at);
  size_t ReadBelow(size_t at, int length, Block& item);
  size_t ReadEnumerated(size_t at);
  bool IsEnumerated(size_t at, char& style) const;
  size_t ReadItem(size_t at, int length, Block& list);
  size_t ReadFields(size_t at);
  size_t ReadOptions(size_t at);
  size_t ReadLineBlock(size_t at);
  size_t ReadDoctest(size_t at);
  size_t ReadGridTable(size_t at);
  size_t ReadSimpleTable(size_t at);
  size_t ReadExplicit(size_t at, std::string_view text);
  void AddTitle(size_t at, char adornment, bool overline);
  size_t ReadOverline(size_t at, std::string_view text);
  bool IsUnderlined(size_t at) const;
  size_t ReadText(size_t at);
  static void DropMarker(Block& paragraph);
  size_t ReadLiteral(size_t at);
  static constexpr auto kNone = std::string_view::npos;
  RstPage& page_;
  const Region& region_;
  int depth_;
  std::vector<Block>& out_;
};

}  // namespace flagcensus
