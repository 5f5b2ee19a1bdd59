// Regions below the marker of a body element, with the lines that its indentation includes.
// Internal to rst*.cc.
//
//   "- one"       BodyAfter(at 0, column 2): "one", "two"
//   "  two"
//   "three"
#pragma once

#include "analyzer/pages/page_lines.h"

namespace flagcensus {

// The end of the lines from `at` that are indented by at least `indent`.
size_t EndOfIndented(const Region& region, size_t at, int indent);

// The indented lines [first, last), without the indentation that they share.
Region IndentedRegion(const Region& region, size_t first, size_t last);

// The same for lines of which the first begins at `column`, after a marker: the common indentation
// of the others is cut.
Region RegionAfter(const Region& region, size_t first, size_t last, int column);

// The body of an element with a marker that ends at `column` of line `at`: the rest of that line
// and the lines indented below it, which end before `end`.
Region BodyAfter(const Region& region, size_t at, int column, size_t& end);

}  // namespace flagcensus
