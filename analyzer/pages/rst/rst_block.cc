// Body elements of reStructuredText → blocks.
//
// There is a function for each section of "Body Elements" of the docutils specification. The
// dispatch in ReadElement follows the order in which docutils tries them:
//
//   "- text"  ReadRstBullets     ":name: text"  ReadRstFields    ".. note::"  ReadRstExplicit
//   "=== ==="  ReadRstSimpleTable    "  text"  ReadQuote    other text  ReadRstText
//
// The extent of a block depends on indentation alone. A block nested n deep is read n times, but
// has at least n bytes of indentation on each line, so the time is linear in the size of the page.
#include "analyzer/pages/rst/rst_block.h"

#include <algorithm>

#include "analyzer/base/text.h"
#include "analyzer/pages/rst/rst_page.h"
#include "analyzer/pages/rst/rst_region.h"

namespace flagcensus {
namespace {

// Indented text without a marker: a quotation.
size_t ReadQuote(RstPage& page, const Region& region, size_t at) {
  const size_t end = EndOfIndented(region, at, 1);
  const Region inner = IndentedRegion(region, at, end);
  page.out.Open(Part::kGroup, PlaceOf(page, region, at));
  ReadRstBlocks(page, inner);
  page.out.Close();
  return end;
}

// Each line of a line block, "| text", is a paragraph. A line indented below it continues it.
size_t ReadLineBlock(RstPage& page, const Region& region, size_t at) {
  do {
    size_t end = at + 1;
    while (region.Touches(end) && region.Indent(end) > 0) ++end;
    Region line = RegionAfter(region, at, end, 1);
    while (line.first_margin < static_cast<int>((*line.lines)[at].text.size()) &&
           (*line.lines)[at].text[static_cast<size_t>(line.first_margin)] == ' ') {
      ++line.first_margin;
    }
    if (!line.Text(at).empty()) {
      Block paragraph = MakeRstBlock(page, Block::Kind::kParagraph, region, at);
      paragraph.inlines = ReadRstInline(page, line, at, end);
      page.out.Add(std::move(paragraph));
    }
    at = end;
  } while (region.Touches(at) && region.Text(at).starts_with('|') && !page.limits.full());
  return at;
}

// ">>> code" and all lines up to the next blank one, which are its output.
size_t ReadDoctest(RstPage& page, const Region& region, size_t at) {
  size_t end = at + 1;
  while (region.Touches(end)) ++end;
  Block code = MakeRstBlock(page, Block::Kind::kCode, region, at);
  code.label = "pycon";
  code.text = Verbatim(region, at, end);
  page.out.Add(std::move(code));
  return end;
}

// Reads the element at line `at` and returns the line after it.
size_t ReadElement(RstPage& page, const Region& region, size_t at) {
  if (region.Indent(at) > 0) return ReadQuote(page, region, at);
  const std::string_view text = region.Text(at);
  char style = 0;
  switch (text.empty() ? '\0' : text[0]) {
    case '\0':
      return at + 1;
    case ':':
      if (ReadFieldMarker(text).length > 0) return ReadRstFields(page, region, at);
      break;
    case '|':
      if (text.size() == 1 || text[1] == ' ') return ReadLineBlock(page, region, at);
      break;
    case '>':
      if (text == ">>>" || text.starts_with(">>> ")) return ReadDoctest(page, region, at);
      break;
    case '.':
      if (text == ".." || text.starts_with(".. ")) return ReadRstExplicit(page, region, at);
      break;
    case '_':
      // An anonymous target.
      if (text == "__" || text.starts_with("__ ")) return EndOfIndented(region, at + 1, 1);
      break;
    case '=':
      if (IsRstSimpleBorder(text)) return ReadRstSimpleTable(page, region, at);
      break;
    case '+':
      if (IsRstGridBorder(text)) return ReadRstGridTable(page, region, at);
      break;
    default:
      break;
  }
  if (BulletLength(text) > 0) return ReadRstBullets(page, region, at);
  if (IsRstEnumerated(region, at, style)) return ReadRstEnumerated(page, region, at);
  // "-o" at the start of a line may be an option or prose. An option has a description, on the same
  // line or indented below.
  if (text[0] == '-' || text[0] == '+' || text[0] == '/') {
    const OptionMarker marker = ReadOptionMarker(text);
    const bool described = static_cast<size_t>(marker.length) < text.size() ||
                           (region.Touches(at + 1) && region.Indent(at + 1) > 0);
    if (marker.length > 0 && described) return ReadRstOptions(page, region, at);
  }
  if (IsAdornment(text) && text != "::") {
    const size_t next = ReadRstOverline(page, region, at);
    if (next != at) return next;
  }
  return ReadRstText(page, region, at);
}

// Blocks that are nested too deep are read as plain paragraphs.
void ReadFlat(RstPage& page, const Region& region) {
  for (size_t at = region.first; at < region.last && !page.limits.full();) {
    size_t end = at + 1;
    while (region.Touches(end)) ++end;
    Block block = MakeRstBlock(page, Block::Kind::kParagraph, region, at);
    block.inlines = ReadRstInline(page, region, at, end);
    page.out.Add(std::move(block));
    at = end;
  }
}

}  // namespace

Block MakeRstBlock(const RstPage& page, Block::Kind kind, const Region& region, size_t at) {
  const PagePlace place = PlaceOf(page, region, at);
  Block block;
  block.kind = kind;
  block.line = place.line;
  block.column = place.column;
  return block;
}

// The loop of all bodies: each element returns the line after it.
void ReadRstBlocks(RstPage& page, const Region& region) {
  if (region.first >= region.last) return;
  if (!page.out.MayNest(region.Number(region.first))) return ReadFlat(page, region);
  for (size_t at = region.first; at < region.last && !page.limits.full();) {
    const size_t next = ReadElement(page, region, at);
    at = std::max(next, at + 1);  // every element advances by at least a line
  }
}

}  // namespace flagcensus
