// A comment that suppresses a finding: where it is inserted, and its text.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "analyzer/lsp/text_lines.h"

namespace flagcensus {

struct InsertedComment {
  size_t at = 0;     // the byte in front of which it is inserted
  std::string text;  // with its line ends, if it is a line of its own
};

// The comment `flagcensus: ignore[RULE] REASON` for a finding on line `line` of the file. Nothing
// if the file has no comments, or none is possible there: it is one only if the program then reads
// it as one, and a page only if it says the same as before. Reads a page twice.
std::optional<InsertedComment> SuppressionFor(const std::string& path, const TextLines& lines,
                                              int line, const std::string& rule,
                                              std::string_view reason);

}  // namespace flagcensus
