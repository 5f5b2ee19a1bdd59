// The body elements of reStructuredText. Each function reads the element that begins at line `at`
// of the region and returns the line after it. The dispatch in rst_block.cc has recognised the
// element by its first line. Internal to rst*.cc.
//
//   "- one"      ReadRstBullets at line 0 adds a list of two items and returns 2
//   "- two"
#pragma once

#include <cstddef>

#include "analyzer/pages/rst/rst_page.h"

namespace flagcensus {

// rst_list.cc
size_t ReadRstBullets(RstPage& page, const Region& region, size_t at);
size_t ReadRstEnumerated(RstPage& page, const Region& region, size_t at);
bool IsRstEnumerated(const Region& region, size_t at, char& style);
size_t ReadRstFields(RstPage& page, const Region& region, size_t at);
size_t ReadRstOptions(RstPage& page, const Region& region, size_t at);

// rst_text.cc: a title with an overline, or a transition; returns `at` if the line is neither.
size_t ReadRstOverline(RstPage& page, const Region& region, size_t at);
// A title, a definition or a paragraph, with the literal block that it announces.
size_t ReadRstText(RstPage& page, const Region& region, size_t at);

// rst_table.cc
bool IsRstGridBorder(std::string_view text);
bool IsRstSimpleBorder(std::string_view text);
size_t ReadRstGridTable(RstPage& page, const Region& region, size_t at);
size_t ReadRstSimpleTable(RstPage& page, const Region& region, size_t at);

// rst_explicit.cc: elements that begin with "..": directives, footnotes, targets, comments.
size_t ReadRstExplicit(RstPage& page, const Region& region, size_t at);

}  // namespace flagcensus
