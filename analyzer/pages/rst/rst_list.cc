// Lists of reStructuredText → blocks: bullets, numbers, fields, options.
#include "analyzer/base/text.h"
#include "analyzer/pages/rst/rst_block.h"
#include "analyzer/pages/rst/rst_page.h"
#include "analyzer/pages/rst/rst_region.h"

namespace flagcensus {
namespace {

bool MayGoOn(const RstPage& page, const Region& region, size_t at) {
  return at < region.last && !page.limits.full() && region.Indent(at) == 0;
}

// Text below an item that is indented, but not as far as the item's own: by the letter a
// quotation behind the list, to whoever reads the page what the item says.
size_t ReadBelow(RstPage& page, const Region& region, size_t at, int length) {
  if (at >= region.last || page.out.siblings().size() != 1) return at;
  const int indent = region.Indent(at);
  if (indent <= 0 || indent >= length) return at;
  const size_t end = EndOfIndented(region, at, 1);
  ReadRstBlocks(page, IndentedRegion(region, at, end));
  return end;
}

// The item's text; the item stays open.
size_t OpenItem(RstPage& page, const Region& region, size_t at, int length) {
  Region body;
  size_t end = 0;
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

// A line that begins like "A. B. Smith" is text unless what follows it is a list's next line.
bool IsRstEnumerated(const Region& region, size_t at, char& style) {
  if (EnumeratorLength(region.Text(at), style) == 0) return false;
  if (!region.Touches(at + 1) || region.Indent(at + 1) > 0) return true;
  char next = 0;
  return EnumeratorLength(region.Text(at + 1), next) > 0 && next == style;
}

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
