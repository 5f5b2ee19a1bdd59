// Code shown in a docstring: doctest prompts, fenced blocks and literal blocks after "::".
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace flagcensus {

struct DocstringPiece {
  std::string text;     // only the code, without prompts and common indentation
  uint32_t line = 0;    // 1-based line of the file at which `text` starts
  uint32_t column = 0;  // number of bytes removed from the start of each line
};

// The pieces of code in `docstring`, whose first byte is on `line` (1-based) of its file. Skips
// prose: only what is marked as code counts (doctest: Python Library Reference, "doctest"; fences:
// CommonMark; literal blocks: docutils reST specification).
std::vector<DocstringPiece> DocstringCode(std::string_view docstring, uint32_t line);

}  // namespace flagcensus
