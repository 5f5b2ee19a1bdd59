// Lists of reStructuredText → blocks: bullets, numbers, fields, options.
//
//   "- APP_HOME"          list > item > definition "APP_HOME" > paragraph "the data directory"
//   "    the data directory"
#include "analyzer/base/text.h"
#include "analyzer/pages/rst/rst_block.h"
#include "analyzer/pages/rst/rst_page.h"
#include "analyzer/pages/rst/rst_region.h"

namespace flagcensus {
namespace {

// Whether a list may continue at line `at`: its markers are all in the first column of the region.
bool MayGoOn(const RstPage& page, const Region& region, size_t at) {
  return at < region.last && !page.limits.full() && region.Indent(at) == 0;
}

// Text below an item that is indented, but less than the item's own text. For docutils it is a
// quotation after the list; for a reader of the page it describes the item, and it is read so. Only
// an item of a single block is extended.
size_t ReadBelow(RstPage& page, const Region& region, size_t at, int length) {
  if (at >= region.last || page.out.siblings().size() != 1) return at;
  const int indent = region.Indent(at);
  if (indent <= 0 || indent >= length) return at;
  const size_t end = EndOfIndented(region, at, 1);
  ReadRstBlocks(page, IndentedRegion(region, at, end));
  return end;
}

// Opens an item and reads its text; the item stays open.
size_t OpenItem(RstPage& page, const Region& region, size_t at, int length) {
  Region body;
  size_t end = 0;
  // With text after the marker, the body is what is indented as far as that text. Without, what is
  // indented at all.
  if (static_cast<size_t>(length) < region.Text(at).size()) {
    end = EndOfIndented(region, at + 1, length);
    body = {region.lines, at, end, region.margin + length, region.Margin(at) + length};
  } else {
    body = BodyAfter(region, at, length, end);
  }
  page.out.Open(Part::kItem, PlaceOf(page, region, at));
  ReadRstBlocks(page, body);
  return end;
}

}  // namespace

// A list continues as long as items have the same bullet.
size_t ReadRstBullets(RstPage& page, const Region& region, size_t at) {
  const char bullet = region.Text(at)[0];
  page.out.Open(Part::kList, PlaceOf(page, region, at));
  while (MayGoOn(page, region, at)) {
    const std::string_view text = region.Text(at);
    const int length = BulletLength(text);
    if (length == 0 || text[0] != bullet) break;
    at = OpenItem(page, region, at, length);
    at = ReadBelow(page, region, at, length);
    page.out.Close();
  }
  page.out.Close();
  return at;
}

// A list continues as long as enumerators have the same style, with any numbers.
size_t ReadRstEnumerated(RstPage& page, const Region& region, size_t at) {
  char style = 0;
  EnumeratorLength(region.Text(at), style);
  page.out.Open(Part::kList, PlaceOf(page, region, at));
  while (MayGoOn(page, region, at)) {
    char own = 0;
    if (!IsRstEnumerated(region, at, own) || own != style) break;
    at = OpenItem(page, region, at, EnumeratorLength(region.Text(at), own));
    page.out.Close();
  }
  page.out.Close();
  return at;
}

// Whether line `at` begins an item. "A. B. Smith" is text, unless the next line is blank, indented
// or the next item: otherwise it is a paragraph that begins like an item.
bool IsRstEnumerated(const Region& region, size_t at, char& style) {
  if (EnumeratorLength(region.Text(at), style) == 0) return false;
  if (!region.Touches(at + 1) || region.Indent(at + 1) > 0) return true;
  char next = 0;
  return EnumeratorLength(region.Text(at + 1), next) > 0 && next == style;
}

// Fields are not wrapped in a list; each is a block.
size_t ReadRstFields(RstPage& page, const Region& region, size_t at) {
  while (MayGoOn(page, region, at)) {
    const FieldMarker marker = ReadFieldMarker(region.Text(at));
    if (marker.length == 0) break;
    if (Block* field = page.out.Open(Part::kGroup, PlaceOf(page, region, at))) {
      field->kind = Block::Kind::kField;
      field->label = Trim(marker.name);
    }
    size_t end = 0;
    ReadRstBlocks(page, BodyAfter(region, at, marker.length, end));
    page.out.Close();
    at = end;
  }
  return at;
}

// Each option is a definition with the option as its term, in code.
size_t ReadRstOptions(RstPage& page, const Region& region, size_t at) {
  while (MayGoOn(page, region, at)) {
    const OptionMarker marker = ReadOptionMarker(region.Text(at));
    if (marker.length == 0) break;
    const PagePlace place = PlaceOf(page, region, at);
    if (Block* option = page.out.Open(Part::kDefinition, place)) {
      Run& run = option->inlines.emplace_back();
      run.text = marker.options;
      run.code = true;
      run.line = place.line;
      run.column = place.column;
    }
    size_t end = 0;
    ReadRstBlocks(page, BodyAfter(region, at, marker.length, end));
    page.out.Close();
    at = end;
  }
  return at;
}

}  // namespace flagcensus
