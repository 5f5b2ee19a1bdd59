// Comments that accept findings: text of a file → what they accept and where.
//
//   TIMEOUT = os.getenv("APP_T")  # flagcensus: ignore[undocumented] set by the launcher alone
//   <!-- flagcensus: ignore[unused, default-mismatch] the next release reads it again -->
//
// A comment is about its own line; one that has a line for itself is about the next one too.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "analyzer/tree/tree.h"

namespace flagcensus {

struct IgnoreComment {
  Place place;                     // of the word "flagcensus"
  int last_line = 0;               // the last line that it is about; the first is that of `place`
  std::vector<std::string> rules;  // as they stand there
  std::string reason;
  std::string wrong;  // why it accepts nothing: "it has no reason"; "" where nothing is wrong
};

// The comments in `text`, in the order of their lines. `path` tells which characters begin a
// comment; text in strings, and in the code blocks of Markdown, is none. Costs O(|text|).
std::vector<IgnoreComment> ReadIgnoreComments(std::string_view text, const std::string& path);

// Those of all files of the tree, sorted by place. Reads every file; `jobs` threads (0: one a
// core).
std::vector<IgnoreComment> FindIgnoreComments(const Tree& tree, unsigned jobs);

}  // namespace flagcensus
