// A comment that suppresses a finding: where it is inserted, and its text.
//
//   port = os.getenv("APP_PORT")        # flagcensus: ignore[undocumented] TODO: the reason
//                                  ─→   port = os.getenv("APP_PORT")
//   | `APP_PORT` | 80 |            ─→   | `APP_PORT` | 80 <!-- flagcensus: ignore[unused] ... --> |
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "analyzer/lsp/text_lines.h"

namespace flagcensus {

struct InsertedComment {
  size_t at = 0;     // the byte before which it is inserted
  std::string text;  // with its line ends, if it is a separate line
};

// The comment `flagcensus: ignore[RULE] REASON` for a finding on line `line` of the file. Nothing
// if the file has no comments, or none is possible at that line. A candidate is accepted only if
// the program then reads it as a suppression, and for a page only if the page's content is
// unchanged. Reads a page twice.
std::optional<InsertedComment> SuppressionFor(const std::string& path, const TextLines& lines,
                                              int line, const std::string& rule,
                                              std::string_view reason);

}  // namespace flagcensus
