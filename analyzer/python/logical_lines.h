// The logical lines of a Python source, found by its tokens, without parsing.
//
// A parse by tree-sitter costs far more than this, so irrelevant parts of a text are removed first
// (uses.cc).
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace flagcensus {

// A logical line: a statement, or the header of a compound one (Python Language Reference, 2.1.5).
struct LogicalLine {
  enum class Kind : uint8_t { kOther, kFunction, kClass };

  uint32_t begin = 0;  // byte offset of its first token
  uint32_t end = 0;    // after its last byte, with a trailing comment, without the line end
  uint32_t row = 0;    // 0-based row of `begin`
  uint32_t end_row = 0;
  uint32_t indent = 0;  // columns, a tab is eight
  Kind kind = Kind::kOther;
  bool opens = false;   // ends in ':': an indented block follows
  bool string = false;  // only strings: a docstring
};

// The logical lines of `text` in order, without comments and blank lines. Returns nullopt if a
// string or bracket is not closed, or a token is unknown to the lexer: such a file has to be parsed
// to be understood. One pass over the bytes.
std::optional<std::vector<LogicalLine>> FindLogicalLines(std::string_view text);

}  // namespace flagcensus
