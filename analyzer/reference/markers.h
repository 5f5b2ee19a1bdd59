// A page with a generated part between markers.
//
//   <!-- flagcensus: begin -->
//   ... replaced ...
//   <!-- flagcensus: end -->
#pragma once

#include <string>
#include <string_view>

#include "analyzer/base/result.h"
#include "analyzer/reference/formats.h"

namespace flagcensus {

// The texts of the marker lines, in a comment of the page's format.
inline constexpr std::string_view kBeginMark = "flagcensus: begin";
inline constexpr std::string_view kEndMark = "flagcensus: end";

// The position of the part: from the line after the begin marker to the line of the end marker.
struct MarkedPart {
  size_t begin = 0;  // byte offsets
  size_t end = 0;
  int first_line = 0;  // 1-based: the lines of the two markers
  int last_line = 0;
  std::string line_end = "\n";  // "\r\n" if the begin marker's line has it
};

// Finds the only part. The error contains the problem and its line, or, for a page without markers,
// how to add them. `file` as shown.
Result<MarkedPart> FindMarkedPart(std::string_view page, const ReferenceFormat& format,
                                  const std::string& file);

// The page with the part replaced by `content`, with the page's own line ends. All other bytes are
// unchanged.
std::string ReplacePart(std::string_view page, const MarkedPart& part, std::string_view content);

// The context of the part: one level below the last heading before it.
Surroundings SurroundingsOf(std::string_view page, const MarkedPart& part,
                            const ReferenceFormat& format);

}  // namespace flagcensus
