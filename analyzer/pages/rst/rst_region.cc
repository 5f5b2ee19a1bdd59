#include "analyzer/pages/rst/rst_region.h"

#include <algorithm>
#include <limits>

namespace flagcensus {
namespace {

// The indentation that all lines share; 0 if there are no lines.
int LeastIndent(const Region& region, size_t first, size_t last) {
  int least = std::numeric_limits<int>::max();
  for (size_t at = first; at < last; ++at) least = std::min(least, region.Indent(at));
  return least == std::numeric_limits<int>::max() ? 0 : least;
}

}  // namespace

size_t EndOfIndented(const Region& region, size_t at, int indent) {
  while (at < region.last && region.Indent(at) >= indent) ++at;
  return at;
}

Region IndentedRegion(const Region& region, size_t first, size_t last) {
  const int least = LeastIndent(region, first, last);
  return {region.lines, first, last, region.margin + least, region.Margin(first) + least};
}

Region RegionAfter(const Region& region, size_t first, size_t last, int column) {
  const int least = LeastIndent(region, first + 1, last);
  return {region.lines, first, last, region.margin + least, region.Margin(first) + column};
}

// With text after the marker, the body begins on that line; without, on the first indented line.
Region BodyAfter(const Region& region, size_t at, int column, size_t& end) {
  end = EndOfIndented(region, at + 1, 1);
  if (static_cast<size_t>(column) < region.Text(at).size()) {
    return RegionAfter(region, at, end, column);
  }
  return at + 1 < end ? IndentedRegion(region, at + 1, end) : Region{region.lines, at, at, 0, 0};
}

}  // namespace flagcensus
