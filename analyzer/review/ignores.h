// Comments that accept findings: text of a file → what they accept and where.
//
//   TIMEOUT = os.getenv("APP_T")  # flagcensus: ignore[undocumented] set by the launcher alone
//   <!-- flagcensus: ignore[unused, default-mismatch] the next release reads it again -->
//
// A comment applies to its line; if there is nothing else on the line, also to the next line. On a
// page, that is the next line that is not blank or markup (PageFormat::passes).
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "analyzer/tree/tree.h"

namespace flagcensus {

struct IgnoreComment {
  Place place;                     // of the word "flagcensus"
  int last_line = 0;               // the last line that it applies to; the first is that of `place`
  std::vector<std::string> rules;  // as spelled there
  std::string reason;
  std::string wrong;  // why it accepts nothing: "it has no reason"; "" if it is valid
};

// The comments in `text`, in line order. `path` determines the comment syntax; text in strings and
// in code blocks of Markdown is ignored. Costs O(|text|).
std::vector<IgnoreComment> ReadIgnoreComments(std::string_view text, const std::string& path);

// The comments of all files of the tree, sorted by place. Reads every file, on `jobs` threads (0:
// one per core).
std::vector<IgnoreComment> FindIgnoreComments(const Tree& tree, unsigned jobs);

}  // namespace flagcensus
