// Titles, paragraphs, definitions and literal blocks of reStructuredText → blocks.
//
//   Environment        APP_HOME               Run it as follows::
//   ===========          the directory
//                                                 APP_HOME=/tmp tool
//   a heading          a definition           a paragraph and code
#include "analyzer/pages/rst/rst_block.h"
#include "analyzer/pages/rst/rst_page.h"
#include "analyzer/pages/rst/rst_region.h"

namespace flagcensus {
namespace {

// Adds a heading. Its level depends on the order in which the styles of titles first occur.
void AddTitle(RstPage& page, const Region& region, size_t at, char adornment, bool overline) {
  const std::pair<char, bool> style(adornment, overline);
  size_t level = 0;
  while (level < page.title_styles.size() && page.title_styles[level] != style) ++level;
  if (level == page.title_styles.size()) page.title_styles.push_back(style);
  Block heading = MakeRstBlock(page, Block::Kind::kHeading, region, at);
  heading.level = static_cast<int>(level) + 1;
  Region line = region;
  const int indent = region.Indent(at);  // a title with an overline may be indented
  (at == line.first ? line.first_margin : line.margin) += indent;
  heading.inlines = ReadRstInline(page, line, at, at + 1);
  page.out.Add(std::move(heading));
}

bool IsUnderlined(const Region& region, size_t at) {
  if (!region.Touches(at + 1) || region.Indent(at + 1) > 0) return false;
  const std::string_view line = region.Text(at + 1);
  // As in docutils, an underline of fewer than four characters must be as long as the title.
  return IsAdornment(line) && (line.size() >= 4 || line.size() >= region.Text(at).size());
}

// "text::" is rendered as "text:", "text ::" as "text".
void DropMarker(Block& paragraph) {
  if (paragraph.inlines.empty()) return;
  std::string& text = paragraph.inlines.back().text;
  if (!text.ends_with("::")) return;
  text.pop_back();
  if (text == ":" || text.ends_with(" :")) text.pop_back();
  if (text.empty()) paragraph.inlines.pop_back();
}

// Reads the indented (or quoted) lines after "::".
size_t ReadLiteral(RstPage& page, const Region& region, size_t at) {
  if (at >= region.last) return at;
  size_t end = EndOfIndented(region, at, 1);
  if (end == at && !region.Touches(at)) {  // each line begins with the same punctuation
    const char quote = region.Text(at).empty() ? ' ' : region.Text(at)[0];
    if (!IsAdornment({&quote, 1})) return at;
    ++end;
    while (region.Touches(end) && region.Text(end).starts_with(quote)) ++end;
  }
  if (end == at) return at;
  Block code = MakeRstBlock(page, Block::Kind::kCode, region, at);
  code.text = Verbatim(region, at, end);
  page.out.Add(std::move(code));
  return end;
}

}  // namespace

// A line of punctuation at the start of a block; returns `at` if it is text.
size_t ReadRstOverline(RstPage& page, const Region& region, size_t at) {
  const std::string_view text = region.Text(at);
  // A title between two equal lines.
  if (region.Touches(at + 1) && region.Touches(at + 2) && IsAdornment(region.Text(at + 2)) &&
      region.Text(at + 2)[0] == text[0] && !IsAdornment(region.Text(at + 1))) {
    AddTitle(page, region, at + 1, text[0], true);
    return at + 3;
  }
  // A transition is a line of at least four characters with a blank line below it.
  return text.size() >= 4 && !region.Touches(at + 1) ? at + 1 : at;
}

// The second line decides: an underline makes a title, indentation a definition, and otherwise it
// is a paragraph, up to a blank or indented line. "::" at its end announces code.
size_t ReadRstText(RstPage& page, const Region& region, size_t at) {
  if (IsUnderlined(region, at)) {
    AddTitle(page, region, at, region.Text(at + 1)[0], false);
    return at + 2;
  }
  // Indented text directly below a line makes it a term.
  if (region.Touches(at + 1) && region.Indent(at + 1) > 0) {
    std::vector<Run> term = ReadRstInline(page, region, at, at + 1);
    Block* definition = page.out.Open(Part::kDefinition, PlaceOf(page, region, at));
    if (definition != nullptr) definition->inlines = std::move(term);
    const size_t end = EndOfIndented(region, at + 1, 1);
    ReadRstBlocks(page, IndentedRegion(region, at + 1, end));
    page.out.Close();
    return end;
  }
  size_t end = at + 1;
  while (region.Touches(end) && region.Indent(end) == 0) ++end;
  const bool literal = region.Text(end - 1).ends_with("::");
  // A paragraph of only "::" is not shown.
  if (!literal || end > at + 1 || region.Text(at) != "::") {
    Block paragraph = MakeRstBlock(page, Block::Kind::kParagraph, region, at);
    paragraph.inlines = ReadRstInline(page, region, at, end);
    if (literal) DropMarker(paragraph);
    page.out.Add(std::move(paragraph));
  }
  return literal ? ReadLiteral(page, region, end) : end;
}

}  // namespace flagcensus
