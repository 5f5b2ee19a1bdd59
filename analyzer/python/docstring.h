// Code shown in a docstring: doctest prompts, fenced blocks and literal blocks after "::".
//
//   >>> os.environ["APP_A"] = "1"        a piece: os.environ["APP_A"] = "1"
//   ```python                            a piece: the lines up to the closing fence
//   Usage::                              a piece: the indented lines below
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

// The pieces of code in `docstring`, which begins on `line` (1-based) of its file. Prose is
// skipped: only text that is marked as code counts (doctest: Python Library Reference, "doctest";
// fences: CommonMark; literal blocks: docutils reST specification).
std::vector<DocstringPiece> DocstringCode(std::string_view docstring, uint32_t line);

}  // namespace flagcensus
