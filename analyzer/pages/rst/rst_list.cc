// Lists of reStructuredText → blocks: bullets, numbers, fields, options.
#include <limits>

#include "analyzer/base/text.h"
#include "analyzer/pages/document.h"
#include "analyzer/pages/rst/rst_block.h"
#include "analyzer/pages/rst/rst_page.h"

namespace flagcensus {

size_t RstBlockReader::ReadBullets(size_t at) {
  const char bullet = region_.Text(at)[0];
  Block& list = Add(Block::Kind::kList, at);
  while (at < region_.last && !page_.full && region_.Indent(at) == 0) {
    const std::string_view text = region_.Text(at);
    const int length = BulletLength(text);
    if (length == 0 || text[0] != bullet) break;
    at = ReadItem(at, length, list);
    at = ReadBelow(at, length, list.children.back());
  }
  return at;
}

// Text below an item that is indented, but not as far as the item's own: by the letter a
// quotation behind the list, to whoever reads the page what the item says.
size_t RstBlockReader::ReadBelow(size_t at, int length, Block& item) {
  if (at >= region_.last || item.children.size() != 1) return at;
  const int indent = region_.Indent(at);
  if (indent <= 0 || indent >= length) return at;
  const size_t end = EndOfIndented(at, 1);
  ReadRstBlocks(page_, Inner(at, end, 0, true), depth_ + 2, item.children);
  return end;
}

size_t RstBlockReader::ReadEnumerated(size_t at) {
  char style = 0;
  EnumeratorLength(region_.Text(at), style);
  Block& list = Add(Block::Kind::kList, at);
  while (at < region_.last && !page_.full && region_.Indent(at) == 0) {
    char own = 0;
    if (!IsEnumerated(at, own) || own != style) break;
    at = ReadItem(at, EnumeratorLength(region_.Text(at), own), list);
  }
  return at;
}

// A line that begins like "A. B. Smith" is text unless what follows it is a list's next line.
bool RstBlockReader::IsEnumerated(size_t at, char& style) const {
  if (EnumeratorLength(region_.Text(at), style) == 0) return false;
  if (!region_.Touches(at + 1) || region_.Indent(at + 1) > 0) return true;
  char next = 0;
  return EnumeratorLength(region_.Text(at + 1), next) > 0 && next == style;
}

size_t RstBlockReader::ReadItem(size_t at, int length, Block& list) {
  Region body;
  size_t end = 0;
  if (static_cast<size_t>(length) < region_.Text(at).size()) {
    end = EndOfIndented(at + 1, length);
    const int margin = region_.margin + length;
    body = {region_.lines, at, end, margin, region_.Margin(at) + length};
  } else {
    body = BodyAfter(at, length, end);
  }
  list.children.push_back(Make(Block::Kind::kItem, at));
  ReadRstBlocks(page_, body, depth_ + 2, list.children.back().children);
  return end;
}

size_t RstBlockReader::ReadFields(size_t at) {
  while (at < region_.last && !page_.full && region_.Indent(at) == 0) {
    const FieldMarker marker = ReadFieldMarker(region_.Text(at));
    if (marker.length == 0) break;
    Block& field = Add(Block::Kind::kField, at);
    field.label = Trim(marker.name);
    size_t end = 0;
    const Region body = BodyAfter(at, marker.length, end);
    ReadRstBody(page_, body, depth_ + 1, field);
    at = end;
  }
  return at;
}

size_t RstBlockReader::ReadOptions(size_t at) {
  while (at < region_.last && !page_.full && region_.Indent(at) == 0) {
    const OptionMarker marker = ReadOptionMarker(region_.Text(at));
    if (marker.length == 0) break;
    Block& option = Add(Block::Kind::kDefinition, at);
    Run run;
    run.text = marker.options;
    run.code = true;
    run.line = option.line;
    run.column = option.column;
    option.inlines.push_back(std::move(run));
    size_t end = 0;
    const Region body = BodyAfter(at, marker.length, end);
    ReadRstBlocks(page_, body, depth_ + 1, option.children);
    at = end;
  }
  return at;
}

}  // namespace flagcensus
