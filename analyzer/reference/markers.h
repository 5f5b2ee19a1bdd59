// A page with a part between markers that a program writes.
#pragma once

#include <string>
#include <string_view>

#include "analyzer/base/result.h"
#include "analyzer/reference/formats.h"

namespace flagcensus {

// The lines of the markers hold these, in a comment of the page's format.
inline constexpr std::string_view kBeginMark = "flagcensus: begin";
inline constexpr std::string_view kEndMark = "flagcensus: end";

// Where the part stands: from the line behind the begin to that of the end.
struct MarkedPart {
  size_t begin = 0;  // byte offsets
  size_t end = 0;
  int first_line = 0;  // 1-based: those of the two markers
  int last_line = 0;
  std::string line_end = "\n";  // "\r\n" where the begin's line has it
};

// Finds the only part. The error says what is wrong and on which line; of a page without markers,
// how to add them. `file` as shown.
Result<MarkedPart> FindMarkedPart(std::string_view page, const PageFormat& format,
                                  const std::string& file);

// The page with `content` in place of the part, in the page's own line ends. Every other byte is
// kept.
std::string ReplacePart(std::string_view page, const MarkedPart& part, std::string_view content);

// What the part stands below: one level under the last heading above it.
Surroundings SurroundingsOf(std::string_view page, const MarkedPart& part,
                            const PageFormat& format);

}  // namespace flagcensus
