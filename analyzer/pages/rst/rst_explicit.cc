// Explicit markup of reStructuredText, which begins with "..": footnotes and directives. Comments,
// targets and substitution definitions are skipped.
//
//   .. [1] text           a group with the text
//   .. note:: text        ReadRstDirective, name "note", argument at the column of "text"
//   .. note: text         a comment, since it has one colon
#include "analyzer/base/text.h"
#include "analyzer/pages/rst/rst_block.h"
#include "analyzer/pages/rst/rst_page.h"
#include "analyzer/pages/rst/rst_region.h"

namespace flagcensus {

// The block extends over all lines that are indented below its first one.
size_t ReadRstExplicit(RstPage& page, const Region& region, size_t at) {
  constexpr auto kNone = std::string_view::npos;
  const std::string_view text = region.Text(at);
  size_t end = EndOfIndented(region, at + 1, 1);
  const int start = text.size() > 2 ? 2 + LeadingSpaces(text.substr(2)) : 2;
  const std::string_view rest = text.substr(static_cast<size_t>(start));
  if (rest.empty()) {  // an empty comment ends at a blank line
    return region.Touches(at + 1) ? end : at + 1;
  }
  if (rest[0] == '[') {  // footnote or citation
    const size_t close = rest.find("] ");
    if (close == kNone) return end;
    page.out.Open(Part::kGroup, PlaceOf(page, region, at));
    ReadRstBlocks(page, BodyAfter(region, at, start + static_cast<int>(close) + 2, end));
    page.out.Close();
    return end;
  }
  if (rest[0] == '_' || rest[0] == '|') return end;  // targets and substitutions: CollectNames
  size_t name = 0;
  while (name < rest.size() && (IsIdentifierByte(static_cast<unsigned char>(rest[name])) ||
                                (name > 0 && std::string_view("+-.:").find(rest[name]) != kNone &&
                                 !rest.substr(name).starts_with("::")))) {
    ++name;
  }
  // docutils accepts one blank before the colons.
  size_t colons = name;
  if (colons < rest.size() && rest[colons] == ' ') ++colons;
  const std::string_view mark = rest.substr(colons);
  if (name == 0 || (mark != "::" && !mark.starts_with(":: "))) return end;  // a comment
  const int spaces = LeadingSpaces(mark.substr(2));
  ReadRstDirective(page, region, at, end, rest.substr(0, name),
                   start + static_cast<int>(colons) + 2 + spaces);
  return end;
}

}  // namespace flagcensus
